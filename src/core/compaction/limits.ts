/** Computes the token limits of a compaction from the model's size and the settings: window, reserve, trigger, target. */
import { err, ok, type Result } from '../lang/result.ts';
import type { ModelSize } from '../tokens/window.ts';
import type { CompactionConfig } from './config.ts';

/**
 * All in tokens. `trigger` is where compaction is due (R23), `target` where it should end (R51), `floor` what the replacement of
 * the removed messages is given at least, even where the target is missed for it (docs/compaction.md, "Target, goal and trigger").
 */
export interface Limits {
  readonly window: number;
  readonly reserve: number;
  readonly trigger: number;
  readonly target: number;
  readonly floor: number;
}

/** Of a model whose window is unknown: nothing but an explicit budget for outputs is applied to its threads. */
export const NO_LIMITS: Limits = { window: 0, reserve: 0, trigger: 0, target: 0, floor: 0 };

export type LimitProblem =
  /** `model` as people read it. */
  | { readonly type: 'window-unknown'; readonly model: string | undefined }
  | { readonly type: 'reserve-too-large'; readonly window: number; readonly reserve: number };

export interface UsualReserve {
  readonly tokens: number;
  readonly from: 'output' | 'window' | 'limit';
}

/** The reply's reserve is the model's output limit, at most this (R23). */
const MAX_RESERVE = 16_384;
/** The floor is this share of the trigger, within these tokens. */
const FLOOR_SHARE = 0.05;
const LEAST_FLOOR = 1_000;
const MOST_FLOOR = 8_000;
/** The reply's reserve is at most this share of the window, unless a setting says otherwise. */
const RESERVE_SHARE = 0.25;

/**
 * The limits for a model's size: trigger = min(ratio × limit, thresholdTokens, max input, window − reserve), limit being the
 * max input, else the window (R23, R41); with `stayBelowPriceTier` also where the model begins to cost more per token
 * (docs/wire-rules.md, "Sizes and prices"). What the input may not fill is part of the reserve. The target is half the trigger
 * unless set, and never above the trigger. A limit that an overflow taught lowers the window; sizes that are no positive
 * number are unknown. `config` as it holds for the model: see `configForModel`.
 */
export function limitsFor(
  size: ModelSize,
  config: Pick<
    CompactionConfig,
    'thresholdRatio' | 'thresholdTokens' | 'stayBelowPriceTier' | 'targetTokens' | 'reserveTokens'
  >,
  model?: string,
): Result<Limits, LimitProblem> {
  const windows = [size.window, size.learned].flatMap((one) => known(one) ?? []);
  if (windows.length === 0) return err({ type: 'window-unknown', model });
  const window = Math.min(...windows);
  const limit = Math.min(known(size.maxInput) ?? window, window);
  const wanted = config.reserveTokens ?? usualReserve({ window, maxOutput: size.maxOutput }).tokens;
  const reserve = Math.max(wanted, window - limit);
  if (reserve >= window) return err({ type: 'reserve-too-large', window, reserve });
  const byRatio = Math.floor(limit * config.thresholdRatio);
  const byPrice = (config.stayBelowPriceTier && known(size.priceTier)) || byRatio;
  const trigger = Math.max(1, Math.min(byRatio, config.thresholdTokens ?? byRatio, byPrice, window - reserve));
  const target = Math.min(config.targetTokens ?? Math.floor(trigger / 2), trigger);
  const floor = Math.max(LEAST_FLOOR, Math.min(MOST_FLOOR, Math.floor(trigger * FLOOR_SHARE)));
  return ok({ window, reserve, trigger, target, floor });
}

/** The reserve where no setting names one, and what it follows from: the model's output limit, a quarter of its window, or our limit. */
export function usualReserve({ window, maxOutput }: Pick<ModelSize, 'window' | 'maxOutput'>): UsualReserve {
  const bySize: readonly UsualReserve[] = [
    { tokens: MAX_RESERVE, from: 'limit' },
    { tokens: known(maxOutput) ?? MAX_RESERVE, from: 'output' },
    { tokens: Math.floor((known(window) ?? MAX_RESERVE / RESERVE_SHARE) * RESERVE_SHARE), from: 'window' },
  ];
  return bySize.reduce((least, one) => (one.tokens < least.tokens ? one : least));
}

/** Some servers report 0 or −1 for an unknown size. */
function known(size: number | undefined): number | undefined {
  return size !== undefined && Number.isFinite(size) && size >= 1 ? Math.floor(size) : undefined;
}
