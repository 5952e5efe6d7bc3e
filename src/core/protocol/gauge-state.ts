/** The one state of the context that the gauge, the context card and the status bar show. */
import { dueOf, type Meter, type MeterTone } from '../view/meter.ts';
import { type Busy, isCompacting } from './panel-state.ts';

export type GaugeState =
  /** A compaction runs, by itself or because a person asked for it. */
  | { readonly type: 'compacting' }
  /** The context window is neither set nor known for the model (R41). */
  | { readonly type: 'unknown' }
  | { readonly type: 'empty'; readonly window: number }
  /** Tokens until the automatic compaction. */
  | { readonly type: 'until'; readonly tokens: number }
  /** The trigger is passed: the next request compacts first. */
  | { readonly type: 'due' }
  /** Automatic compaction is off: tokens until the next request no longer fits. */
  | { readonly type: 'left'; readonly tokens: number }
  /** The next request can't be sent: with its reserve it is this much larger than the window. */
  | { readonly type: 'over'; readonly tokens: number };

/** Compares the measured tokens (R23) with the window less its reserve. */
export function gaugeState(meter: Meter, busy: Busy | undefined): GaugeState {
  const { tokens, window, reserve, auto } = meter;
  if (isCompacting(busy)) return { type: 'compacting' };
  const trigger = dueOf(meter);
  if (window === undefined) return { type: 'unknown' };
  const left = window - reserve - tokens;
  if (meter.tone === 'over') return { type: 'over', tokens: Math.max(1, -left) };
  if (tokens === 0) return { type: 'empty', window };
  if (!auto || trigger === undefined) return { type: 'left', tokens: Math.max(0, left) };
  return tokens < trigger ? { type: 'until', tokens: trigger - tokens } : { type: 'due' };
}

/** Calm while a compaction runs. */
export function toneOf({ tone }: Meter, { type }: GaugeState): MeterTone {
  return type === 'compacting' ? 'calm' : tone;
}
