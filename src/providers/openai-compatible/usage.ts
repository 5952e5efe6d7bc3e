/** Reads the token usage of a chat completion (R40). */
import { readCount, readField } from '../../core/lang/read-value.ts';
import type { TokenUsage } from '../../core/message/message.ts';
import { inclusiveUsage, tokenUsage } from '../../core/message/usage.ts';

/**
 * The usage that is known with this chunk; undefined where the chunk reports none. Moonshot has it in the choice that ends the stream,
 * Groq in a field of its own. Of a report without a prompt, which ends the streams of some servers, the prompt is the one before.
 */
export function usageIn(chunk: unknown, choice: unknown, before: TokenUsage | undefined): TokenUsage | undefined {
  const reports = [readField(chunk, 'usage'), readField(choice, 'usage'), readField(chunk, 'x_groq', 'usage')];
  const usage = reports.map(usageOf).find((found) => found !== undefined);
  if (!usage || !before || usage.total > usage.output) return usage;
  return tokenUsage({ ...before, output: Math.max(before.output, usage.output) });
}

/**
 * `prompt_tokens` holds what was read from the cache and what was written to it; servers leave out what they don't count.
 * Some name the counts as the Responses API does. What the API has in the details some put elsewhere: DeepSeek what it read from its cache, Moonshot too.
 */
export function usageOf(report: unknown): TokenUsage | undefined {
  const count = (...path: readonly string[]) => readCount(readField(report, ...path));
  const cached = [['prompt_tokens_details', 'cached_tokens'], ['prompt_cache_hit_tokens'], ['cached_tokens']];
  return inclusiveUsage({
    input: count('prompt_tokens') ?? count('input_tokens'),
    output: outputOf(count),
    cacheRead: cached.map((path) => count(...path)).find((read) => read !== undefined),
    cacheCreation: count('prompt_tokens_details', 'cache_write_tokens'),
  });
}

/** xAI counts reasoning beside the completion, and both in the total (docs.x.ai, "Consumption and rate limits"). */
function outputOf(count: (...path: readonly string[]) => number | undefined): number | undefined {
  const completion = count('completion_tokens') ?? count('output_tokens');
  const [prompt, total] = [count('prompt_tokens'), count('total_tokens')];
  const reasoning = count('completion_tokens_details', 'reasoning_tokens') ?? 0;
  if (prompt === undefined || total !== prompt + (completion ?? 0) + reasoning) return completion;
  return (completion ?? 0) + reasoning;
}
