/** Models in a real VS Code: chosen by command, spoken with, seen in the request log; keys in its own store. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { KeyOutcome } from '../../src/extension/commands/api-key.ts';
import type { SelectOutcome } from '../../src/extension/commands/select-model.ts';

const RECORDING = 'replay/upload-queue';

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const requestLog = () => vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'spool-requests');

/** Resolves once the open log says so; it is renewed while it is open. */
async function logSays(pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const text = requestLog()?.getText() ?? '';
    if (pattern.test(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The request log does not say ${pattern}: ${requestLog()?.getText().slice(0, 2_000)}`);
}

describe('models', () => {
  before(async () => {
    await vscode.extensions.getExtension('spool.spool')?.activate();
  });
  after(() => run('spool.stop'));

  it('are chosen by command; what is not there is said', async () => {
    assert.deepEqual(await run<SelectOutcome>('spool.selectModel', RECORDING), { type: 'selected', model: RECORDING });
    const missing = await run<SelectOutcome>('spool.selectModel', 'anthropic/claude-x');
    assert.deepEqual(missing, { type: 'failed', why: 'There is no API key for Anthropic.' });
  });

  it('are spoken with, and the request log shows what was sent and what came', async () => {
    await run('spool.newThread');
    await run('spool.showRequestLog');
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'markdown');
    await run('spool.send', 'What is this project about?');
    await logSays(/What is this project about\?/);
    await run('spool.stop');
    const text = await logSays(/^- (Stopped|Complete)$/m);
    assert.match(text, /^## .* · replay · replay\/upload-queue$/m);
  });

  it('lose their key by command', async () => {
    assert.deepEqual(await run<KeyOutcome>('spool.removeApiKey', 'openai'), { type: 'removed', provider: 'openai' });
  });
});
