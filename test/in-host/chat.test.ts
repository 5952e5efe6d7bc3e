/** A message, its answer and what is done with them, in the real host: by the recording that speaks where there is no key. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { checkContext } from '../../src/core/thread/check-context.ts';
import { projectContext } from '../../src/core/thread/context.ts';
import { replay } from '../../src/core/thread/thread.ts';
import type { Sent } from '../../src/extension/agent/message-queue.ts';
import type { CreateOutcome } from '../../src/extension/session/outcome.ts';
import { readLog } from '../../src/extension/storage/read-log.ts';

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what} did not come`);
}

describe('a chat', () => {
  let file = '';
  const thread = async () => replay((await readLog(file)).entries);
  before(async () => {
    await vscode.extensions.getExtension('spool.spool')?.activate();
    const made = await run<CreateOutcome>('spool.newThread');
    assert.equal(made.type, 'opened');
    if (made.type === 'opened') file = made.file;
  });
  after(() => run('spool.stop'));

  it('is answered by the recording where there is no key, and its log holds every step', async () => {
    assert.deepEqual(await run<Sent>('spool.send', 'What does the queue do?'), { taken: true });
    const reply = await until('a reply', async () =>
      (await thread()).messages.find(({ origin }) => origin === 'model'),
    );
    assert.match(reply.model ?? '', /^replay\//);
    assert.deepEqual(checkContext(projectContext(await thread()).messages), []);
  });

  it('stops when asked, and the thread is valid', async () => {
    await run('spool.stop');
    await until('rest', async () => ((await run<Sent>('spool.send', '/nothing')).taken ? undefined : true));
    assert.deepEqual(checkContext(projectContext(await thread()).messages), []);
  });

  it('does what a slash command says and sends it to nobody', async () => {
    const { messages } = await thread();
    assert.deepEqual(await run<Sent>('spool.send', '/context'), { taken: true });
    const unknown = await run<Sent>('spool.send', '/dance');
    assert.equal(unknown.taken, false);
    assert.match(unknown.why ?? '', /no command \/dance/);
    assert.equal((await thread()).messages.length >= messages.length, true);
    assert.equal(JSON.stringify(await thread()).includes('/dance'), false);
  });
});
