/** The usage of a chat completion, each token counted once (R40). */
import type { CompletionUsage } from 'openai/resources/completions';
import type { TokenUsage } from '../../core/thread/message.ts';
import { tokenUsage } from '../../core/tokens/usage.ts';

/** `prompt_tokens` holds what was read from the cache and what was written to it; servers leave out what they don't count. */
export function usageOf({ prompt_tokens, completion_tokens, prompt_tokens_details }: CompletionUsage): TokenUsage {
  const cacheRead = prompt_tokens_details?.cached_tokens ?? 0;
  const cacheCreation = prompt_tokens_details?.cache_write_tokens ?? 0;
  const input = Math.max(0, (prompt_tokens ?? 0) - cacheRead - cacheCreation);
  return tokenUsage({ input, output: completion_tokens ?? 0, cacheRead, cacheCreation });
}
