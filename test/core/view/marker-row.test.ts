/** What a marker says of the thread around it. */
import { expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, type Thread } from '../../../src/core/thread/thread.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { perform } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const compact = (thread: Thread) =>
  perform(thread, { type: 'compact', config: { ...DEFAULT_CONFIG, strategy: 'extract' }, target: 8_000 });

it('an undone compaction that a later one covers does not say that its turns are sent again', () => {
  const first = compact(work(30, 3_000));
  const undo = planUndo(first, first.compactions.at(-1)?.id ?? entryId(0));
  if (!undo.ok) throw new Error('no undo');
  const undone = append(first, { ...undo.value, id: nextId(first), at: 0 });
  const again = compact(undone);
  const markers = (thread: Thread) => projectRows(thread).rows.flatMap((row) => (row.type === 'marker' ? [row] : []));
  expect(markers(undone)).toMatchObject([{ state: 'undone' }]);
  expect(markers(undone)[0]).not.toHaveProperty('inside');
  const [, later] = again.compactions;
  expect(markers(again)).toMatchObject([{ state: 'undone', inside: later?.id }, { state: 'done' }]);
});
