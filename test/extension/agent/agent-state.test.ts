/** The states of the agent: what each act does in each of them. */
import { describe, expect, it } from 'vitest';
import {
  type ActiveState,
  type AgentState,
  ended,
  goneOn,
  IDLE,
  isActive,
  type PendingCompaction,
  requested,
  restsAs,
  stopped,
  switched,
  type TurnResult,
  takePending,
} from '../../../src/extension/agent/agent-state.ts';

const pending = (name: string, options: PendingCompaction['options'] = {}): PendingCompaction => ({
  options: { instructions: name, ...options },
  done: () => undefined,
});
const FIRST = pending('first');
const asking: AgentState = { type: 'asking', threadId: 'a' };
const needsModel: AgentState = { type: 'needs-model', threadId: 'a' };
const running: ActiveState = { type: 'running', pending: [FIRST] };
const stopping: ActiveState = { type: 'stopping', pending: [FIRST], lastEntry: 7 };

describe('Stop', () => {
  it.each([
    ['idle', IDLE, IDLE],
    ['asking: the question stays', asking, asking],
    ['needs-model', needsModel, needsModel],
    ['running: the turn ends, what is pending is kept until then', running, { ...stopping, lastEntry: 9 }],
    ['stopping: it counts for what was queued since', stopping, { ...stopping, lastEntry: 9 }],
  ])('%s', (_, state, after) => {
    expect(stopped(state, 9)).toEqual(after);
  });
});

describe('a requested compaction', () => {
  it('can wait only for a turn', () => {
    expect([IDLE, asking, needsModel, running, stopping].map(isActive)).toEqual([false, false, false, true, true]);
  });

  it.each([running, stopping])('waits behind those before it: $type', (state) => {
    const second = pending('second');
    expect(requested(state, second)).toEqual({ ...state, pending: [FIRST, second] });
  });

  const forced = pending('forced', { force: true });
  const local = pending('local', { withoutModel: true });
  it.each([
    ['idle: there is none', IDLE, undefined, IDLE],
    ['running: the first is done by the turn', running, FIRST, { ...running, pending: [] }],
    ['stopping: also', stopping, FIRST, { ...stopping, pending: [] }],
    [
      'one that the model of the turn does not do waits for the end',
      { type: 'running', pending: [forced, local, FIRST] } as const,
      FIRST,
      { type: 'running', pending: [forced, local] },
    ],
    ['only such', { type: 'running', pending: [forced, local] } as const, undefined, undefined],
  ])('%s', (_, state: AgentState, taken, after) => {
    const found = takePending(state);
    expect(found.taken).toBe(taken);
    expect(found.state).toEqual(after ?? state);
  });
});

describe('the end of a turn', () => {
  const RESULTS: readonly TurnResult[] = [
    { type: 'done' },
    { type: 'stopped' },
    { type: 'halted' },
    { type: 'asking', threadId: 'a' },
    { type: 'needs-model', threadId: 'a' },
  ];
  const rests = ['idle', 'idle', 'idle', 'asking', 'needs-model'];
  const next = (state: ActiveState, ids: readonly number[]) =>
    RESULTS.map((result) => ended(state, result, ids).startsNextTurn);

  it.each([running, stopping])('rests as the result says: $type', (state) => {
    expect(RESULTS.map((result) => ended(state, result, []).state.type)).toEqual(rests);
  });

  it('runs what is pending after a switch of the model, unless Stop is pressed after that', () => {
    const switching = switched(running, 7);
    const end = ended(switching, { type: 'stopped' }, []);
    expect(end).toMatchObject({ pending: [FIRST], pendingAre: 'run', startsNextTurn: true });
    const again = stopped(switching, 8) as ActiveState;
    expect(ended(again, { type: 'stopped' }, [])).toMatchObject({ pendingAre: 'cancelled', startsNextTurn: false });
  });

  it('runs what is pending, or cancels it after Stop', () => {
    expect(ended(running, { type: 'done' }, [])).toMatchObject({ pending: [FIRST], pendingAre: 'run' });
    expect(ended(stopping, { type: 'stopped' }, [])).toMatchObject({ pending: [FIRST], pendingAre: 'cancelled' });
  });

  it.each([
    ['running, nothing queued', running, [], [false, false, false, false, false]],
    ['running, a message was queued at the last moment', running, [3], [true, true, false, false, false]],
    ['stopping, queued before Stop', stopping, [3, 7], [false, false, false, false, false]],
    ['stopping, queued after Stop', stopping, [3, 8], [true, true, false, false, false]],
  ])('begins the next turn: %s', (_, state, ids, starts) => {
    expect(next(state, ids)).toEqual(starts);
  });
});

describe('going on while a turn stops', () => {
  const wished = goneOn(stopping, { chosen: 'uncompacted' });

  it('is kept, taken back by a further Stop, and nothing new while a turn runs', () => {
    expect(wished).toEqual({ ...stopping, goesOn: { chosen: 'uncompacted' } });
    expect(stopped(wished, 9)).toEqual({ ...stopping, lastEntry: 9 });
    expect(goneOn(running, {})).toBe(running);
  });

  it('begins a turn where one was stopped, or where a message waits', () => {
    expect(ended(wished, { type: 'stopped' }, [])).toMatchObject({
      startsNextTurn: true,
      nextOptions: { chosen: 'uncompacted' },
    });
    expect(ended(wished, { type: 'done' }, [])).toMatchObject({ startsNextTurn: false });
    expect(ended(wished, { type: 'done' }, [3])).toMatchObject({ startsNextTurn: true });
    expect(ended(wished, { type: 'halted' }, [3])).toMatchObject({ startsNextTurn: false });
  });
});

describe('a question or a missing model', () => {
  it.each([
    [asking, 'asking', 'a', true],
    [asking, 'asking', 'b', false],
    [asking, 'asking', undefined, false],
    [asking, 'needs-model', 'a', false],
    [needsModel, 'needs-model', 'a', true],
    [IDLE, 'asking', 'a', false],
    [running, 'asking', 'a', false],
  ] as const)('%o as %s in thread %s: %s', (state, type, open, is) => {
    expect(restsAs(state, type, open)).toBe(is);
  });
});
