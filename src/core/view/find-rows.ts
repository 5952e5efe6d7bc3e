/** Searches the rows of a thread for a text, one page at a time, and finds the next row of a kind (a turn, a compaction). */
import type { Thread } from '../thread/thread.ts';
import type { Row, RowKind } from './row.ts';
import { type PairedRowText, pairedRowText } from './rows.ts';

export interface FoundRow {
  readonly index: number;
  readonly key: string;
}

export interface FoundRows {
  readonly hits: readonly FoundRow[];
  /** The index at which the search goes on; null at the end of the thread. */
  readonly next: number | null;
}

/** UTF-16 units that one call searches, about 20 ms, and rows that it finds at most. */
const MOST_SEARCHED = 4_000_000;
const MOST_FOUND = 200;

/** Rows from index `from` on whose whole texts hold `text`, whatever its case. Stops after about 4 million characters. */
export function findRows(thread: Thread, rows: readonly Row[], text: string, from: number): FoundRows {
  const wanted = text.toLowerCase();
  const textOf = pairedRowText(thread);
  const hits: FoundRow[] = [];
  let searched = 0;
  for (let index = Math.max(0, from); index < rows.length; index++) {
    if (searched > MOST_SEARCHED || hits.length >= MOST_FOUND) return { hits, next: index };
    const row = rows[index];
    if (!row) break;
    for (const part of textsOf(row, textOf)) {
      searched += part.length;
      if (!part.toLowerCase().includes(wanted)) continue;
      hits.push({ index, key: row.key });
      break;
    }
  }
  return { hits, next: null };
}

function* textsOf(row: Row, textOf: PairedRowText): Generator<string> {
  switch (row.type) {
    case 'tool':
      yield row.subject;
      yield textOf(row.key, 'input') ?? '';
      yield textOf(row.key, 'result') ?? '';
      return;
    case 'marker':
      yield textOf(row.key, 'summary') ?? '';
      return;
    case 'attempt':
      yield row.detail ?? '';
      return;
    case 'switch':
      yield `${row.from} → ${row.to}`;
      return;
    case 'restore':
      return;
    default:
      yield textOf(row.key, 'body') ?? '';
  }
}

/** The index of the next row of a kind after the one at `from`, or before it; undefined when no such row follows. A turn begins with a typed message. */
export function nextRow(rows: readonly Row[], kind: RowKind, from: number, back: boolean): number | undefined {
  const step = back ? -1 : 1;
  const start = Math.min(Math.max(from, -1), rows.length);
  for (let index = start + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index];
    if (kind === 'marker' ? row?.type === 'marker' : row?.type === 'user' && row.origin === 'typed') return index;
  }
  return undefined;
}
