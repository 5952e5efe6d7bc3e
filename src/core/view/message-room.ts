/** Computes how many tokens a message may add to the next request. */
import type { Meter, SegmentKind } from './meter.ts';

/** What no compaction takes out of a context. */
const STAYS: ReadonlySet<SegmentKind> = new Set(['system', 'tools', 'instructions', 'server', 'pins']);

/**
 * Where a compaction makes room by itself, what it leaves does not count, which is the most that it can make; else the whole context
 * counts. Undefined where the window is not known.
 */
export function roomForMessage(
  meter: Pick<Meter, 'window' | 'reserve' | 'tokens' | 'auto' | 'segments'>,
): number | undefined {
  const { window, reserve, tokens, auto, segments } = meter;
  if (window === undefined) return undefined;
  const held = auto ? segments.reduce((sum, one) => sum + (STAYS.has(one.kind) ? one.tokens : 0), 0) : tokens;
  return Math.max(0, window - reserve - held);
}
