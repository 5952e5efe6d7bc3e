/** Ends of turns that the person did not see, how they are counted and said. */
import { describe, expect, it } from 'vitest';
import { followTurnEnds } from '../../../src/extension/agent/follow-turn-ends.ts';
import type { TurnsEndType } from '../../../src/extension/agent/turns-end.ts';
import { UnseenEnds } from '../../../src/extension/agent/unseen-ends.ts';

describe('unseen ends', () => {
  function setUp() {
    let seen = '';
    let changes = 0;
    const unseen = new UnseenEnds(
      (thread) => thread === seen,
      () => changes++,
    );
    return { unseen, see: (thread: string) => (seen = thread), changes: () => changes };
  }

  it('are those of threads that no visible panel shows, each once', () => {
    const { unseen, see, changes } = setUp();
    see('shown');
    expect(unseen.add('shown')).toBe(false);
    expect(unseen.add('hidden')).toBe(true);
    expect(unseen.add('hidden')).toBe(false);
    expect([unseen.all, changes()]).toEqual([['hidden'], 1]);
  });

  it('go when the thread is seen, works again or is deleted', () => {
    const { unseen, see, changes } = setUp();
    for (const thread of ['a', 'b']) unseen.add(thread);
    unseen.update();
    expect(unseen.all).toEqual(['a', 'b']);
    see('a');
    unseen.update();
    unseen.forget('b');
    unseen.forget('b');
    expect([unseen.all, changes()]).toEqual([[], 4]);
  });
});

describe('the end of a thread’s turns', () => {
  function setUp(busy = false) {
    const ended: boolean[] = [];
    const open = { id: 't' };
    // As much of a runner as is read.
    const runner = {
      session: { state: { open, busy: busy ? { type: 'turn' } : undefined, question: undefined } },
      agent: { whenIdle: async () => undefined, isAtWork: false },
    };
    const log = { compaction: () => undefined, error: () => undefined, turnEnd: () => undefined };
    const followed = followTurnEnds(
      log,
      () => runner as never,
      ({ isDone }) => ended.push(isDone),
    );
    const after = async (...ends: readonly TurnsEndType[]) => {
      for (const end of ends) followed.turnEnd(end);
      await new Promise((resolve) => setImmediate(resolve));
      return ended;
    };
    return { after };
  }

  it('is told once, by the last of them', async () => {
    expect(await setUp().after('done')).toEqual([true]);
    expect(await setUp().after('done', 'fault')).toEqual([false]);
  });

  it('is not told when the person stopped it, or the thread works again', async () => {
    expect(await setUp().after('stopped')).toEqual([]);
    expect(await setUp(true).after('done')).toEqual([]);
  });
});
