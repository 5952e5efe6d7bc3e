/** Token usage as every provider's report is reduced to (R40). */
import type { TokenUsage } from '../thread/message.ts';

/** A usage with its total; parts that a provider doesn't report are 0. */
export function tokenUsage(parts: Partial<Omit<TokenUsage, 'total'>>): TokenUsage {
  const { input = 0, output = 0, cacheCreation = 0, cacheRead = 0 } = parts;
  return { input, output, cacheCreation, cacheRead, total: input + output + cacheCreation + cacheRead };
}
