/** The tokens that Anthropic reports, as every provider's are kept (R40). */
import type { TokenUsage } from '../../core/thread/message.ts';
import { tokenUsage } from '../../core/tokens/usage.ts';

interface Counts {
  readonly input_tokens?: number | null;
  readonly output_tokens?: number | null;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
}

export interface ReportedUsage extends Counts {
  readonly iterations?: readonly (Counts & { readonly type: string })[] | null;
}

/**
 * Reports of one call, oldest first: each is cumulative, and what a later one leaves out holds on. Where the call was several
 * steps the last one's own count is taken, since that is what fills the window (SDK, `BetaIterationsUsage`).
 */
export function usageOf(...reports: readonly ReportedUsage[]): TokenUsage {
  const step = reports.at(-1)?.iterations?.findLast(({ type }) => type === 'message');
  const from = step ? [step] : reports;
  const newest = (key: keyof Counts) => from.findLast((report) => typeof report[key] === 'number')?.[key] ?? 0;
  return tokenUsage({
    input: newest('input_tokens'),
    output: newest('output_tokens'),
    cacheCreation: newest('cache_creation_input_tokens'),
    cacheRead: newest('cache_read_input_tokens'),
  });
}
