/** The state of the find bar: what is looked for, and the rows that hold it. */
import type { FoundRow } from '../../core/view/find-rows.ts';

export interface FindState {
  readonly text: string;
  /** In the order of the thread. */
  readonly hits: readonly FoundRow[];
  /** The index in `hits` of the row that is shown; -1 before one is. */
  readonly at: number;
  /** Rows from the start of the thread that were searched. */
  readonly searched: number;
  readonly isSearching: boolean;
}

export const NO_FIND: FindState = { text: '', hits: [], at: -1, searched: 0, isSearching: false };

/** Rows that a search finds at most; beyond it the count says "more". */
export const MOST_HITS = 1_000;

/** The index in `hits` after a step; from none it is the first hit at or below the row `top`, or the last one above it going back. */
export function stepFrom({ hits, at }: FindState, back: boolean, top: number): number {
  if (hits.length === 0) return -1;
  if (at >= 0) return (at + (back ? -1 : 1) + hits.length) % hits.length;
  const below = hits.findIndex(({ index }) => index >= top);
  if (back) return (below < 0 ? hits.length : below || hits.length) - 1;
  return below < 0 ? hits.length - 1 : below;
}
