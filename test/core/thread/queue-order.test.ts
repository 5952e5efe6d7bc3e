/** The order of queued messages: edits and moves keep every message once, whatever was sent or removed meanwhile. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QueuedEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { firstQueuedIds, QueueOrder } from '../../../src/core/thread/queue-order.ts';
import { EMPTY_META, metaAfter } from '../../../src/core/thread/thread-meta.ts';

const entry = (id: number, change: { replaces?: number; swapsWith?: number } = {}): QueuedEntry => ({
  type: 'queued',
  id: entryId(id),
  at: 0,
  blocks: [{ type: 'text', text: `message ${id}` }],
  ...(change.replaces !== undefined && { replaces: entryId(change.replaces) }),
  ...(change.swapsWith !== undefined && { swapsWith: entryId(change.swapsWith) }),
});
const idsAfter = (...entries: readonly QueuedEntry[]) => {
  const queue = new QueueOrder([]);
  for (const one of entries) queue.add(one);
  return queue.inOrder().map(({ id }) => Number(id));
};

describe('the queue', () => {
  it('keeps the place of an edited message', () => {
    expect(idsAfter(entry(1), entry(2), entry(3), entry(4, { replaces: 2 }))).toEqual([1, 4, 3]);
  });

  it('moves a message by a change of places', () => {
    expect(idsAfter(entry(1), entry(2), entry(3), entry(4, { replaces: 3, swapsWith: 2 }))).toEqual([1, 4, 2]);
    expect(idsAfter(entry(1), entry(2), entry(3), entry(4, { replaces: 1, swapsWith: 2 }))).toEqual([2, 4, 3]);
  });

  it('gives no two messages one place where a new one changes places', () => {
    expect(idsAfter(entry(1), entry(2, { swapsWith: 1 }), entry(3, { swapsWith: 1 }))).toEqual([2, 3, 1]);
  });

  it('takes no edit of a message that is not queued: it was sent, and would be sent twice', () => {
    expect(idsAfter(entry(1), entry(3, { replaces: 2 }))).toEqual([1]);
  });

  it('edits in place where the other message of a move is gone', () => {
    expect(idsAfter(entry(1), entry(2), entry(4, { replaces: 1, swapsWith: 3 }))).toEqual([4, 2]);
  });

  it.each([
    ['as it was queued', [entry(3)], 3],
    ['edited', [entry(3), entry(5, { replaces: 3 })], 3],
    ['edited, then moved', [entry(3), entry(5, { replaces: 3 }), entry(6, { replaces: 5, swapsWith: 2 })], 3],
    ['an edit of a message that the log does not hold', [entry(5, { replaces: 4 })], 4],
    ['an edit that names itself', [entry(5, { replaces: 5 })], 5],
    ['an edit that names a later one', [entry(5, { replaces: 6 }), entry(6, { replaces: 5 })], 5],
  ])('knows the id that a message had first: %s', (_, entries, first) => {
    expect(firstQueuedIds({ queue: entries.slice(-1), entries })).toEqual([first]);
  });

  it('is the same replayed whole and entry by entry, and holds each message once', () => {
    const change = fc.record(
      { replaces: fc.integer({ min: 1, max: 12 }), swapsWith: fc.integer({ min: 1, max: 12 }) },
      { requiredKeys: [] },
    );
    const log = fc.array(fc.oneof(fc.constant({}), change, fc.integer({ min: 1, max: 12 })), { maxLength: 12 });
    fc.assert(
      fc.property(log, (acts) => {
        const whole = new QueueOrder([]);
        let meta = EMPTY_META;
        let added = 0;
        for (const [index, act] of acts.entries()) {
          const id = entryId(index + 1);
          if (typeof act === 'number') {
            const before = whole.inOrder().length;
            whole.remove(entryId(act));
            added -= before - whole.inOrder().length;
            meta = metaAfter(meta, { type: 'unqueued', id, at: 0, queued: entryId(act) });
            continue;
          }
          if (!('replaces' in act) || act.replaces === undefined) added += 1;
          whole.add(entry(index + 1, act));
          meta = metaAfter(meta, entry(index + 1, act));
        }
        expect(whole.inOrder()).toHaveLength(added);
        expect(meta.queue).toEqual(whole.inOrder());
      }),
      { numRuns: 500 },
    );
  });
});
