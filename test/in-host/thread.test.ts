/** The whole path through the commands: import, compact, undo, redo, open again; bad files, refused settings, a second window. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { replay } from '../../src/core/thread/thread.ts';
import type {
  CompactOutcome,
  CreateOutcome,
  ImportThreadOutcome,
  OpenOutcome,
  UndoOutcome,
} from '../../src/extension/session/outcome.ts';
import { readLog } from '../../src/extension/storage/read-log.ts';
import { lockOfAnotherWindow, MODEL, newFile, recordedLines } from './recorded-thread.ts';

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);
const set = (key: string, value: unknown) =>
  vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);

async function imported(turns = 60) {
  const file = newFile('recorded.jsonl', `${recordedLines(turns).join('\n')}\n`);
  const outcome = await run<ImportThreadOutcome>('spool.importThread', file);
  if (outcome.type !== 'imported') throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** What the model would be sent, from the log on the disk. */
async function contextOnDisk(log: string) {
  return projectContext(replay((await readLog(log)).entries)).messages;
}

describe('a thread', () => {
  before(async () => {
    await vscode.extensions.getExtension('spool.spool')?.activate();
    await set('spool.model.contextWindows', { [MODEL]: 32_000 });
    await set('spool.compaction.strategy', 'extract');
  });
  after(async () => {
    await set('spool.model.contextWindows', undefined);
    await set('spool.compaction.strategy', undefined);
  });

  it('is imported, compacted, undone to the same bytes, and redone to the same bytes', async () => {
    const { id, file, report } = await imported();
    assert.equal(report.messages, 240);
    const whole = JSON.stringify(await contextOnDisk(file));

    const compacted = await run<CompactOutcome>('spool.compactThread');
    if (compacted.type !== 'compacted') throw new Error(JSON.stringify(compacted));
    const messages = await contextOnDisk(file);
    const small = JSON.stringify(messages);
    assert.ok(compacted.tokensAfter < compacted.tokensBefore / 2);
    assert.deepEqual(checkContext(messages), []);
    assert.ok(small.includes('Question 59: what does src/file59.ts export?'));

    const undone = await run<UndoOutcome>('spool.undoCompaction');
    assert.deepEqual(undone, { type: 'undone', compaction: compacted.compaction });
    assert.equal(JSON.stringify(await contextOnDisk(file)), whole);

    const redone = await run<UndoOutcome>('spool.redoCompaction');
    assert.deepEqual(redone, { type: 'redone', compaction: compacted.compaction });
    assert.equal(JSON.stringify(await contextOnDisk(file)), small);

    const bytes = readFileSync(file);
    await run<CreateOutcome>('spool.newThread');
    const again = await run<OpenOutcome>('spool.openThread', id);
    assert.deepEqual(again, { type: 'opened', id, file, readOnly: false });
    assert.deepEqual(readFileSync(file), bytes, 'opening writes nothing');
  });

  it('says when there is nothing to undo, redo or compact', async () => {
    await run<CreateOutcome>('spool.newThread');
    assert.equal((await run<UndoOutcome>('spool.undoCompaction')).type, 'nothing-to-undo');
    assert.equal((await run<UndoOutcome>('spool.redoCompaction')).type, 'nothing-to-redo');
    const empty = { type: 'unchanged', reason: 'nothing-old-enough' };
    assert.deepEqual(await run<CompactOutcome>('spool.compactThread'), empty);
  });

  it('C10 is compacted when a user asks, though it is far below its target', async () => {
    await imported(1);
    const compacted = await run<CompactOutcome>('spool.compactThread');
    if (compacted.type !== 'compacted') throw new Error(compacted.type);
    assert.ok(compacted.tokensAfter < compacted.tokensBefore);
  });

  it('is shown as text, and both contexts of a compaction can be compared', async () => {
    const { id } = await imported();
    const compacted = await run<CompactOutcome>('spool.compactThread');
    if (compacted.type !== 'compacted') throw new Error(compacted.type);
    await run('spool.openThreadAsText');
    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    assert.match(text, /Question 0: what does/);
    assert.match(text, /Question 59: what does/);
    assert.match(text, /in summary/);
    const side = async (name: string) => {
      const query = new URLSearchParams({
        show: 'context',
        thread: id,
        compaction: String(compacted.compaction),
        side: name,
      });
      const uri = vscode.Uri.from({ scheme: 'spool', path: '/c.txt', query: query.toString() });
      return (await vscode.workspace.openTextDocument(uri)).getText();
    };
    assert.match(await side('before'), /value3_7 = compute/);
    assert.ok((await side('after')).length < (await side('before')).length / 2);
    await run('workbench.action.closeAllEditors');
  });
});

