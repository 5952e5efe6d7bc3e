/** Reads the token usage of a response (R40). */
import { readCount, readField } from '../../core/lang/read-value.ts';
import type { TokenUsage } from '../../core/message/message.ts';
import { inclusiveUsage } from '../../core/message/usage.ts';

/** `input_tokens` holds what was read from the cache and what was written to it (`input_tokens_details`). */
export function usageOf(report: unknown): TokenUsage | undefined {
  const details = readField(report, 'input_tokens_details');
  return inclusiveUsage({
    input: readCount(readField(report, 'input_tokens')),
    output: readCount(readField(report, 'output_tokens')),
    cacheRead: readCount(readField(details, 'cached_tokens')),
    cacheCreation: readCount(readField(details, 'cache_write_tokens')),
  });
}
