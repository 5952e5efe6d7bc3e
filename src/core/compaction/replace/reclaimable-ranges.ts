/** Finds the ranges that a model could replace with the `compact` tool, and describes them for it (R16). */
import type { List } from '../../lang/grow-list.ts';
import type { ContextItem } from '../../thread/items.ts';
import type { Thread } from '../../thread/thread.ts';
import { legalCuts, newestTyped } from '../../thread/turns.ts';
import { mustKeep } from '../keep.ts';

export interface ReclaimableRange {
  /** Absent: from the start. */
  readonly from?: string;
  readonly to: string;
  readonly tokens: number;
  readonly toolResults: number;
}

/**
 * Tokens of a range that a call may replace: what a call must free at least, and as much again for its summary. Smaller
 * neighbours are joined.
 */
const LEAST_TOKENS = 2_000;

/**
 * Ranges between checkpoints in order, none over the newest typed message, what is pinned or the newest round, and each large enough that
 * a call for it is accepted (`compact-policy.ts`). `factor`: as in `Measure`.
 */
export function reclaimableRanges(
  { items, pins }: Pick<Thread, 'items' | 'pins'>,
  factor = 1,
): readonly ReclaimableRange[] {
  const least = LEAST_TOKENS / factor;
  const cuts = legalCuts(items);
  const newest = newestTyped(items);
  const { islands, pending } = mustKeep(items, cuts, pins);
  const stays = (at: number) => at === newest || islands.some(({ from, to }) => from <= at && at < to);
  const ranges: ReclaimableRange[] = [];
  let open: OpenRange = { from: undefined, start: 0, tokens: 0, toolResults: 0 };
  for (const [at, item] of items.slice(0, pending).entries()) {
    const to = checkpointOf(item);
    if (stays(at) || (to !== undefined && open.start === Number.POSITIVE_INFINITY)) open = openAfter(at, to, cuts);
    else if (at >= open.start) {
      open = { ...open, tokens: open.tokens + item.tokens, toolResults: open.toolResults + countResults(item) };
      if (to === undefined || !cuts[at + 1] || open.tokens < least || at === items.length - 1) continue;
      const { from, tokens, toolResults } = open;
      ranges.push({ ...(from !== undefined && { from }), to, tokens, toolResults });
      open = openAfter(at, to, cuts);
    }
  }
  return ranges;
}

/** A range that is being gathered; `start` is the first item that it may cover. */
interface OpenRange {
  readonly from: string | undefined;
  readonly start: number;
  readonly tokens: number;
  readonly toolResults: number;
}

function openAfter(at: number, from: string | undefined, cuts: readonly boolean[]): OpenRange {
  const start = from === undefined ? Number.POSITIVE_INFINITY : cuts.indexOf(true, at + 1);
  return { from, start, tokens: 0, toolResults: 0 };
}

function checkpointOf({ message }: ContextItem): string | undefined {
  const last = message.blocks.at(-1);
  return last?.type === 'checkpoint' ? last.id : undefined;
}

/** The map as the model reads it, newest last; empty when there is nothing worth a call. */
export function describeMap(ranges: readonly ReclaimableRange[]): string {
  if (ranges.length === 0) return '';
  const lines = ranges.map(
    ({ from, to, tokens, toolResults }) =>
      `- from ${from ?? 'the start'} to ${to}: about ${Math.round(tokens / 100) / 10}k tokens, ${toolResults} tool results`,
  );
  return `${MAP_HEAD}\n${lines.join('\n')}`;
}

const MAP_HEAD = 'Your context fills. With the compact tool you can replace:';

/** Whether the context holds a map already. */
export function holdsMap(items: List<ContextItem>): boolean {
  return items.some(({ message }) =>
    message.blocks.some((block) => block.type === 'reminder' && block.text.startsWith(MAP_HEAD)),
  );
}

function countResults(item: ContextItem): number {
  return item.message.blocks.filter((block) => block.type === 'tool_result').length;
}
