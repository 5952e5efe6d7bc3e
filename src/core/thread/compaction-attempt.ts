/** What the log keeps of a compaction that failed or was cancelled. */
import type { TokenUsage } from '../message/message.ts';
import type { Strategy } from './strategy.ts';

export interface CompactionAttempt {
  readonly trigger: 'manual' | 'auto';
  readonly end: (typeof ATTEMPT_ENDS)[number];
  /** The strategy that it was begun with. */
  readonly strategy: Strategy;
  /** Why it failed: one of `ATTEMPT_REASONS`, or a reason of a later version. */
  readonly reason?: string;
  /** The words of the provider or of the check that refused. */
  readonly detail?: string;
  /** The person's instructions for the summary. */
  readonly instructions?: string;
  /** The measure when it was begun. */
  readonly tokensBefore: number;
  /** True when that was reported, but for 1 %. */
  readonly measured?: boolean;
  /** Milliseconds. */
  readonly took: number;
  /** The model that was called, and what its calls used, where it was reported. */
  readonly model?: string;
  readonly usage?: TokenUsage;
}

export const ATTEMPT_ENDS = ['failed', 'cancelled'] as const;

/** The call failed; its summary was empty, or would not have made the context smaller; or the outcome broke a rule for every context. */
export const ATTEMPT_REASONS = ['model-failed', 'empty-summary', 'summary-refused', 'unsound'] as const;

export type AttemptReason = (typeof ATTEMPT_REASONS)[number];
