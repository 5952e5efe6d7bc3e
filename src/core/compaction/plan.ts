/** The plan of a compaction that needs no model: what goes, what stays, and the numbers; pure, and the same for preview, act and test. */
import { ok } from '../lang/result.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import type { Thread } from '../thread/thread.ts';
import { type BaseTokens, measure, NO_BASE } from '../tokens/measure.ts';
import type { CompactionConfig } from './config.ts';
import { type CutStyle, planCut } from './cut.ts';
import { draftCompaction, draftOutputs } from './draft.ts';
import type { GateFailure } from './gates.ts';
import type { Limits } from './limits.ts';
import { type CutPrice, type Prices, priceOf } from './price.ts';
import { extractRun, type Rung, truncateRun } from './rungs.ts';
import type { Strategy } from './strategy.ts';

export interface PlanInput {
  readonly thread: Thread;
  readonly config: CompactionConfig;
  readonly limits: Limits;
  readonly trigger: CompactionEntry['trigger'];
  readonly base?: BaseTokens;
  /** Of the thread's model; the usual proportions where they are not known. */
  readonly prices?: Prices;
  /** The provider's cache of the thread has expired. */
  readonly cold?: boolean;
}

/** A compaction before it has its place and time in the log. */
export type PlannedCompaction = Omit<CompactionEntry, 'id' | 'at'> & {
  readonly tokensBefore: number;
  readonly tokensAfter: number;
};

export type Plan =
  | { readonly type: 'compaction'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | {
      readonly type: 'unchanged';
      /** `under-target`: there is nothing to gain; `nothing-old-enough`: all there is must stay (R54). */
      readonly reason: 'under-target' | 'nothing-old-enough';
    }
  | { readonly type: 'refused'; readonly reason: 'switched-off' | 'strategy-disabled' }
  | { readonly type: 'failed'; readonly gate: GateFailure };

/** Why a strategy was not used: there was no model to ask, the provider compacts nothing, or the target was still missed. */
export type FallReason = 'no-model' | 'not-offered' | 'target-missed';

const RUNGS: readonly {
  readonly strategy: 'extract' | 'truncate';
  readonly style: CutStyle;
  readonly replace: Rung;
}[] = [
  { strategy: 'extract', style: 'summary', replace: extractRun },
  { strategy: 'truncate', style: 'truncate', replace: truncateRun },
];

/**
 * Plans a compaction down to `limits.target`. The steps over tool outputs come first: where they are enough, nothing else
 * goes. Else the strategies are tried from the configured one down; the first whose outcome passes every gate and meets the
 * target is taken, else the smallest that passes, with the reason `fixed-part`. `fellFrom` says why a more faithful strategy
 * was not used. The plan states what the cut costs and saves. Linear.
 */
export function planCompaction(input: PlanInput, fellFrom?: PlannedCompaction['fellFrom']): Plan {
  const nothing = nothingToDo(input);
  if (nothing) return nothing;
  const alone = planOutputsAlone(input);
  if (alone) return alone;
  const { target } = input.limits;
  const namesRef = input.config.toolOutput.enabled;
  let best: PlannedCompaction | undefined;
  let failure: GateFailure | undefined;
  for (const { strategy, style, replace } of rungsFrom(input.config.strategy)) {
    const cut = planCut(input, style);
    const { thread } = input;
    const replacements = cut.runs.map((run, i) =>
      replace({ thread, run, kept: cut.keptEntries, budget: cut.budgets[i] ?? 0, namesRef }),
    );
    const fell = fellFrom ?? fall(input.config.strategy, strategy);
    const draft = draftCompaction(input, { cut, strategy, replacements, ...(fell && { fellFrom: fell }) });
    if (!draft.ok) {
      if (draft.error !== 'nothing') failure ??= draft.error;
      continue;
    }
    if (!best || draft.value.tokensAfter < best.tokensAfter) best = draft.value;
    if (best.tokensAfter <= target) return planned(input, best);
  }
  const last = best ? ok(best) : draftOutputs(input);
  if (last.ok) return planned(input, { ...last.value, reason: 'fixed-part' });
  if (failure && failure.gate !== 'smaller' && failure.gate !== 'not-empty') return { type: 'failed', gate: failure };
  return { type: 'unchanged', reason: 'nothing-old-enough' };
}

/** The compaction by the steps over tool outputs alone, where they meet the target: nothing else goes, and no model is asked. */
export function planOutputsAlone(input: PlanInput): Extract<Plan, { type: 'compaction' }> | undefined {
  const alone = outputsMayDo(input) ? draftOutputs(input) : undefined;
  return alone?.ok && alone.value.tokensAfter <= input.limits.target ? planned(input, alone.value) : undefined;
}

/** Whether the target could be met if all outputs went; tells it without looking at any. */
function outputsMayDo({ thread, config, limits, base = NO_BASE }: PlanInput): boolean {
  if (config.toolOutput.collapseAfterTurns !== null) return true;
  const { tokens, factor } = measure(thread, base);
  return config.toolOutput.enabled && tokens - thread.tally.toolResults * factor <= limits.target;
}

function planned(input: PlanInput, draft: PlannedCompaction): Extract<Plan, { type: 'compaction' }> {
  return { type: 'compaction', draft, price: priceOf(input, draft) };
}

/** Why there is nothing to plan, before any strategy is tried. */
export function nothingToDo({ thread, config, limits, base = NO_BASE }: PlanInput): Plan | undefined {
  if (!config.enabled) return { type: 'refused', reason: 'switched-off' };
  if (config.strategy === 'disabled') return { type: 'refused', reason: 'strategy-disabled' };
  if (measure(thread, base).tokens <= limits.target) return { type: 'unchanged', reason: 'under-target' };
  return undefined;
}

function rungsFrom(strategy: Strategy) {
  const at = RUNGS.findIndex((rung) => rung.strategy === strategy);
  return RUNGS.slice(Math.max(0, at));
}

function fall(asked: Strategy, used: Strategy): PlannedCompaction['fellFrom'] {
  if (asked === used) return undefined;
  const reason: FallReason = asked === 'extract' ? 'target-missed' : 'no-model';
  return { strategy: asked, reason };
}
