/** How a compaction can end, and what is kept of a call that led to nothing. */
import type { Plan } from '../compaction/plan.ts';
import type { PlannedCompaction } from '../compaction/plan-input.ts';
import type { CutPrice } from '../compaction/price.ts';
import type { SummaryFailure } from '../compaction/summarize/finish-summary.ts';
import type { TokenUsage } from '../message/message.ts';
import type { FallbackReason } from '../thread/strategy.ts';
import type { Veto } from './compaction-advice.ts';
import type { ModelFailure, SummaryModel } from './ports.ts';

export type CompactionOutcome =
  | { readonly type: 'compacted'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | ({ readonly type: 'cancelled' } & Unfinished)
  /** The strategy of a manual compaction failed: nothing was changed, and the next simpler strategy is offered. */
  | ({
      readonly type: 'summary-failed';
      readonly strategy: 'native' | 'summarize';
      readonly reason: SummaryFallbackReason;
      readonly detail: string;
    } & Unfinished)
  | (Extract<Plan, { type: 'failed' }> & Unfinished)
  /** Another extension asked not to compact now. */
  | ({ readonly type: 'vetoed' } & Veto)
  | Exclude<Plan, { type: 'compaction' | 'failed' }>;

/** What is known of a compaction that changed nothing. */
interface Unfinished {
  /** The model that was called, and what its calls used until then, where it was reported. */
  readonly paid?: PaidCalls;
  /** The log says that it ended so. */
  readonly recorded?: true;
}

export interface PaidCalls {
  readonly model: string;
  readonly usage?: TokenUsage;
}

export type SummaryFallbackReason = Extract<FallbackReason, 'model-failed' | 'empty-summary' | 'summary-refused'>;

/** An attempt to have a summary, without one. */
type FailedAttempt =
  | Extract<CompactionOutcome, { type: 'cancelled' | 'summary-failed' }>
  | { readonly type: 'nothing' };

export function paidFor({ id: model }: Pick<SummaryModel, 'id'>, usage: TokenUsage | undefined): PaidCalls {
  return { model, ...(usage && { usage }) };
}

export function modelFailed(strategy: 'native' | 'summarize', failure: ModelFailure, paid: PaidCalls): FailedAttempt {
  if (failure.type === 'cancelled') return { type: 'cancelled', paid };
  return { type: 'summary-failed', strategy, reason: 'model-failed', detail: failure.message, paid };
}

export function refused(strategy: 'native' | 'summarize', failure: SummaryFailure, paid: PaidCalls): FailedAttempt {
  if (failure.type === 'nothing') return { type: 'nothing' };
  const failed = { type: 'summary-failed', strategy, paid } as const;
  if (failure.type === 'empty') return { ...failed, reason: 'empty-summary', detail: '' };
  return { ...failed, reason: 'summary-refused', detail: `${failure.gate.gate}: ${failure.gate.detail}` };
}
