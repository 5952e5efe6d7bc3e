/** The usage of a response, each token counted once (R40). */
import type { ResponseUsage } from 'openai/resources/responses/responses';
import type { TokenUsage } from '../../core/thread/message.ts';
import { tokenUsage } from '../../core/tokens/usage.ts';

/** `input_tokens` holds what was read from the cache and what was written to it (`input_tokens_details`). */
export function usageOf({ input_tokens, output_tokens, input_tokens_details: details }: ResponseUsage): TokenUsage {
  const { cached_tokens: cacheRead = 0, cache_write_tokens: cacheCreation = 0 } = details ?? {};
  const input = Math.max(0, input_tokens - cacheRead - cacheCreation);
  return tokenUsage({ input, output: output_tokens, cacheRead, cacheCreation });
}
