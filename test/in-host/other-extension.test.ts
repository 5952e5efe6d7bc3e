/** A second extension in the real VS Code uses what Spool exports: it hears of compactions and can veto one. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { DidCompactEvent } from '../../src/extension/api/spool-api.ts';
import type { CompactOutcome, ImportThreadOutcome } from '../../src/extension/session/outcome.ts';
import { MODEL, newFile, recordedLines } from './recorded-thread.ts';

interface Heard {
  readonly will: readonly object[];
  readonly did: readonly DidCompactEvent[];
}

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);
const set = (key: string, value: unknown) =>
  vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);

describe('another extension', () => {
  before(async () => {
    await run('otherExtension.begin');
    await set('spool.model.contextWindows', { [MODEL]: 32_000 });
    await set('spool.compaction.strategy', 'extract');
  });
  after(async () => {
    await run('otherExtension.veto', undefined);
    await set('spool.model.contextWindows', undefined);
    await set('spool.compaction.strategy', undefined);
  });

  it('can veto a compaction with a reason, and is told of one that was done', async () => {
    const file = newFile('recorded.jsonl', `${recordedLines(60).join('\n')}\n`);
    const imported = await run<ImportThreadOutcome>('spool.importThread', file);
    if (imported.type !== 'imported') throw new Error(JSON.stringify(imported));

    await run('otherExtension.veto', 'The tests are running.');
    const vetoed = await run<CompactOutcome>('spool.compactThread');
    assert.deepEqual(vetoed, { type: 'vetoed', by: 'Other Extension', reason: 'The tests are running.' });
    assert.deepEqual((await run<Heard>('otherExtension.heard')).did, []);

    await run('otherExtension.veto', undefined);
    const compacted = await run<CompactOutcome>('spool.compactThread');
    if (compacted.type !== 'compacted') throw new Error(JSON.stringify(compacted));
    const { will, did } = await run<Heard>('otherExtension.heard');
    const asked = { trigger: 'manual', strategy: 'extract', canVeto: true };
    assert.deepEqual(will, [asked, asked]);
    const { tokensBefore, tokensAfter } = compacted;
    assert.deepEqual(did, [{ thread: imported.id, trigger: 'manual', strategy: 'extract', tokensBefore, tokensAfter }]);
  });
});
