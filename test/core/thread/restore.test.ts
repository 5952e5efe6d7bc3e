/** Restoring: the thread goes on from an earlier place, and everything that was left behind can be had again (R10). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import { type EntryId, entryId } from '../../../src/core/thread/entry-id.ts';
import { pathOf } from '../../../src/core/thread/path.ts';
import { planRestore, planUndoRestore } from '../../../src/core/thread/restore.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { runs } from '../../property/runs.ts';
import { perform } from '../arbitrary/operations.ts';
import { numbered, someDrafts } from '../arbitrary/thread.ts';
import { checkpointAt, work } from '../arbitrary/work.ts';

const thread = work(3, 400);
const ids = ({ messages }: Thread) => messages.map(({ id }) => id);
const say = (now: Thread, text: string) =>
  perform(now, { type: 'messages', drafts: [{ type: 'message', origin: 'typed', blocks: [{ type: 'text', text }] }] });

function restored(now: Thread, target: string | EntryId): Thread {
  const planned = planRestore(now, target);
  if (!planned.ok) throw new Error(planned.error.type);
  return append(now, applyBoundary(now, planned.value, 0));
}

function back(now: Thread, restore: EntryId): Thread {
  const planned = planUndoRestore(now, restore);
  if (!planned.ok) throw new Error(planned.error.type);
  return append(now, applyBoundary(now, planned.value, 0));
}

describe('planRestore', () => {
  it('goes on from right after a checkpoint, and keeps all in the log', () => {
    const there = restored(thread, checkpointAt(thread, 4));
    expect(ids(there)).toEqual([1, 2, 3, 4, 5]);
    expect(there.entries.slice(0, -1)).toEqual(thread.entries);
    expect(ids(say(there, 'another question'))).toEqual([1, 2, 3, 4, 5, 14]);
  });

  it('goes to what another restore left behind, and back, in any order', () => {
    const first = restored(thread, entryId(4));
    const second = restored(say(first, 'another'), entryId(9));
    expect(ids(second)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(ids(restored(second, entryId(14)))).toEqual([1, 2, 3, 4, 14]);
    expect(ids(back(second, entryId(15)))).toEqual([1, 2, 3, 4, 14]);
    expect(ids(back(second, entryId(13)))).toEqual(ids(thread));
  });

  it('takes compactions with it: one that came later is left behind, one that came before stays', () => {
    const compacted = perform(thread, { type: 'summarize', target: 150, reply: 'All was answered.' });
    const { id } = compacted.entries.at(-1) ?? { id: entryId(1) };
    const before = restored(compacted, entryId(4));
    expect(before.compactions).toEqual([]);
    expect(planUndo(before, id)).toEqual({ ok: false, error: { type: 'left-behind', id } });
    const after = restored(say(compacted, 'more'), id);
    expect(after.items).toEqual(compacted.items);
  });

  it('leaves an open call answered on the wire where its results came later', () => {
    const { messages, repairs } = projectContext(restored(thread, entryId(2)));
    expect(checkContext(messages)).toEqual([]);
    expect(repairs).toMatchObject([{ type: 'missing-result' }]);
  });

  it.each<[string, string | EntryId]>([
    ['no-such-checkpoint', 'zzzzzz'],
    ['no-such-entry', entryId(99)],
    ['already-there', entryId(12)],
  ])('refuses with %s', (type, target) => {
    expect(planRestore(thread, target)).toMatchObject({ ok: false, error: { type } });
  });

  it('takes back nothing that is no restore', () => {
    expect(planUndoRestore(thread, entryId(3))).toMatchObject({ ok: false, error: { type: 'no-such-entry' } });
  });
});

describe('pathOf', () => {
  const restore = (id: number, to: number): Entry => ({ type: 'restore', id: entryId(id), at: 0, to: entryId(to) });

  it.each<[string, readonly Entry[], readonly (readonly [number, number])[]]>([
    ['all without restores', [], [[0, Number.POSITIVE_INFINITY]]],
    [
      'a jump over what was left',
      [restore(6, 3)],
      [
        [0, 3],
        [6, Number.POSITIVE_INFINITY],
      ],
    ],
    [
      'only the last of two jumps where it goes behind the first',
      [restore(6, 3), restore(9, 2)],
      [
        [0, 2],
        [9, Number.POSITIVE_INFINITY],
      ],
    ],
    [
      'both where the last goes to what came after the first',
      [restore(6, 3), restore(9, 7)],
      [
        [0, 3],
        [6, 7],
        [9, Number.POSITIVE_INFINITY],
      ],
    ],
    [
      'what was before a restore where it was taken back',
      [restore(6, 3), restore(8, 5)],
      [
        [0, 5],
        [8, Number.POSITIVE_INFINITY],
      ],
    ],
    [
      'all where a damaged log jumps forward',
      [restore(6, 60)],
      [
        [0, 5],
        [6, Number.POSITIVE_INFINITY],
      ],
    ],
  ])('is %s', (_, entries, path) => expect(pathOf(entries)).toEqual(path.map(([from, to]) => ({ from, to }))));
});

describe('a damaged log', () => {
  const someId = fc.integer({ min: 1, max: 40 }).map(entryId);
  const odd: fc.Arbitrary<Planned> = fc.oneof(
    fc.record({ type: fc.constant('restore'), to: someId }),
    fc.record({ type: fc.constantFrom('undo', 'redo'), compaction: someId }),
    fc.record({ type: fc.constant('pin'), message: someId, pinned: fc.boolean() }),
    fc.record({ type: fc.constant('unqueued'), queued: someId }),
    fc.constant({
      type: 'compaction_attempt',
      trigger: 'auto',
      end: 'failed',
      strategy: 'native',
      tokensBefore: 9,
      took: 1,
    } as const),
    fc.record({
      type: fc.constant('summary_edit'),
      compaction: someId,
      edit: fc.nat({ max: 3 }),
      replacement: fc.constant([{ role: 'user', blocks: [{ type: 'text', text: 'other words' }] }] as const),
    }),
  );

  it('gives a valid context, the same when it is read again, wherever its entries point', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(someDrafts, odd), { maxLength: 12, size: 'max' }), (parts) => {
        const log = numbered(parts.flat().map((part) => ({ ...part, at: 0 })));
        const grown = log.reduce(append, replay([]));
        expect(replay(log)).toEqual(grown);
        expect(checkContext(projectContext(grown).messages)).toEqual([]);
        expect(nextId(grown)).toBe(log.length + 1);
      }),
      runs(200),
    );
  });
});
