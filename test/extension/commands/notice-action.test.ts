/** What the buttons of a card do about what the card says. */
import { describe, expect, it, vi } from 'vitest';
import { SAID_NOTHING } from '../../../src/core/agent/model-event.ts';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { doNoticeAction } from '../../../src/extension/commands/notice-action.ts';
import type { ModelProblem } from '../../../src/extension/models/chat-model.ts';
import { said } from '../agent/scripted-model.ts';
import { call, look, open, outline, threadOf } from '../agent/windows.ts';
import { ENGLISH } from '../english.ts';

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
  const host = { agent: window.agent, session: window.session, reveal: async () => {} } as unknown as CommandContext;
  await window.agent.send('hello');
  await window.agent.whenIdle();
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
  await window.agent.whenIdle();
  expect(outline(window).slice(-2)).toEqual(['typed: hello', 'model: Hello.']);
  expect(ran.commands.at(-1)).toBe(`spool.${action}`);
  await doNoticeAction(host, action);
  expect(window.requests).toHaveLength(1);
});

const TOO_LONG = {
  type: 'error',
  error: { ...SAID_NOTHING, kind: 'overflow', message: 'prompt is too long' },
} as const;
const OVERLOADED = {
  type: 'error',
  error: { ...SAID_NOTHING, kind: 'invalid-request', message: 'no such field' },
} as const;

describe('Retry', () => {
  const retry = (window: ReturnType<typeof open>) =>
    doNoticeAction(
      { agent: window.agent, session: window.session, l10n: ENGLISH } as unknown as CommandContext,
      'retry',
    );
  const bytes = (window: ReturnType<typeof open>) =>
    window.requests.map(({ messages }) => JSON.stringify(messages.map(({ role, blocks }) => [role, blocks])));
  it.each([
    ['nothing was written', []],
    ['a part of the reply was written', [{ type: 'text', text: 'Half a ' }]],
    ['a call was written', call('b')],
  ] as const)(
    'sends the very request again where %s, in a first request and after results of tools',
    async (_, written) => {
      for (const failing of [1, 2]) {
        const window = open({
          tools: [look()],
          reply: (n) => {
            if (n === failing || n === failing + 1) return [...written, OVERLOADED];
            return n < failing ? call('a') : said('Hello.');
          },
        });
        await window.agent.send('hello');
        await window.agent.whenIdle();
        expect(window.session.state.notice?.actions).toContain('retry');
        await retry(window);
        expect(window.session.state.notice?.actions).toContain('retry');
        await window.agent.send('queued while it rests').then(() => window.agent.whenIdle());
        expect(outline(window).filter((line) => line.startsWith('program'))).toEqual([]);
        const sent = bytes(window);
        expect(sent[failing]).toBe(sent[failing - 1]);
      }
    },
  );

  it('keeps the compaction that came after the failure, and what was selected', async () => {
    const window = open({
      reply: (n) =>
        n === 4 ? [{ type: 'text', text: 'Half a ' }, OVERLOADED] : said(`Answer ${n} about the queue. `.repeat(200)),
      config: { strategy: 'extract', targetTokens: 1_000 },
      window: 60_000,
    });
    for (const n of [1, 2, 3, 4]) {
      await window.agent.send(`Question ${n}`);
      await window.agent.whenIdle();
    }
    await window.agent.compact();
    const typed = outline(window).filter((line) => line.startsWith('typed'));
    await retry(window);
    expect(threadOf(window).compactions).toHaveLength(1);
    expect(outline(window).filter((line) => line.startsWith('typed'))).toEqual(typed);
    expect(outline(window).at(-1)).toMatch(/^model: Answer 5/);
  });
});

it('compactAndRetry adds nothing behind a message that the server refused as too long', async () => {
  const window = open({
    reply: (n) => (n === 4 ? [TOO_LONG] : said(`Answer ${n} about the queue. `.repeat(120))),
    window: 60_000,
    config: { strategy: 'extract', enabled: false, targetTokens: 1_000 },
  });
  for (const n of [1, 2, 3, 4]) {
    await window.agent.send(`Question ${n}`);
    await window.agent.whenIdle();
  }
  const host = { agent: window.agent, session: window.session, reveal: async () => {} } as unknown as CommandContext;
  await doNoticeAction(host, 'compactAndRetry');
  expect(outline(window).filter((line) => line.startsWith('program'))).toEqual([]);
  expect(outline(window).at(-1)).toMatch(/^model: Answer 5/);
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
  const host = { agent: window.agent, session: window.session, reveal: async () => {} } as unknown as CommandContext;
  for (let n = 1; n <= 4; n++) {
    await window.agent.send(`Question ${n}`);
    await window.agent.whenIdle();
  }
  await window.agent.send('A long question about the queue. '.repeat(770));
  await window.agent.whenIdle();
  expect(window.session.state.notice?.actions).toContain('compactAndRetry');
  await doNoticeAction(host, 'compactAndRetry');
  expect(outline(window)).toContain('compaction');
  expect(outline(window).find((line) => line.startsWith('typed: A long question'))).toBeDefined();
  expect(window.session.state.notice).toBeUndefined();
});

it('a model that gave out offers another one, and the turn goes on with the one that is chosen', async () => {
  const REFUSED = { type: 'error', error: { kind: 'auth', message: 'no credit left' } } as const;
  const window = open({ reply: (n) => (n === 1 ? [REFUSED] : said('From another.')) });
  const host = { agent: window.agent, session: window.session, reveal: async () => {} } as unknown as CommandContext;
  await window.agent.send('hello');
  await window.agent.whenIdle();
  expect(window.session.state.notice?.actions).toEqual(['setApiKey', 'otherModel', 'retry', 'showRequestLog']);
  ran.outcome = { type: 'selected', model: 'scripted/birch' };
  ran.act = async () => void (await window.agent.switchModel('scripted/birch'));
  await doNoticeAction(host, 'otherModel');
  await window.agent.whenIdle();
  expect(ran.commands.at(-1)).toBe('spool.selectModel');
  expect(outline(window).slice(-3)).toEqual(['typed: hello', 'model', 'model: From another.']);
  expect(threadOf(window).model).toBe('scripted/birch');
  expect(window.requests).toHaveLength(2);
});
