/** What is known of a compaction while a model or the provider works on it: its steps, and its likely outcome. */
import type { ContextCut } from '../compaction/cut.ts';
import { describeRun, measuredStep } from '../compaction/draft.ts';
import type { PlanInput } from '../compaction/plan-input.ts';
import { measure, NO_BASE, shareOf } from '../thread/measure.ts';
import type { StepReport } from '../thread/strategy.ts';

export type CompactionProgress =
  | {
      readonly type: 'planned';
      readonly strategy: 'native' | 'summarize';
      readonly before: number;
      readonly estimated: boolean;
      /** Likely; absent where the length of what the provider gives is unknown. */
      readonly after?: number;
      readonly steps: readonly StepReport[];
      /** Absent where the provider compacts. */
      readonly call?: SummaryCall;
    }
  /** The call for the part `at` of `of`, counted from 1. */
  | { readonly type: 'asking'; readonly at: number; readonly of: number };

/** The calls for a summary: tokens and cost of a reply of the usual length, and the cost of the longest; in units of the price list. */
export interface SummaryCall {
  readonly likelyTokens: number;
  readonly likelyCost: number;
  readonly cost: number;
}

export type ReportProgress = (progress: CompactionProgress) => void;

/** `summary`: the calls, and the tokens of what the program puts beside their reply; undefined where the provider compacts. */
export function plannedSteps(
  { thread, base }: PlanInput,
  strategy: 'native' | 'summarize',
  { runs, outputs }: ContextCut,
  summary?: { readonly call: SummaryCall; readonly beside: number },
): CompactionProgress {
  const likely = summary && summary.beside + summary.call.likelyTokens;
  const measured = measure(thread, base);
  const { tokens, estimated, factor } = measured;
  const share = shareOf(thread, measured, base ?? NO_BASE);
  const removed = runs.reduce((sum, run) => sum + run.tokens, 0);
  const steps = runs.map((run, at) => ({
    kind: strategy,
    ...describeRun(thread, run),
    tokensBefore: run.tokens,
    tokensAfter: at === 0 ? (likely ?? 0) : 0,
  }));
  const after = likely === undefined ? undefined : Math.max(0, tokens - (removed - likely + outputs.saved) * factor);
  return {
    type: 'planned',
    strategy,
    before: tokens,
    estimated,
    ...(after !== undefined && { after: Math.round(after) }),
    steps: [...outputs.reports, ...steps].map((step) => measuredStep(step, { before: share, after: share })),
    ...(summary && { call: summary.call }),
  };
}
