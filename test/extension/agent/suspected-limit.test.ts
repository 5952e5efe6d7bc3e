/** A server that cuts the front of what it is sent: the limit is said, and a button makes it the window, or takes that back. */
import { expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { sessionMeter } from '../../../src/extension/session/session-state.ts';
import { open, threadOf, type Window } from './windows.ts';

const LIMIT = 4_096;

/** It reports what it is sent, but never more than its limit. */
async function* cutting(n: number): AsyncGenerator<ModelEvent> {
  yield { type: 'text', text: `Answer ${n}. ${'A sentence of a long answer. '.repeat(120)}` };
  yield { type: 'usage', usage: tokenUsage({ input: Math.min(LIMIT, 1_500 * n), output: 5 }) };
  yield { type: 'end', reason: 'done' };
}

async function talk(window: Window, turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) {
    await window.agent.send(`Question ${n}. ${'More words of it. '.repeat(60)}`);
    await window.agent.whenIdle();
  }
}

const windowOf = ({ session }: Window) => sessionMeter(session.state)?.window;

it('W10 says a suspected limit once, sets it by the button, and takes it back', async () => {
  const window = open({ reply: cutting, window: 200_000 });
  const { session, agent, memory } = window;
  for (let n = 0; n < 9 && !session.state.notice; n++) await talk(window, 1);
  expect(session.state.notice).toMatchObject({
    severity: 'warning',
    actions: ['useSuggestedWindow', 'showRequestLog'],
  });
  expect(session.state.notice?.text).toContain('4,096');
  expect(windowOf(window)).toBe(200_000);
  expect(threadOf(window).compactions).toEqual([]);

  session.notify(undefined);
  await talk(window, 1);
  expect(session.state.notice).toBeUndefined();

  await agent.useSuggestedWindow();
  expect(windowOf(window)).toBe(LIMIT);
  expect(sessionMeter(session.state)?.suggestedWindow).toBeUndefined();
  expect(memory.get('learned')).toMatchObject({ 'scripted/birch': { limit: LIMIT, below: 200_000 } });
  expect(session.state.notice).toMatchObject({ severity: 'info', actions: ['forgetLearnedWindow'] });

  await talk(window, 1);
  expect(threadOf(window).compactions.length).toBeGreaterThan(0);

  await agent.forgetLearnedWindow();
  expect(windowOf(window)).toBe(200_000);
});

it('W10 keeps the limit over a restart, until the window is set or its server says one', async () => {
  const window = open({ reply: cutting, window: 200_000 });
  await talk(window, 7);
  await window.agent.useSuggestedWindow();
  const { session } = window;
  const { config } = session.state.settings;
  session.configure({ config: { ...config, contextWindows: { birch: 32_000 } }, problems: [] });
  await expect.poll(() => windowOf(window)).toBe(32_000);
});

it('W10 does nothing where no limit is suspected', async () => {
  const window = open({ reply: cutting, window: 200_000 });
  await talk(window, 2);
  await window.agent.useSuggestedWindow();
  expect(window.memory.get('learned')).toBeUndefined();
  expect(window.session.state.notice).toBeUndefined();
});
