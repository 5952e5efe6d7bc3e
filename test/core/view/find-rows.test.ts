/** The search in a thread's rows: whole texts, a part at a time; the next row of a kind. */
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { findRows, nextRow } from '../../../src/core/view/find-rows.ts';
import { projectRows } from '../../../src/core/view/rows.ts';

function said(id: number, text: string, origin: 'typed' | 'model' = 'typed'): Entry {
  return { id: entryId(id), at: id, type: 'message', origin, blocks: [{ type: 'text', text }] };
}

const LONG = `${'word '.repeat(100_000)}NEEDLE`;
const thread = replay([
  said(1, 'Where is the needle?'),
  {
    id: entryId(2),
    at: 2,
    type: 'message',
    origin: 'model',
    blocks: [{ type: 'tool_use', id: 'c', name: 'run_command', input: { command: 'grep hay' } }],
  },
  {
    id: entryId(3),
    at: 3,
    type: 'message',
    origin: 'tools',
    blocks: [{ type: 'tool_result', toolUseId: 'c', content: [{ type: 'text', text: LONG }] }],
  },
  said(4, 'In the hay.', 'model'),
  said(5, 'Thanks.'),
]);
const { rows } = projectRows(thread);

it('finds in messages, calls and whole results, whatever the case', () => {
  expect(findRows(thread, rows, 'Needle', 0)).toEqual({
    hits: [
      { index: 0, key: '1' },
      { index: 1, key: '2.0' },
    ],
    next: null,
  });
  expect(findRows(thread, rows, 'hay', 0).hits.map(({ index }) => index)).toEqual([1, 2]);
  expect(findRows(thread, rows, 'hay', 2).hits.map(({ index }) => index)).toEqual([2]);
  expect(findRows(thread, rows, 'nowhere', 0)).toEqual({ hits: [], next: null });
  expect(findRows(thread, rows, 'hay', 99)).toEqual({ hits: [], next: null });
});

it('stops after some millions of characters or 200 rows, and goes on from there', () => {
  const many = replay(Array.from({ length: 500 }, (_, i) => said(i + 1, `line ${i}`)));
  const all = projectRows(many).rows;
  const found: number[] = [];
  let asked = 0;
  for (let next: number | null = 0; next !== null; asked++) {
    const page = findRows(many, all, 'line', next);
    found.push(...page.hits.map(({ index }) => index));
    next = page.next;
  }
  expect(found).toEqual(all.map((_, i) => i));
  expect(asked).toBe(3);
  const huge = replay(Array.from({ length: 20 }, (_, i) => said(i + 1, LONG)));
  expect(findRows(huge, projectRows(huge).rows, 'nowhere', 0).next).toBe(8);
});

it('knows the next row of a kind on both sides', () => {
  expect(nextRow(rows, 'turn', 0, false)).toBe(3);
  expect(nextRow(rows, 'turn', 99, true)).toBe(3);
  expect(nextRow(rows, 'turn', 3, true)).toBe(0);
  expect(nextRow(rows, 'turn', 0, true)).toBeUndefined();
  expect(nextRow(rows, 'marker', 99, true)).toBeUndefined();
});
