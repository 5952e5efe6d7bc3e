/** The map that a model gets when its window fills: what it could replace, and what each range holds (R16). */
import type { ContextItem } from '../../thread/items.ts';
import type { Thread } from '../../thread/thread.ts';
import { legalCuts, newestTyped } from '../../thread/turns.ts';

export interface ReclaimableRange {
  /** Absent: from the start. */
  readonly from?: string;
  readonly to: string;
  readonly tokens: number;
  readonly toolResults: number;
}

/** The map is given once the context has reached this share of the trigger. */
export const MAP_SHARE = 0.6;
/** Ranges of this many tokens are worth a line; smaller neighbours are joined. */
const WORTH = 2_000;

/** Ranges between checkpoints in order, none over the newest typed message or the newest round, each worth a line. */
export function reclaimableRanges({ items }: Pick<Thread, 'items'>): readonly ReclaimableRange[] {
  const cuts = legalCuts(items);
  const newest = newestTyped(items);
  const ranges: ReclaimableRange[] = [];
  let from: string | undefined;
  let tokens = 0;
  let toolResults = 0;
  for (const [at, item] of items.entries()) {
    const last = item.message.blocks.at(-1);
    const to = last?.type === 'checkpoint' ? last.id : undefined;
    if (at === newest) {
      from = to;
      tokens = 0;
      toolResults = 0;
      continue;
    }
    tokens += item.tokens;
    toolResults += countResults(item);
    const isNewest = at === items.length - 1;
    if (to === undefined || !cuts[at + 1] || isNewest) continue;
    const worth = tokens >= WORTH || at + 1 === newest;
    if (!worth) continue;
    if (tokens > 0) ranges.push({ ...(from !== undefined && { from }), to, tokens, toolResults });
    from = to;
    tokens = 0;
    toolResults = 0;
  }
  return ranges;
}

/** The map as the model reads it, newest last; empty when there is nothing worth a call. */
export function describeMap(ranges: readonly ReclaimableRange[]): string {
  if (ranges.length === 0) return '';
  const lines = ranges.map(
    ({ from, to, tokens, toolResults }) =>
      `- from ${from ?? 'the start'} to ${to}: about ${Math.round(tokens / 100) / 10}k tokens, ${toolResults} tool results`,
  );
  return `Your context fills. With the compact tool you can replace:\n${lines.join('\n')}`;
}

function countResults(item: ContextItem): number {
  return item.message.blocks.filter((block) => block.type === 'tool_result').length;
}
