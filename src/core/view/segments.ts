/** Splits the measure of a context into its categories, as gauge and preview show them. */
import { type BaseTokens, type Measure, shareOf } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { EMPTY_TALLY, sumTallies, type Tally, totalOf } from '../tokens/tally.ts';
import { SEGMENTS, type Segment } from './meter.ts';

/** A smaller share that only the provider counts is what our estimate is off by. */
const SHOWN_SHARE = 0.02;

/**
 * Whole numbers that sum to the measure: rounded down, what is left goes to the largest remainders. `isServerShown`: what only the
 * provider counts is a part of its own however small it is, so that the other parts of two contexts can be compared.
 */
export function meterSegments(
  thread: Thread,
  measured: Measure,
  base: BaseTokens,
  isServerShown = false,
): readonly Segment[] {
  const pins = pinnedTally(thread);
  const { tokens } = measured;
  const server = serverTokens(measured, isServerShown);
  const share = shareOf(thread, { tokens, serverOverhead: server }, base);
  const estimates: Readonly<Record<Segment['kind'], number>> = {
    ...base,
    server: 0,
    summary: thread.tally.summary,
    messages: thread.tally.messages - pins.messages,
    toolResults: thread.tally.toolResults - pins.toolResults,
    attachments: thread.tally.attachments - pins.attachments,
    pins: totalOf(pins),
  };
  const exact = SEGMENTS.map((kind) => ({ kind, tokens: kind === 'server' ? server : estimates[kind] * share }));
  const floors = exact.map((part) => ({ ...part, whole: Math.floor(part.tokens) }));
  let left = tokens - floors.reduce((sum, part) => sum + part.whole, 0);
  const byRemainder = [...floors].sort((a, b) => b.tokens - b.whole - (a.tokens - a.whole));
  const more = new Map<Segment['kind'], number>();
  for (const part of byRemainder) if (left > 0 && part.tokens > 0) more.set(part.kind, Math.sign(left--));
  return floors
    .map(({ kind, whole }) => ({ kind, tokens: whole + (more.get(kind) ?? 0) }))
    .filter((segment) => segment.tokens > 0);
}

function serverTokens({ tokens, serverOverhead: extra }: Measure, isShown: boolean): number {
  return isShown || extra >= SHOWN_SHARE * tokens ? extra : 0;
}

/** What the pinned messages take of each part, as far as they stand in the context. */
function pinnedTally({ items, pins }: Thread): Tally {
  if (pins.size === 0) return EMPTY_TALLY;
  return sumTallies(items.filter((item) => item.type === 'entry' && pins.has(item.entry.id)));
}
