/** What the buttons of a card do about what the card says. */
import { expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { doNoticeAction } from '../../../src/extension/commands/notice-action.ts';
import type { ModelProblem } from '../../../src/extension/models/chat-model.ts';
import { said } from '../agent/scripted-model.ts';
import { open, outline } from '../agent/windows.ts';

const ran = vi.hoisted(() => ({
  commands: [] as string[],
  outcome: { type: 'cancelled' } as object,
  act: async () => {},
}));
vi.mock('vscode', () => ({
  commands: {
    executeCommand: async (command: string) => {
      ran.commands.push(command);
      await ran.act();
      return ran.outcome;
    },
  },
}));

it.each([
  ['setApiKey', { type: 'stored', provider: 'anthropic' }],
  ['selectModel', { type: 'selected', model: 'scripted/birch' }],
] as const)('%s sends the message that waited for it, and nothing where it was called off', async (action, outcome) => {
  let problem: ModelProblem | undefined = { type: 'no-key', provider: 'Anthropic' };
  const window = open({ reply: () => said('Hello.'), finding: async () => problem });
  const host = { agent: window.agent, session: window.session } as unknown as CommandContext;
  await window.agent.send('hello');
  await window.agent.rest();
  expect(window.session.state.notice?.actions).toContain(action);
  ran.outcome = { type: 'cancelled' };
  await doNoticeAction(host, action);
  expect(window.requests).toHaveLength(0);
  ran.outcome = outcome;
  ran.act = async () => {
    problem = undefined;
    if (action === 'selectModel') await window.agent.switchModel('scripted/birch');
  };
  await doNoticeAction(host, action);
  await window.agent.rest();
  expect(outline(window).slice(-2)).toEqual(['typed: hello', 'model: Hello.']);
  expect(ran.commands.at(-1)).toBe(`spool.${action}`);
  await doNoticeAction(host, action);
  expect(window.requests).toHaveLength(1);
});

it.each([
  ['not automatic', { auto: false }],
  ['switched off', { enabled: false }],
  ['disabled', { strategy: 'disabled' }],
] as const)('compactAndRetry makes as much room as the message needs, where compaction is %s', async (_, config) => {
  const window = open({
    reply: (n) => said(`Answer ${n} about the queue. `.repeat(120)),
    window: 12_000,
    config: { strategy: 'extract', ...config },
  });
  const host = { agent: window.agent, session: window.session } as unknown as CommandContext;
  for (let n = 1; n <= 4; n++) {
    await window.agent.send(`Question ${n}`);
    await window.agent.rest();
  }
  await window.agent.send('A long question about the queue. '.repeat(770));
  await window.agent.rest();
  expect(window.session.state.notice?.actions).toContain('compactAndRetry');
  await doNoticeAction(host, 'compactAndRetry');
  expect(outline(window)).toContain('compaction');
  expect(outline(window).find((line) => line.startsWith('typed: A long question'))).toBeDefined();
  expect(window.session.state.notice).toBeUndefined();
});
