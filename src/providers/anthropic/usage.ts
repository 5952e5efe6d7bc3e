/** The tokens that Anthropic reports, as every provider's are kept (R40). */
import { readCount, readField, readList } from '../../core/lang/read-value.ts';
import type { TokenUsage } from '../../core/thread/message.ts';
import { reportedUsage } from '../../core/tokens/usage.ts';

/**
 * Reports of one call, oldest first: each is cumulative, and what a later one leaves out or says wrongly holds on. Where the
 * call was several steps the last one's own count is taken, since that is what fills the window (SDK, `BetaIterationsUsage`).
 * Undefined where there is no count in them.
 */
export function usageOf(...reports: readonly unknown[]): TokenUsage | undefined {
  const step = stepOf(reports.at(-1), 'message');
  return (step === undefined ? undefined : countsOf([step])) ?? countsOf(reports);
}

/** The last step of this type that a report lists. */
export function stepOf(report: unknown, type: 'message' | 'compaction'): unknown {
  return readList(readField(report, 'iterations')).findLast((step) => readField(step, 'type') === type);
}

function countsOf(reports: readonly unknown[]): TokenUsage | undefined {
  const newest = (key: string) =>
    reports.map((report) => readCount(readField(report, key))).findLast((count) => count !== undefined);
  return reportedUsage({
    input: newest('input_tokens'),
    output: newest('output_tokens'),
    cacheCreation: newest('cache_creation_input_tokens'),
    cacheRead: newest('cache_read_input_tokens'),
  });
}
