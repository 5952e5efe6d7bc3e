/** The sizes allowed for the outcome of a compaction: the part that must stay, the goal and the maximum. */
import type { EntryId } from '../thread/entry-id.ts';
import { measure, NO_BASE, plainEstimate } from '../thread/measure.ts';
import { legalCuts } from '../thread/turns.ts';
import { type Kept, keepAfter, keptItems, mustKeep, mustKeepAtLeast } from './keep.ts';
import { NO_OUTPUT_STEPS, type OutputSteps, outputSteps } from './outputs/output-steps.ts';
import { shortenRound } from './outputs/shorten-round.ts';
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
  /** Tokens of the items that must stay, after the tool-output steps and once the pending round is shortened. */
  readonly mustKeepTokens: number;
  /** How the pending round is shortened; nothing unless what must stay is larger than the window's room. */
  readonly shortened: OutputSteps;
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

/** What stands for a part that a person chose may have this share of its tokens. */
const CHOSEN_SHARE = 0.2;

/** An outcome above this share of the trigger would soon be due again. */
const SAFE_SHARE = 0.9;

/** Linear in the items. */
export function sizeBudget(
  input: Pick<PlanInput, 'thread' | 'config' | 'limits' | 'base' | 'pendingTokens' | 'upTo'> &
    Partial<Pick<PlanInput, 'trigger'>>,
): SizeBudget {
  const { thread, limits, base = NO_BASE, pendingTokens = 0 } = input;
  const cuts = legalCuts(thread.items);
  const { tokens, factor, serverOverhead: extra, measured } = measure(thread, base);
  const next = nextRequest({ thread, limits, base, pendingTokens });
  /** Tokens of a request that are not in messages. */
  const baseTokens = factor * plainEstimate({ tokens: 0 }, base) + extra;
  const beside = baseTokens + (next.tokens - tokens);
  const inMessages = (limit: number) => Math.floor((limit - beside) / factor);
  const margin = next.tokens > 0 ? next.safe / next.tokens : 1;
  const target = compactionTarget(input);
  const wished = inMessages(measured ? target : target * ESTIMATE_SHARE);
  const below = inMessages(limits.trigger / margin) - 1;
  const inWindow = inMessages(next.room / margin);
  const { kept, staying, shortened } =
    input.upTo === undefined ? fittingPart(input, cuts, { below, inWindow }) : chosenPart(thread, input.upTo, cuts);
  const least = staying + notesOf(kept);
  const cap = least <= below ? below : Math.max(least, inWindow);
  // A manual compaction also works on a short thread.
  const removable = thread.tokens - staying;
  const wishedFloor = input.upTo === undefined ? limits.floor : Math.max(limits.floor, removable * CHOSEN_SHARE);
  const floor = input.trigger === 'manual' ? Math.min(wishedFloor, removable / 2) : limits.floor;
  const needed = Math.min(staying + Math.floor(floor), cap);
  // What a person chose goes, and no more: the target is not theirs.
  const goal = Math.min(input.upTo === undefined ? Math.max(wished, needed) : needed, cap);
  const safe = inMessages((limits.trigger * SAFE_SHARE) / margin);
  const most = goal <= safe ? safe : cap;
  const asMeasured = (estimate: number) => Math.round(estimate * factor + baseTokens);
  const isForced = goal > wished || input.upTo !== undefined;
  return {
    cuts,
    mustKeep: kept,
    mustKeepTokens: staying,
    shortened,
    goal,
    max: most,
    isForced,
    measured: { goal: isForced ? asMeasured(goal) : target - (next.tokens - tokens), most: asMeasured(most) },
  };
}

interface StayingPart {
  readonly kept: Kept;
  readonly staying: number;
  readonly shortened: OutputSteps;
}

/**
 * What must stay, so that it fits the window: where it doesn't, and only then, the pending round is shortened, and where that is not
 * enough the round is replaced as older ones are (docs/compaction.md, "The last resort").
 */
function fittingPart(
  { thread, config, limits }: Pick<PlanInput, 'thread' | 'config' | 'limits'>,
  cuts: readonly boolean[],
  { below, inWindow }: { readonly below: number; readonly inWindow: number },
): StayingPart {
  const { items, pins } = thread;
  const partOf = (kept: Kept): StayingPart => {
    const { saved } = outputSteps(thread, keptItems(items, kept), config, limits.window);
    return { kept, staying: kept.tokens - saved, shortened: NO_OUTPUT_STEPS };
  };
  const whole = partOf(mustKeep(items, cuts, pins));
  const round = items.slice(whole.kept.pending);
  if (round.length === 0 || whole.staying + notesOf(whole.kept) <= inWindow) return whole;
  const beside = whole.staying + notesOf(whole.kept) - round.reduce((sum, { tokens }) => sum + tokens, 0);
  const left = Math.min(below, inWindow) - beside;
  const budget = left - Math.min(limits.floor, left / 2);
  const shortened = shortenRound(thread, round, { budget, namesRef: config.toolOutput.enabled });
  return shortened
    ? { ...whole, staying: whole.staying - shortened.saved, shortened }
    : partOf(mustKeepAtLeast(items, cuts, pins));
}

function chosenPart({ items, pins }: PlanInput['thread'], upTo: EntryId, cuts: readonly boolean[]): StayingPart {
  const kept = keepAfter(items, upTo, cuts, pins);
  return { kept, staying: kept.tokens, shortened: NO_OUTPUT_STEPS };
}

function notesOf({ islands }: Kept): number {
  return NOTE_TOKENS * (islands.length + 1);
}
