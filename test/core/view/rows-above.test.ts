/** Which rows count as above a compaction: not those of the turn before it, which a person may be reading. */
import { expect, test } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { typed } from '../../extension/storage/sample-entries.ts';

const reply = (id: number): Entry => ({
  id: entryId(id),
  at: id,
  type: 'message',
  origin: 'model',
  blocks: [{ type: 'text', text: `Reply ${id}.` }],
});

function compaction(id: number, from: number, to: number): Entry {
  const span = { from: entryId(from), to: entryId(to) };
  return {
    id: entryId(id),
    at: id,
    type: 'compaction',
    trigger: 'manual',
    strategy: 'extract',
    steps: [],
    edits: [
      {
        type: 'entries',
        span,
        fate: 'summarized',
        replacement: [{ role: 'user', blocks: [{ type: 'text', text: 'S' }] }],
      },
    ],
  };
}

const aboveOf = (entries: readonly Entry[]) =>
  projectRows(replay(entries)).statuses.flatMap(({ count, above }) => Array.from({ length: count }, () => above));

test('the turn before a compaction never folds, and stays so when the thread goes on', () => {
  const entries = [typed(1, 'one'), reply(2), typed(3, 'two'), reply(4), compaction(5, 1, 2)];
  expect(aboveOf(entries)).toEqual([true, true, false, false, false]);
  expect(aboveOf([...entries, typed(6, 'three'), reply(7)]).slice(0, 5)).toEqual([true, true, false, false, false]);
});

test('a compaction in a thread with one turn folds nothing', () => {
  expect(aboveOf([typed(1, 'one'), reply(2), reply(3), compaction(4, 2, 2)])).not.toContain(true);
});
