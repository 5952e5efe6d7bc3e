/** Which sub-agent a call began, and how it ended, is read from the log, also where ids repeat or the window was killed. */
import { expect, it } from 'vitest';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { subAgentsByCall, subThreadsIn, unendedSubAgents } from '../../../src/core/thread/sub-agents.ts';
import { append, replay } from '../../../src/core/thread/thread.ts';

const log = (...planned: readonly Planned[]): readonly Entry[] =>
  planned.map((entry, at) => ({ ...entry, id: entryId(at + 1), at }));
const asks = (...ids: readonly string[]): Planned => ({
  type: 'message',
  origin: 'model',
  blocks: ids.map((id) => ({ type: 'tool_use', id, name: 'ask_agent', input: { task: 'Look.' } })),
});
const answers: Planned = { type: 'message', origin: 'tools', blocks: [] };
const agent = (call: string, thread: string, state: 'begun' | 'done' | 'closed'): Planned => ({
  type: 'sub_agent',
  call,
  thread,
  state,
});
const found = (entries: readonly Entry[]) =>
  [...subAgentsByCall(entries)].map(([key, { thread, state }]) => `${key}: ${thread} ${state}`);

it('each call has the newest entry of its sub-agent', () => {
  const entries = log(
    asks('a', 'b'),
    agent('a', 't1', 'begun'),
    agent('b', 't2', 'begun'),
    agent('b', 't2', 'done'),
    agent('a', 't1', 'done'),
    answers,
  );
  expect(found(entries)).toEqual(['1 a: t1 done', '1 b: t2 done']);
  expect([...subThreadsIn(entries)]).toEqual(['t1', 't2']);
});

it('calls of two replies may have one id', () => {
  const entries = log(asks('a'), agent('a', 't1', 'begun'), answers, asks('a'), agent('a', 't2', 'begun'));
  expect(found(entries)).toEqual(['1 a: t1 begun', '4 a: t2 begun']);
});

it('the end of one whose window was killed is found after later messages', () => {
  const entries = log(asks('a'), agent('a', 't1', 'begun'), answers, agent('a', 't1', 'closed'));
  expect(unendedSubAgents(entries.slice(0, 3)).map(({ thread }) => thread)).toEqual(['t1']);
  expect(unendedSubAgents(entries)).toEqual([]);
  expect(found(entries)).toEqual(['1 a: t1 closed']);
});

it('a call that is run again has the sub-agent that it began last', () => {
  const entries = log(asks('a'), agent('a', 't1', 'begun'), agent('a', 't2', 'begun'), agent('a', 't1', 'closed'));
  expect(found(entries)).toEqual(['1 a: t2 begun']);
});

it('an end without a beginning, as a damaged log has it, names no call', () => {
  expect(found(log(asks('a'), agent('a', 't1', 'done')))).toEqual([]);
});

it('the entries change nothing of what is sent or measured', () => {
  const before = replay(log(asks('a')));
  const [, entry] = log(asks('a'), {
    type: 'sub_agent',
    call: 'a',
    thread: 't1',
    state: 'done',
    rounds: 3,
    usage: { input: 1_000_000, output: 5, cacheCreation: 0, cacheRead: 0, total: 1_000_005 },
  });
  if (!entry) throw new Error('no entry');
  const after = append(before, entry);
  expect([after.items, after.tokens, after.boundary, after.reports]).toEqual([
    before.items,
    before.tokens,
    before.boundary,
    before.reports,
  ]);
  expect(replay([...before.entries, entry])).toEqual(after);
});
