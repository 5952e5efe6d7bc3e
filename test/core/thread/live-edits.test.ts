/** Which edits show: the outermost live ones; and which can not be live together. */
import { describe, expect, it } from 'vitest';
import type { BlockEdit, EntryEdit } from '../../../src/core/thread/edit.ts';
import type { CompactionEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { liveEdits, overlapPartly } from '../../../src/core/thread/live-edits.ts';

function entries(from: number, to: number): EntryEdit {
  return { type: 'entries', span: { from: entryId(from), to: entryId(to) }, fate: 'summarized', replacement: [] };
}

function blocks(entry: number, from: number, to: number): BlockEdit {
  return { type: 'blocks', span: { entry: entryId(entry), from, to }, fate: 'trimmed', replacement: [] };
}

function compaction(id: number, ...edits: CompactionEntry['edits']): CompactionEntry {
  const told = { trigger: 'manual', strategy: 'extract', steps: [] } as const;
  return { type: 'compaction', id: entryId(id), at: 0, ...told, edits };
}

const spans = (...compactions: readonly CompactionEntry[]) =>
  liveEdits(compactions, new Set()).entries.map((one) => [one.compaction.id, one.edit.span.from, one.edit.span.to]);

describe('liveEdits', () => {
  it.each<[string, readonly CompactionEntry[], readonly (readonly number[])[]]>([
    [
      'disjoint ones all, in the order of the log',
      [compaction(20, entries(5, 6)), compaction(21, entries(1, 2), entries(3, 4))],
      [
        [21, 1, 2],
        [21, 3, 4],
        [20, 5, 6],
      ],
    ],
    [
      'a wider one in place of those inside it',
      [compaction(20, entries(2, 3)), compaction(21, entries(1, 4))],
      [[21, 1, 4]],
    ],
    [
      'a wider one that begins where it does',
      [compaction(20, entries(1, 3)), compaction(21, entries(1, 4))],
      [[21, 1, 4]],
    ],
    [
      'a wider one that ends where it does',
      [compaction(20, entries(2, 4)), compaction(21, entries(1, 4))],
      [[21, 1, 4]],
    ],
    ['the later of two of one span', [compaction(20, entries(1, 4)), compaction(21, entries(1, 4))], [[21, 1, 4]]],
    [
      'one that begins right after another',
      [compaction(20, entries(1, 4)), compaction(21, entries(5, 5))],
      [
        [20, 1, 4],
        [21, 5, 5],
      ],
    ],
    ['one that covers the first entry alone', [compaction(20, entries(1, 1))], [[20, 1, 1]]],
  ])('shows %s', (_, compactions, expected) => expect(spans(...compactions)).toEqual(expected));

  it('shows what lies inside an edit once that is undone', () => {
    const both = [compaction(20, entries(2, 3)), compaction(21, entries(1, 4), blocks(6, 0, 0))];
    const { entries: whole, blocks: parts } = liveEdits(both, new Set([entryId(21)]));
    expect(whole.map(({ compaction: { id } }) => id)).toEqual([20]);
    expect(parts.size).toBe(0);
  });

  it('shows edits of blocks by their entry, the outermost, from the first block on', () => {
    const both = [compaction(20, blocks(3, 2, 2), blocks(4, 0, 0)), compaction(21, blocks(3, 0, 0), blocks(3, 1, 3))];
    const parts = [...liveEdits(both, new Set()).blocks].map(([entry, edits]) => [
      entry,
      ...edits.map(({ edit }) => `${edit.span.from}-${edit.span.to}`),
    ]);
    expect(parts).toEqual([
      [3, '0-0', '1-3'],
      [4, '0-0'],
    ]);
  });
});

describe('overlapPartly', () => {
  it.each<[string, Parameters<typeof overlapPartly>, boolean]>([
    ['one that ends inside the other', [entries(1, 4), entries(3, 8)], true],
    ['one that ends with the first of the other', [entries(1, 3), entries(3, 8)], true],
    ['neighbours', [entries(1, 3), entries(4, 8)], false],
    ['one inside the other', [entries(1, 8), entries(3, 4)], false],
    ['one that begins where the other does', [entries(1, 8), entries(1, 4)], false],
    ['one that ends where the other does', [entries(1, 8), entries(5, 8)], false],
    ['the same span', [entries(1, 8), entries(1, 8)], false],
    ['blocks of one entry', [blocks(3, 0, 2), blocks(3, 1, 4)], true],
    ['blocks of two entries', [blocks(3, 0, 2), blocks(4, 1, 4)], false],
    ['blocks and entries', [blocks(3, 0, 2), entries(1, 4)], false],
  ])('%s', (_, [a, b], expected) => {
    expect(overlapPartly(a, b)).toBe(expected);
    expect(overlapPartly(b, a)).toBe(expected);
  });
});
