/** Resolves pairs of checkpoint ids to ranges of context items (R6, R7, R10, R11). */
import type { List } from '../../lang/grow-list.ts';
import { err, ok, type Result } from '../../lang/result.ts';
import type { EntryId } from '../../thread/entry-id.ts';
import type { ContextItem } from '../../thread/items.ts';
import type { Thread } from '../../thread/thread.ts';
import { legalCuts } from '../../thread/turns.ts';
import type { Replacement } from './replacement.ts';

/** Items of the context, the end excluded. */
export interface ItemRange {
  readonly from: number;
  readonly to: number;
}

export type RangeProblem =
  | { readonly type: 'unknown-id'; readonly id: string; readonly working: readonly string[] }
  /** A live compaction has taken it out of the context. */
  | { readonly type: 'consumed'; readonly id: string; readonly by: EntryId; readonly working: readonly string[] }
  | { readonly type: 'reversed'; readonly from: string; readonly to: string }
  | { readonly type: 'empty'; readonly from: string | undefined; readonly to: string | undefined }
  /** The range would take results that the model has not read; `lastTo`: the last checkpoint before them. */
  | { readonly type: 'running-round'; readonly to: string; readonly lastTo?: string }
  | { readonly type: 'overlap'; readonly first: number; readonly second: number };

/** The checkpoints that stand in the context, in order, each with the index of the item that it ends. */
export function checkpointsInContext(items: List<ContextItem>): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, { message }] of items.entries())
    for (const block of message.blocks) if (block.type === 'checkpoint') places.set(block.id, at);
  return places;
}

/**
 * The items that each replacement covers, against the thread as it is. A range that ends inside a round grows to the whole
 * round; one that starts inside a round starts after it, since the `from` message keeps its content (R7). Ranges that
 * overlap, or that pass the item `end`, are refused; nothing is done by halves (R11).
 */
export function findRanges(
  thread: Thread,
  replacements: readonly Replacement[],
  end = thread.items.length,
): Result<readonly ItemRange[], RangeProblem> {
  const places = checkpointsInContext(thread.items);
  const cuts = legalCuts(thread.items);
  const ranges: ItemRange[] = [];
  for (const { from, to } of replacements) {
    const range = findRange({ thread, places, cuts, end }, from, to);
    if (!range.ok) return range;
    const other = ranges.findIndex((r) => r.from < range.value.to && range.value.from < r.to);
    if (other >= 0) return err({ type: 'overlap', first: other, second: ranges.length });
    ranges.push(range.value);
  }
  return ok(ranges);
}

interface Places {
  readonly thread: Thread;
  readonly places: ReadonlyMap<string, number>;
  readonly cuts: readonly boolean[];
  readonly end: number;
}

function findRange(
  { thread, places, cuts, end }: Places,
  from: string | undefined,
  to: string | undefined,
): Result<ItemRange, RangeProblem> {
  for (const id of [from, to]) if (id !== undefined && !places.has(id)) return err(missing(thread, places, id));
  const first = from === undefined ? 0 : (places.get(from) ?? 0) + 1;
  const last = to === undefined ? end : (places.get(to) ?? 0) + 1;
  if (from !== undefined && to !== undefined && last < first) return err({ type: 'reversed', from, to });
  const start = cuts.indexOf(true, first);
  const stop = cuts.indexOf(true, last);
  if (to !== undefined && stop > end) return err({ type: 'running-round', to, ...lastBefore(places, end) });
  return start < stop ? ok({ from: start, to: stop }) : err({ type: 'empty', from, to });
}

/** The last checkpoint of the items before `end`. */
function lastBefore(places: ReadonlyMap<string, number>, end: number): { readonly lastTo?: string } {
  const last = [...places].findLast(([, at]) => at < end);
  return last ? { lastTo: last[0] } : {};
}

function missing(thread: Thread, places: ReadonlyMap<string, number>, id: string): RangeProblem {
  const working = [...places.keys()];
  const entry = thread.messages.find((m) => m.blocks.some((b) => b.type === 'checkpoint' && b.id === id));
  if (!entry) return { type: 'unknown-id', id, working };
  const over = thread.edits.entries.find(({ edit }) => edit.span.from <= entry.id && entry.id <= edit.span.to);
  return over ? { type: 'consumed', id, by: over.compaction.id, working } : { type: 'unknown-id', id, working };
}
