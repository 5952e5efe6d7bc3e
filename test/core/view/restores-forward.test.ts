/** The row of a restore says which way the thread went. */
import { expect, it } from 'vitest';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { work } from '../arbitrary/work.ts';

const restored = (thread: Thread, to: number) =>
  append(thread, { type: 'restore', to: entryId(to), id: nextId(thread), at: 0 });

it('goes back with a restore, forward with its undo, and back again with the next', () => {
  const thread = work(3, 100);
  const end = thread.entries.at(-1)?.id ?? 0;
  const back = restored(thread, 2);
  const again = restored(restored(back, end), 2);
  const rows = projectRows(again).rows.flatMap((row) => (row.type === 'restore' ? [row.forward ?? false] : []));
  expect(rows).toEqual([false, true, false]);
});
