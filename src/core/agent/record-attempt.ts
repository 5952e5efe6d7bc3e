/** The log entry for a compaction that failed or was cancelled. */
import type { PlanInput } from '../compaction/plan-input.ts';
import { assertNever } from '../lang/assert-never.ts';
import { startOf } from '../lang/clip.ts';
import type { CompactionAttempt } from '../thread/compaction-attempt.ts';
import type { CompactionAttemptEntry, Planned } from '../thread/entry.ts';
import { measure } from '../thread/measure.ts';
import type { CompactionOutcome } from './compaction-outcome.ts';

/** Characters of a server's message that the log keeps. */
const DETAIL_LIMIT = 4_000;

type Ended = Extract<CompactionOutcome, { type: 'failed' | 'summary-failed' | 'cancelled' }>;

/** `took` in milliseconds. */
export function attemptOf(
  { thread, base, config, trigger, instructions }: PlanInput,
  outcome: Ended,
  took: number,
): Planned<CompactionAttemptEntry> {
  const { tokens, estimated } = measure(thread, base);
  return {
    type: 'compaction_attempt',
    trigger: trigger === 'auto' ? 'auto' : 'manual',
    strategy: config.strategy,
    ...whyOf(outcome),
    ...(instructions !== undefined && { instructions }),
    tokensBefore: tokens,
    ...(!estimated && { measured: true }),
    took: Math.max(0, took),
    ...('paid' in outcome && outcome.paid),
  };
}

function whyOf(outcome: Ended): Pick<CompactionAttempt, 'end' | 'reason' | 'detail'> {
  switch (outcome.type) {
    case 'cancelled':
      return { end: 'cancelled' };
    case 'failed':
      return { end: 'failed', reason: 'unsound', ...detailOf(`${outcome.gate.gate}: ${outcome.gate.detail}`) };
    case 'summary-failed':
      return { end: 'failed', reason: outcome.reason, ...detailOf(outcome.detail) };
    default:
      return assertNever(outcome);
  }
}

function detailOf(detail: string): Pick<CompactionAttempt, 'detail'> {
  return detail === '' ? {} : { detail: startOf(detail, DETAIL_LIMIT) };
}