describe('a bad file', () => {
  const good = recordedLines(2);
  const cases: readonly (readonly [string, string | Buffer, RegExp])[] = [
    ['empty', '', /bad\.jsonl: .*empty/],
    ['binary', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]), /bad\.jsonl: /],
    ['no JSON', 'Dear diary,\n', /bad\.jsonl, line 1: /],
    ['of no known format', '{"a":1}\n{"b":2}\n', /bad\.jsonl: /],
    ['cut off', `${good[0]}\n${good[1]?.slice(0, 80)}`, /bad\.jsonl, line 2: /],
  ];
  for (const [name, content, message] of cases) {
    it(`that is ${name} gives a clear error and writes nothing`, async () => {
      const { file } = await imported(1);
      const threads = path.dirname(path.dirname(file));
      const before = readdirSync(threads);
      const outcome = await run<ImportThreadOutcome>('spool.importThread', newFile('bad.jsonl', content));
      if (outcome.type !== 'failed') throw new Error(outcome.type);
      assert.match(outcome.failure.message, message);
      assert.deepEqual(readdirSync(threads), before);
      const undone = await run<UndoOutcome>('spool.undoCompaction');
      assert.equal(undone.type, 'nothing-to-undo', 'the open thread stays open');
    });
  }

  it('that is not there is named', async () => {
    const outcome = await run<ImportThreadOutcome>('spool.importThread', '/no/such/file.jsonl');
    assert.deepEqual(outcome, { type: 'disk', reason: 'ENOENT', file: '/no/such/file.jsonl' });
  });
});

describe('a setting out of range', () => {
  it('is refused, said with its range, and its default is used', async () => {
    await imported(1);
    await set('spool.compaction.thresholdRatio', 3);
    try {
      await run('spool.showEffectiveSettings');
      const text = vscode.window.activeTextEditor?.document.getText().replace(/ +/g, ' ') ?? '';
      assert.match(
        text,
        /`spool\.compaction\.thresholdRatio` \| `0\.8` \| default \| 3 is refused: it takes a number from 0\.1 to 0\.95/,
      );
    } finally {
      await set('spool.compaction.thresholdRatio', undefined);
      await run('workbench.action.closeAllEditors');
    }
  });
});

describe('a thread that another window writes', () => {
  it('can be read, is not written, and is taken over when that is asked for', async () => {
    const { id, file } = await imported();
    await set('spool.model.contextWindows', { [MODEL]: 32_000 });
    await run<CreateOutcome>('spool.newThread');
    const lock = path.join(path.dirname(file), 'lock');
    writeFileSync(lock, lockOfAnotherWindow());
    const bytes = readFileSync(file);

    const opened = await run<OpenOutcome>('spool.openThread', id);
    assert.deepEqual(opened, { type: 'opened', id, file, readOnly: true });
    assert.deepEqual(await run<CompactOutcome>('spool.compactThread'), { type: 'held' });
    assert.deepEqual(readFileSync(file), bytes);

    await run('spool.takeOverThread');
    assert.equal((await run<CompactOutcome>('spool.compactThread')).type, 'compacted');

    writeFileSync(lock, lockOfAnotherWindow());
    assert.deepEqual(await run<UndoOutcome>('spool.undoCompaction'), { type: 'held' }, 'the former owner notices');
    rmSync(lock);
    await set('spool.model.contextWindows', undefined);
  });
});
