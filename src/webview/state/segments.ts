/** Splits the thread's rows into segments of one fate (what a compaction did to them); long ones fold into one line. */
import type { RowFate, StatusRun } from '../../core/view/row.ts';

/** Segments of at least this many rows fold, above the newest compaction. */
const FOLD_FROM = 8;

/** Rows `from` up to, not including, `to`. */
export interface RowSegment {
  readonly from: number;
  readonly to: number;
  readonly fate: RowFate;
  readonly above: boolean;
  readonly fold: boolean;
  readonly open: boolean;
}

/** Whether the model has the row word for word, or was never sent it. */
export const IS_UNTOUCHED: Readonly<Record<RowFate, boolean>> = {
  kept: true,
  silent: true,
  native: false,
  summarized: false,
  replaced: false,
  collapsed: false,
  trimmed: false,
  dropped: false,
  left: false,
};

/** Whether the row is drawn in two lines: only what left the context is, and what the model still has is drawn in full. */
export function isClamped({ fate, above }: { readonly fate: RowFate; readonly above: boolean }): boolean {
  return above && !IS_UNTOUCHED[fate];
}

/** Whether the row has a badge: where the model does not have it word for word, and above a compaction also where it has. */
export function isMarked(fate: RowFate, above: boolean): boolean {
  return !IS_UNTOUCHED[fate] || (above && fate === 'kept');
}

export function segmentsOf(statuses: readonly StatusRun[], openFolds: ReadonlySet<number>): RowSegment[] {
  const segments: RowSegment[] = [];
  let from = 0;
  let start = 0;
  statuses.forEach(({ count, fate, above }, i) => {
    const next = statuses[i + 1];
    from += count;
    if (next && next.fate === fate && next.above === above) return;
    const fold = isClamped({ fate, above }) && from - start >= FOLD_FROM;
    if (from > start) segments.push({ from: start, to: from, fate, above, fold, open: fold && openFolds.has(start) });
    start = from;
  });
  return segments;
}

/** The closed fold that a row lies in. */
export function foldOver(segments: readonly RowSegment[], index: number): RowSegment | undefined {
  const segment = segmentAt(segments, index);
  return segment?.fold && !segment.open ? segment : undefined;
}

/** The segment that holds a row, by binary search; undefined outside the thread. */
export function segmentAt(segments: readonly RowSegment[], index: number): RowSegment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (!segment || index < segment.from) high = middle - 1;
    else if (index >= segment.to) low = middle + 1;
    else return segment;
  }
  return undefined;
}
