/** The usage of a chat completion, each token counted once (R40). */
import type { CompletionUsage } from 'openai/resources/completions';
import type { TokenUsage } from '../../core/thread/message.ts';
import { tokenUsage } from '../../core/tokens/usage.ts';

/** Where servers put what the API has in the details: DeepSeek what it read from its cache, Moonshot too. */
interface Usage extends CompletionUsage {
  readonly prompt_cache_hit_tokens?: number;
  readonly cached_tokens?: number;
}

/** `prompt_tokens` holds what was read from the cache and what was written to it; servers leave out what they don't count. */
export function usageOf(usage: Usage): TokenUsage {
  const { prompt_tokens, prompt_tokens_details: details, prompt_cache_hit_tokens, cached_tokens } = usage;
  const cacheRead = details?.cached_tokens ?? prompt_cache_hit_tokens ?? cached_tokens ?? 0;
  const cacheCreation = details?.cache_write_tokens ?? 0;
  const input = Math.max(0, (prompt_tokens ?? 0) - cacheRead - cacheCreation);
  return tokenUsage({ input, output: outputOf(usage), cacheRead, cacheCreation });
}

/** xAI counts reasoning beside the completion, and both in the total (docs.x.ai, "Consumption and rate limits"). */
function outputOf({ prompt_tokens, completion_tokens = 0, total_tokens, completion_tokens_details }: Usage): number {
  const reasoning = completion_tokens_details?.reasoning_tokens ?? 0;
  const isBeside = total_tokens === prompt_tokens + completion_tokens + reasoning;
  return isBeside ? completion_tokens + reasoning : completion_tokens;
}

/** Moonshot has the usage in the choice that ends the stream. */
export function usageIn(choice: object | undefined): Usage | undefined {
  if (!choice || !('usage' in choice)) return undefined;
  const { usage } = choice;
  return isUsage(usage) ? usage : undefined;
}

function isUsage(value: unknown): value is Usage {
  return typeof value === 'object' && value !== null && 'prompt_tokens' in value;
}
