/** Reads token usage from other programs' records (R40). */

import type { Json } from '../../lang/json.ts';
import { countOf, field, isRecord } from '../../lang/json-fields.ts';
import type { TokenUsage } from '../../message/message.ts';
import { tokenUsage } from '../../message/usage.ts';

/** Anthropic's: the four parts are apart already. Undefined when nothing was used. */
export function anthropicUsage(usage: Json | undefined): TokenUsage | undefined {
  return nonZeroUsage({
    input: countOf(field(usage, 'input_tokens')),
    output: countOf(field(usage, 'output_tokens')),
    cacheCreation: countOf(field(usage, 'cache_creation_input_tokens')),
    cacheRead: countOf(field(usage, 'cache_read_input_tokens')),
  });
}

/** OpenAI's, of both endpoints and of Codex: the input includes what the cache gave or took. Undefined when nothing was used. */
export function openaiUsage(usage: Json | undefined): TokenUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const details = usage.prompt_tokens_details ?? usage.input_tokens_details;
  const all = countOf(usage.prompt_tokens ?? usage.input_tokens);
  const cacheRead = Math.min(all, countOf(field(details, 'cached_tokens') ?? usage.cached_input_tokens));
  const cacheCreation = Math.min(all - cacheRead, countOf(field(details, 'cache_write_tokens')));
  const output = countOf(usage.completion_tokens ?? usage.output_tokens);
  return nonZeroUsage({ input: all - cacheRead - cacheCreation, output, cacheCreation, cacheRead });
}

/** The usage with its total; undefined when nothing was used. */
export function nonZeroUsage(parts: Omit<TokenUsage, 'total'>): TokenUsage | undefined {
  const usage = tokenUsage(parts);
  return usage.total > 0 ? usage : undefined;
}
