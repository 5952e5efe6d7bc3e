/** The places that a person may restore to. */
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { restorePoints } from '../../../src/core/view/restore-points.ts';
import { typed } from '../../extension/storage/sample-entries.ts';

function change(id: number, path: string): Entry {
  return { id: entryId(id), at: id, type: 'file', path, before: null, seal: '' };
}

it('are the messages that a person typed, the newest first, with how many files changed since', () => {
  const thread = replay([
    typed(1, 'one'),
    change(2, '/w/a'),
    change(3, '/w/a'),
    typed(4, 'two'),
    change(5, '/w/b'),
    { id: entryId(6), at: 6, type: 'restore', to: entryId(1) },
    typed(7, 'three'),
  ]);
  expect(restorePoints(thread).map(({ text, files, isLeft }) => [text, files, isLeft])).toEqual([
    ['three', 0, false],
    ['two', 1, true],
    ['one', 2, false],
  ]);
});

it('cost one pass over a log of 100,000 entries', () => {
  const entries = Array.from({ length: 100_000 }, (_, at) =>
    at % 2 ? typed(at + 1, 'x') : change(at + 1, `/w/${at}`),
  );
  expect(restorePoints(replay(entries))).toHaveLength(50_000);
});
