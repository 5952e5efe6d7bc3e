/** What is said when a thread is opened that does not fit the model of its next message. */
import { expect, it } from 'vitest';
import { warnAboutFit } from '../../../src/extension/commands/warn-about-fit.ts';
import { said } from '../agent/scripted-model.ts';
import { open, type Window } from '../agent/windows.ts';
import { ENGLISH } from '../english.ts';

/** Writes a thread with a large window, and opens it in another window whose model has this one. */
async function reopened(window: number, chars: number) {
  const first: Window = open({ reply: () => said('word '.repeat(chars / 5)), window: 1_000_000 });
  await first.agent.send('Tell me about the queue');
  await first.agent.whenIdle();
  const id = first.session.state.open?.id ?? '';
  await first.close();
  const second = open({ reply: () => said('Hello.'), root: first.root, window });
  const end = warnAboutFit(second.session, ENGLISH);
  await second.session.open(id);
  await expect.poll(() => second.session.state.model).toBeDefined();
  return { ...second, end };
}

it('M5 a thread that does not fit is announced when it is opened, with what the next message would do', async () => {
  const { session, end } = await reopened(32_000, 400_000);
  await expect.poll(() => session.state.notice?.text).toMatch(/does not fit Birch.*before your next message/i);
  expect(session.state.notice?.actions).toEqual(['previewCompaction', 'selectModel']);
  session.notify(undefined);
  session.show({});
  expect(session.state.notice).toBeUndefined();
  end();
});

it('M5 nothing is said of a thread that fits', async () => {
  const { session, end } = await reopened(32_000, 400);
  expect(session.state.notice).toBeUndefined();
  end();
});
