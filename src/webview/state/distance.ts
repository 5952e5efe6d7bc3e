/** What the gauge leads with: how far the context is from the next thing that happens to it. */
import { dueOf, type Meter } from '../../core/view/meter.ts';

export type Distance =
  /** No setting and no table knows the window (R41). */
  | { readonly type: 'unknown' }
  | { readonly type: 'empty'; readonly window: number }
  /** Tokens until compaction acts by itself. */
  | { readonly type: 'until'; readonly tokens: number }
  /** Past the trigger, compaction acts with the next request. */
  | { readonly type: 'due' }
  /** Compaction is by hand: tokens until the next request no longer fits. */
  | { readonly type: 'left'; readonly tokens: number }
  /** The next request with its reserve is this much larger than the window. */
  | { readonly type: 'over'; readonly tokens: number };

/** R23's measure against the window; the reserve is part of the limit. */
export function distanceOf(meter: Meter): Distance {
  const { tokens, window, reserve, auto } = meter;
  const trigger = dueOf(meter);
  if (window === undefined) return { type: 'unknown' };
  const left = window - reserve - tokens;
  if (left < 0) return { type: 'over', tokens: -left };
  if (tokens === 0) return { type: 'empty', window };
  if (!auto || trigger === undefined) return { type: 'left', tokens: left };
  return tokens < trigger ? { type: 'until', tokens: trigger - tokens } : { type: 'due' };
}
