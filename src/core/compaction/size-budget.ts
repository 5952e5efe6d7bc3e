/** The sizes allowed for the outcome of a compaction: the part that must stay, the goal and the maximum. */
import { measure, NO_BASE, plainEstimate } from '../thread/measure.ts';
import { legalCuts } from '../thread/turns.ts';
import { type Kept, keptItems, mustKeep } from './keep.ts';
import { outputSteps } from './outputs/output-steps.ts';
import type { PlanInput } from './plan-input.ts';
import { compactionTarget } from './target.ts';
import { nextRequest } from './trigger.ts';

/**
 * ```
 *  0       staying        goal           most     trigger     window − reserve
 *  |----------|-------------|--------------|---------|---------------|
 *   must stay   summary and   a longer
 *               tail          summary
 * ```
 * The target is a wish, the trigger is the limit. `goal` is the target (`compactionTarget`), or what must stay plus a floor for the
 * replacement where the target leaves less than that. `most` is what an outcome may have and still be used: 90 % of the trigger; up
 * to the trigger where the goal needs it; and up to the window where what must stay alone exceeds the trigger.
 * These are estimated tokens of messages: the base, and a message that is about to be sent, are already taken off.
 */
export interface SizeBudget {
  readonly cuts: readonly boolean[];
  readonly mustKeep: Kept;
  /** Tokens of the items that must stay, after the tool-output steps. */
  readonly mustKeepTokens: number;
  readonly goal: number;
  readonly max: number;
  /** The configured target is too small for the items that must stay. */
  readonly isForced: boolean;
  /** `goal` and `most` in the units of the measure: with the base, in the provider's tokens. */
  readonly measured: { readonly goal: number; readonly most: number };
}

/** Tokens of a note with the ref of removed messages. */
export const NOTE_TOKENS = 40;

/** Where no reply has measured the thread, the estimate may be this much too low (bench/estimate). */
const ESTIMATE_SHARE = 0.985;

/** An outcome above this share of the trigger would soon be due again. */
const SAFE_SHARE = 0.9;

/** Linear in the items. */
export function sizeBudget(
  input: Pick<PlanInput, 'thread' | 'config' | 'limits' | 'base' | 'pendingTokens'> &
    Partial<Pick<PlanInput, 'trigger'>>,
): SizeBudget {
  const { thread, config, limits, base = NO_BASE, pendingTokens = 0 } = input;
  const cuts = legalCuts(thread.items);
  const fixed = mustKeep(thread.items, cuts, thread.pins);
  const { saved } = outputSteps(thread, keptItems(thread.items, fixed), config, limits.window);
  const staying = fixed.tokens - saved;
  const { tokens, factor, serverOverhead: extra, measured } = measure(thread, base);
  const next = nextRequest({ thread, limits, base, pendingTokens });
  /** Tokens of a request that are not in messages. */
  const baseTokens = factor * plainEstimate({ tokens: 0 }, base) + extra;
  const beside = baseTokens + (next.tokens - tokens);
  const inMessages = (limit: number) => Math.floor((limit - beside) / factor);
  const margin = next.tokens > 0 ? next.safe / next.tokens : 1;
  const target = compactionTarget(input);
  const wished = inMessages(measured ? target : target * ESTIMATE_SHARE);
  const least = staying + NOTE_TOKENS * (fixed.islands.length + 1);
  const below = inMessages(limits.trigger / margin) - 1;
  const cap = least <= below ? below : Math.max(least, inMessages(next.room / margin));
  // A manual compaction also works on a short thread.
  const floor = input.trigger === 'manual' ? Math.min(limits.floor, (thread.tokens - staying) / 2) : limits.floor;
  const needed = Math.min(staying + Math.floor(floor), cap);
  const goal = Math.min(Math.max(wished, needed), cap);
  const safe = inMessages((limits.trigger * SAFE_SHARE) / margin);
  const most = goal <= safe ? safe : cap;
  const asMeasured = (estimate: number) => Math.round(estimate * factor + baseTokens);
  const isForced = goal > wished;
  return {
    cuts,
    mustKeep: fixed,
    mustKeepTokens: staying,
    goal,
    max: most,
    isForced,
    measured: { goal: isForced ? asMeasured(goal) : target - (next.tokens - tokens), most: asMeasured(most) },
  };
}
