/** What is typed in the composer: a message, or a command that is done in its place, or refused with why. */
import { expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { sendTyped } from '../../../src/extension/commands/send-typed.ts';
import { said } from '../agent/scripted-model.ts';
import { open, threadOf, type Window } from '../agent/windows.ts';
import { ENGLISH } from '../english.ts';

const inserted = vi.hoisted(() => ({ draft: undefined as string | undefined, asked: [] as string[] }));
vi.mock('vscode', () => ({
  commands: { executeCommand: async (id: string) => (id === 'spool.selectModel' ? { type: 'selected' } : undefined) },
}));
vi.mock('../../../src/extension/commands/on-demand.ts', () => ({
  onDemandCommands: {
    listPrompts: async () => [{ typed: '/review' }],
    insertPrompt: async (name: string, rest: string) => {
      inserted.asked.push(`${name}|${rest}`);
      return inserted.draft === undefined ? undefined : { taken: false, draft: inserted.draft };
    },
  },
}));

const hostOf = ({ agent, session }: Window) =>
  ({ agent, session, l10n: ENGLISH, tell: () => undefined, workspace: () => undefined }) as unknown as CommandContext;

it('/undo-compact is refused while the agent works, and says so', async () => {
  const command = '/undo-compact';
  let sent: unknown;
  const window: Window = open({
    reply: async function* () {
      sent = await sendTyped(hostOf(window), command);
      yield* said('Done.');
    },
  });
  await sendTyped(hostOf(window), 'hello');
  await window.agent.whenIdle();
  expect(sent).toMatchObject({ taken: false, why: expect.stringContaining(command) });
  expect(threadOf(window).queue).toHaveLength(0);
});

it('/new makes a thread also while the agent works', async () => {
  const made: unknown[] = [];
  const create = async (workspace: unknown) => {
    made.push(workspace);
    return { type: 'no-such-thread', id: '' };
  };
  const window: Window = open({
    reply: async function* () {
      const host: CommandContext = { ...hostOf(window), threads: { create } as never, current: () => host };
      expect(await sendTyped(host, '/new')).toEqual({ taken: true });
      yield* said('Done.');
    },
  });
  await sendTyped(hostOf(window), 'hello');
  await window.agent.whenIdle();
  expect(made).toEqual([undefined]);
  expect(window.session.state.notice).toBeUndefined();
});

it('an unknown command is refused with those that there are, and blank text is nothing', async () => {
  const window = open({ reply: () => said('Hello.') });
  expect(await sendTyped(hostOf(window), '/dance')).toMatchObject({
    why: expect.stringMatching(/\/compact.*\/review\.$/),
  });
  expect(await sendTyped(hostOf(window), '  ')).toEqual({ taken: false });
  expect(window.session.state.open).toBeUndefined();
});

it('/model gives the focus back to the composer once a model is selected', async () => {
  const window = open({ reply: () => said('Hello.') });
  const revealed: string[] = [];
  const reveal = async (target: string) => void revealed.push(target);
  expect(await sendTyped({ ...hostOf(window), reveal }, '/model')).toEqual({ taken: true });
  await expect.poll(() => revealed).toEqual(['composer']);
});

it('/context opens the card and says nothing to the model', async () => {
  const window = open({ reply: () => said('Hello.') });
  expect(await sendTyped(hostOf(window), '/context')).toEqual({ taken: true });
  expect(window.session.state.showContext).toBe(1);
  expect(window.requests).toHaveLength(0);
});

it('the name of a prompt is answered by its text, and nothing is sent', async () => {
  const window = open({ reply: () => said('Hello.') });
  inserted.draft = 'Review a.ts.';
  inserted.asked.length = 0;
  expect(await sendTyped(hostOf(window), '/Review.it  a.ts')).toEqual({ taken: false, draft: 'Review a.ts.' });
  expect(await sendTyped(hostOf(window), '/dance')).toEqual({ taken: false, draft: 'Review a.ts.' });
  expect(inserted.asked).toEqual(['review.it|a.ts', 'dance|']);
  expect(window.session.state.open).toBeUndefined();
  inserted.draft = undefined;
});

it('a path after a slash that names no prompt is a message', async () => {
  const window = open({ reply: () => said('Hello.') });
  inserted.draft = undefined;
  expect(await sendTyped(hostOf(window), '/etc.conf is wrong')).toEqual({ taken: true });
  expect(await sendTyped(hostOf(window), '/usr/bin/env')).toEqual({ taken: true });
  await window.agent.whenIdle();
});
