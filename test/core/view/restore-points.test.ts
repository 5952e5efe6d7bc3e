/** The places that a person may restore to. */

import { expect, it } from 'vitest';
import type { Entry, FileEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { restorePoints } from '../../../src/core/view/restore-points.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { typed } from '../../extension/storage/sample-entries.ts';

function change(id: number, path: string): FileEntry {
  return { id: entryId(id), at: id, type: 'file', path, before: null, seal: '' };
}

const message = (id: number, origin: 'tools' | 'model'): Entry => ({
  id: entryId(id),
  at: id,
  type: 'message',
  origin,
  blocks: [],
});

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
  const points = restorePoints(thread);
  expect(points.map((one) => [one.type === 'typed' && one.text, one.files, one.isLeft])).toEqual([
    ['three', 0, false],
    ['two', 1, true],
    ['one', 2, false],
  ]);
});

it('are the rounds of tools that changed files, too', () => {
  const thread = replay([
    typed(1, 'go'),
    message(2, 'model'),
    message(3, 'tools'),
    message(4, 'model'),
    change(5, '/w/a'),
    change(6, '/w/b'),
    change(7, '/w/b'),
    message(8, 'tools'),
    message(9, 'model'),
    change(10, '/w/c'),
    message(11, 'tools'),
    message(12, 'model'),
    { id: entryId(13), at: 13, type: 'file_restore', to: entryId(8), state: 'begun' },
    change(14, '/w/c'),
    { id: entryId(15), at: 15, type: 'file_restore', to: entryId(8), state: 'ended' },
  ]);
  expect(restorePoints(thread)).toEqual([
    { type: 'round', entry: 11, at: 11, files: 1, isLeft: false, paths: ['/w/c'] },
    { type: 'round', entry: 8, at: 8, files: 1, isLeft: false, paths: ['/w/a', '/w/b'] },
    { type: 'typed', entry: 1, at: 1_001, files: 3, isLeft: false, text: 'go' },
  ]);
});

it('cost one pass over a log of 100,000 entries', () => {
  const entries = Array.from({ length: 100_000 }, (_, at) =>
    at % 2 ? typed(at + 1, 'x') : change(at + 1, `/w/${at}`),
  );
  expect(restorePoints(replay(entries))).toHaveLength(50_000);
});

it('a restore of files has a row that says how many changed, unless none did', () => {
  const began = (id: number) =>
    ({ id: entryId(id), at: id, type: 'file_restore', to: entryId(1), state: 'begun' }) as const;
  const ended = (id: number) => ({ ...began(id), state: 'ended' }) as const;
  const after = { hash: 'a'.repeat(64) };
  const thread = replay([
    typed(1, 'go'),
    { ...change(2, 'a'), after },
    began(3),
    { ...change(4, 'a'), after },
    { ...change(5, 'a'), folder: '/w', after },
    { ...change(6, 'b'), after: null },
    ended(7),
    began(8),
    ended(9),
    began(10),
  ]);
  const rows = projectRows(thread).rows.filter((row) => row.type === 'restore');
  expect(rows).toMatchObject([{ key: '7', to: 1, files: 2 }]);
});
