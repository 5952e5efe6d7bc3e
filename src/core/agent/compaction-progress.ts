/** What is known of a compaction while a model or the provider works on it: its steps, and its likely outcome. */
import type { ContextCut } from '../compaction/cut.ts';
import { describeRun } from '../compaction/draft.ts';
import type { PlanInput } from '../compaction/plan-input.ts';
import { measure } from '../thread/measure.ts';
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
    }
  /** The call for the part `at` of `of`, counted from 1. */
  | { readonly type: 'asking'; readonly at: number; readonly of: number };

export type ReportProgress = (progress: CompactionProgress) => void;

/** `likely`: estimated tokens of what will replace the messages of the cut; undefined where it is unknown. */
export function plannedSteps(
  { thread, base }: PlanInput,
  strategy: 'native' | 'summarize',
  { runs, outputs }: ContextCut,
  likely?: number,
): CompactionProgress {
  const { tokens, estimated, factor } = measure(thread, base);
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
    steps: [...outputs.reports, ...steps],
  };
}
