/** The sizes that a compaction works with: the model's window, the trigger and the target. */
import { err, ok, type Result } from '../lang/result.ts';
import type { CompactionConfig } from './config.ts';

/** All in tokens. `trigger` is where compaction is due (R23), `target` where it should end (R51). */
export interface Limits {
  readonly window: number;
  readonly reserve: number;
  readonly trigger: number;
  readonly target: number;
}

export type LimitProblem =
  | { readonly type: 'window-unknown'; readonly model: string | undefined }
  | { readonly type: 'reserve-too-large'; readonly window: number; readonly reserve: number };

/** The reply's reserve is the model's output limit, at most this (R23). */
const MAX_RESERVE = 16_384;
/** Of a small window the reply gets no more than this share when nobody says otherwise. */
const RESERVE_SHARE = 0.25;

/**
 * The limits for a window: trigger = min(ratio × window, thresholdTokens, window − reserve) (R23). The target is half the
 * trigger unless set, and never above the trigger.
 */
export function limitsFor(
  window: number | undefined,
  config: CompactionConfig,
  model?: string,
): Result<Limits, LimitProblem> {
  if (window === undefined) return err({ type: 'window-unknown', model });
  const reserve = config.reserveTokens ?? Math.min(MAX_RESERVE, Math.floor(window * RESERVE_SHARE));
  if (reserve >= window) return err({ type: 'reserve-too-large', window, reserve });
  const byRatio = Math.floor(window * config.thresholdRatio);
  const trigger = Math.max(1, Math.min(byRatio, config.thresholdTokens ?? byRatio, window - reserve));
  const target = Math.min(config.targetTokens ?? Math.floor(trigger / 2), trigger);
  return ok({ window, reserve, trigger, target });
}
