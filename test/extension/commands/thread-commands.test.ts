/** The commands that compact a thread whose model has an unknown context window: they ask for it, then do what was asked. */
import { beforeEach, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { previewCompaction, runCompactThread } from '../../../src/extension/commands/thread-commands.ts';
import type { CompactOutcome } from '../../../src/extension/session/outcome.ts';
import type { Said } from '../../../src/extension/words/outcome-text.ts';
import { ENGLISH } from '../english.ts';

const asked = vi.hoisted(() => ({ answer: 'cancelled', commands: [] as unknown[] }));
vi.mock('vscode', () => ({
  commands: {
    executeCommand: async (...command: readonly unknown[]) => {
      asked.commands.push(command);
      return asked.answer;
    },
  },
}));

beforeEach(() => {
  asked.commands = [];
});

const UNKNOWN: CompactOutcome = { type: 'no-limits', problem: { type: 'window-unknown', model: 'local/m' } };
const DONE: CompactOutcome = { type: 'unchanged', reason: 'too-little' };

function hostWith(outcomes: readonly (CompactOutcome | undefined)[]) {
  const said: (Said | undefined)[] = [];
  const revealed: string[] = [];
  const left = [...outcomes];
  const next = async () => left.shift();
  const host = {
    agent: { compact: next, preview: next },
    l10n: ENGLISH,
    tell: (one: Said | undefined) => said.push(one),
    reveal: async (target: string) => revealed.push(target),
  } as unknown as CommandContext;
  return { host, said, revealed, left };
}

const ASKS = [['spool.setContextWindow', { toCompact: true }]];

it('compacts once the window is set', async () => {
  asked.answer = 'saved';
  const { host, said, revealed } = hostWith([UNKNOWN, DONE]);
  expect(await runCompactThread(host)).toEqual(DONE);
  expect(revealed).toEqual(['composer']);
  expect(asked.commands).toEqual(ASKS);
  expect(said.map((one) => one?.text)).toEqual(['Not compacted: it would free too little to be worth it.']);
});

it('shows the preview once the window is set', async () => {
  asked.answer = 'saved';
  const { host, said, revealed } = hostWith([UNKNOWN, undefined]);
  expect(await previewCompaction(host)).toBeUndefined();
  expect(asked.commands).toEqual(ASKS);
  expect([said, revealed]).toEqual([[], ['composer', 'thread']]);
});

it('says nothing where the person cancels, and asks nothing where the window is known', async () => {
  asked.answer = 'cancelled';
  const { host, said, left } = hostWith([UNKNOWN, DONE]);
  expect(await runCompactThread(host)).toEqual(UNKNOWN);
  expect(said).toEqual([]);
  expect(left).toHaveLength(1);
  await runCompactThread(host);
  expect(asked.commands).toEqual(ASKS);
});
