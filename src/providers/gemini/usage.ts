/** Gemini's report of tokens as ours. */
import type { GenerateContentResponseUsageMetadata } from '@google/genai/web';
import type { TokenUsage } from '../../core/thread/message.ts';
import { tokenUsage } from '../../core/tokens/usage.ts';

/** Every token once: the prompt holds what came from the cache, and thoughts are no part of the candidates (R40). */
export function usageOf(reported: GenerateContentResponseUsageMetadata): TokenUsage {
  const { promptTokenCount = 0, cachedContentTokenCount: cacheRead = 0, toolUsePromptTokenCount = 0 } = reported;
  const { candidatesTokenCount = 0, thoughtsTokenCount = 0 } = reported;
  return tokenUsage({
    input: Math.max(0, promptTokenCount - cacheRead) + toolUsePromptTokenCount,
    output: candidatesTokenCount + thoughtsTokenCount,
    cacheRead,
  });
}
