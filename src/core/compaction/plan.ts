/** Plans a compaction without calling a model: what is removed, what stays, and the numbers. Preview, act and tests share it. */
import { err, ok } from '../lang/result.ts';
import { measure, NO_BASE } from '../thread/measure.ts';
import { CALLS_MODEL, type Fallback, type Strategy } from '../thread/strategy.ts';
import { type DraftInput, draftCompaction, draftOutputs } from './draft.ts';
import { extractOlder } from './extract-runs.ts';
import type { GateFailure } from './gates.ts';
import type { PlanInput, PlannedCompaction } from './plan-input.ts';
import { type CutPrice, priceOf } from './price.ts';
import { type SizeBudget, sizeBudget } from './size-budget.ts';
import { compactionTarget } from './target.ts';
import { isJustCompacted } from './trigger.ts';
import { truncateOlder } from './truncate.ts';

export type Plan =
  | { readonly type: 'compaction'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | {
      readonly type: 'unchanged';
      /**
       * `under-target`: there is nothing to gain; `nothing-old-enough`: all there is must stay (R54); `too-little`: an automatic
       * compaction would free less than 5 % of the trigger.
       */
      readonly reason: 'under-target' | 'nothing-old-enough' | 'too-little';
    }
  | { readonly type: 'refused'; readonly reason: 'switched-off' | 'strategy-disabled' }
  | { readonly type: 'failed'; readonly gate: GateFailure };

const LOCAL_STRATEGIES: readonly {
  readonly strategy: Exclude<Strategy, 'native' | 'summarize' | 'disabled'>;
  readonly make: (input: PlanInput, room: SizeBudget) => Pick<DraftInput, 'cut' | 'replacements'>;
}[] = [
  { strategy: 'extract', make: extractOlder },
  { strategy: 'truncate', make: truncateOlder },
];

/**
 * Plans a compaction that asks no model. The steps over tool outputs come first: where they meet the goal, nothing else goes.
 * Else the strategies are tried from the configured one down: the first whose outcome passes every gate and is small enough
 * to be used is taken, and the smallest that passes where none is (docs/compaction.md, "Target, goal and trigger"). `fellFrom` says why a
 * more faithful strategy was not used. The plan states what the cut costs and saves. Linear.
 */
export function planCompaction(input: PlanInput, fellFrom?: Fallback, room = sizeBudget(input)): Plan {
  const nothing = nothingToDo(input, room);
  if (nothing) return nothing;
  const alone = planOutputsAlone(input, room);
  if (alone) return unlessTooLittle(input, alone);
  let best: PlannedCompaction | undefined;
  let failure: GateFailure | undefined;
  for (const { strategy, make } of localStrategiesFrom(input.config.strategy)) {
    const fallback = fellFrom ?? localFallback(input.config.strategy, strategy);
    const draft = draftCompaction(input, { ...make(input, room), strategy, ...(fallback && { fellFrom: fallback }) });
    if (!draft.ok) {
      if (draft.error !== 'nothing') failure ??= draft.error;
      continue;
    }
    if (!best || draft.value.tokensAfter < best.tokensAfter) best = draft.value;
    if (best.tokensAfter <= room.measured.most) break;
  }
  const last = best ? ok(best) : input.upTo === undefined ? draftOutputs(input, room.cuts) : err('nothing' as const);
  if (last.ok) {
    // Without a model nothing smaller can be made, so what is above the goal are notes beside what must stay.
    const isForced = room.isForced || last.value.tokensAfter > room.measured.goal;
    return unlessTooLittle(input, planned(input, withReason(last.value, { isForced })));
  }
  if (failure && failure.gate !== 'smaller' && failure.gate !== 'not-empty') return { type: 'failed', gate: failure };
  return { type: 'unchanged', reason: 'nothing-old-enough' };
}

/** A compaction by the tool-output steps alone, if they meet the goal; undefined otherwise. */
export function planOutputsAlone(
  input: PlanInput,
  room = sizeBudget(input),
): Extract<Plan, { type: 'compaction' }> | undefined {
  const alone = outputsMayDo(input, room) ? draftOutputs(input, room.cuts) : undefined;
  return alone?.ok && alone.value.tokensAfter <= room.measured.goal
    ? planned(input, withReason(alone.value, room))
    : undefined;
}

/** Adds the reason `fixed-part` when the target was missed because of the items that must stay. */
export function withReason(draft: PlannedCompaction, { isForced }: Pick<SizeBudget, 'isForced'>): PlannedCompaction {
  const missed = isForced && draft.target !== undefined && draft.tokensAfter > draft.target;
  return missed ? { ...draft, reason: 'fixed-part' } : draft;
}

/** A compaction that no person asked for must free at least this share of the trigger. */
const LEAST_FREED = 0.05;

/**
 * Whether a compaction that frees so many measured tokens is not worth its boundary. An automatic one always is where the next request
 * doesn't fit, and where a person set the threshold (R23). One that a person asks for is, unless it would only repeat the last one.
 */
export function freesTooLittle(input: PlanInput, freed: number): boolean {
  const { trigger, mustFit = false, config, limits } = input;
  const mayBe = trigger === 'auto' ? !mustFit && config.thresholdTokens === null : isRepeated(input);
  return mayBe && freed < limits.trigger * LEAST_FREED;
}

function isRepeated({ trigger, thread, instructions, upTo }: PlanInput): boolean {
  return trigger === 'manual' && instructions === undefined && upTo === undefined && isJustCompacted(thread);
}

function unlessTooLittle(input: PlanInput, plan: Extract<Plan, { type: 'compaction' }>): Plan {
  const { tokensBefore, tokensAfter } = plan.draft;
  return freesTooLittle(input, tokensBefore - tokensAfter) ? { type: 'unchanged', reason: 'too-little' } : plan;
}

/** Whether removing all tool outputs could meet the goal; a cheap check that reads no output. */
function outputsMayDo({ thread, config, base = NO_BASE, upTo }: PlanInput, { measured }: SizeBudget): boolean {
  if (upTo !== undefined) return false;
  if (config.toolOutput.collapseAfterTurns !== null) return true;
  const { tokens, factor } = measure(thread, base);
  return config.toolOutput.enabled && tokens - thread.tally.toolResults * factor <= measured.goal;
}

function planned(input: PlanInput, draft: PlannedCompaction): Extract<Plan, { type: 'compaction' }> {
  return { type: 'compaction', draft, price: priceOf(input, draft) };
}

/** Why there is nothing to plan, before any strategy is tried. */
export function nothingToDo(
  input: PlanInput,
  { measured }: Pick<SizeBudget, 'measured'>,
): Exclude<Plan, { type: 'compaction' }> | undefined {
  const { thread, config, base = NO_BASE } = input;
  if (!config.enabled) return { type: 'refused', reason: 'switched-off' };
  if (config.strategy === 'disabled') return { type: 'refused', reason: 'strategy-disabled' };
  const { tokens } = measure(thread, base);
  if (tokens > measured.goal) return undefined;
  const isUnder = input.upTo === undefined && tokens <= compactionTarget(input);
  return { type: 'unchanged', reason: isUnder ? 'under-target' : 'nothing-old-enough' };
}

function localStrategiesFrom(strategy: Strategy) {
  const at = LOCAL_STRATEGIES.findIndex((one) => one.strategy === strategy);
  return LOCAL_STRATEGIES.slice(Math.max(0, at));
}

/** Why another strategy than the configured one is used; undefined when it is the same. One that needs no model fails only when its outcome is too large. */
function localFallback(asked: Strategy, used: Strategy): Fallback | undefined {
  if (asked === used) return undefined;
  return { strategy: asked, reason: CALLS_MODEL[asked] ? 'no-model' : 'target-missed' };
}
