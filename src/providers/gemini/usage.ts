/** Reads the token usage from Gemini's reports. */
import { readCount, readField } from '../../core/lang/read-value.ts';
import type { TokenUsage } from '../../core/message/message.ts';
import { inclusiveUsage, reportedUsage } from '../../core/message/usage.ts';

/** Every token once: the prompt holds what came from the cache, and thoughts are no part of the candidates (R40). */
export function usageOf(report: unknown): TokenUsage | undefined {
  const count = (key: string) => readCount(readField(report, key));
  const cacheRead = count('cachedContentTokenCount');
  const prompt = inclusiveUsage({ input: count('promptTokenCount'), cacheRead });
  return reportedUsage({
    input: sumOf(prompt?.input, count('toolUsePromptTokenCount')),
    output: sumOf(count('candidatesTokenCount'), count('thoughtsTokenCount')),
    cacheRead,
  });
}

function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);
}
