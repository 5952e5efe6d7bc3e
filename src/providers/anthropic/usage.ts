/** Reads the token usage from Anthropic's reports (R40). */
import { readCount, readField, readList } from '../../core/lang/read-value.ts';
import type { TokenUsage } from '../../core/message/message.ts';
import { reportedUsage } from '../../core/message/usage.ts';

/**
 * Reports of one call, oldest first: each is cumulative, so that of a later one a count that is left out, wrong or smaller does not
 * hold (a gateway may put 0 where Anthropic puts nothing). Where the
 * call was several steps the last one's own count is taken, since that is what fills the window (SDK, `BetaIterationsUsage`).
 * Undefined where there is no count in them.
 */
export function usageOf(...reports: readonly unknown[]): TokenUsage | undefined {
  const step = stepOf(reports.at(-1), 'message');
  return (step === undefined ? undefined : countsOf([step])) ?? countsOf(reports);
}

/** A report with the largest of each count of two. */
export function largestCounts(one: unknown, other: unknown): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(COUNTS.map((key) => [key, largestOf([one, other], key)]));
}

/** The last step of this type that a report lists. */
export function stepOf(report: unknown, type: 'message' | 'compaction'): unknown {
  return readList(readField(report, 'iterations')).findLast((step) => readField(step, 'type') === type);
}

function countsOf(reports: readonly unknown[]): TokenUsage | undefined {
  const [input, output, cacheCreation, cacheRead] = COUNTS.map((key) => largestOf(reports, key));
  return reportedUsage({ input, output, cacheCreation, cacheRead });
}

const COUNTS = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'] as const;

function largestOf(reports: readonly unknown[], key: string): number | undefined {
  return reports
    .map((report) => readCount(readField(report, key)))
    .reduce((most, count) => (count === undefined ? most : Math.max(most ?? 0, count)), undefined);
}
