/** What calls cost, and whether a cut of the history pays (wire-rules, section 0; issue "the right moment"). */
import type { TokenUsage } from '../thread/message.ts';

/** In any one unit a token; only their proportions matter for decisions. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** The proportions of the large providers' price lists, where a model's own are not known. */
export const DEFAULT_PRICES: Prices = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 };

/** The price of one call. */
export function costOf(usage: Omit<TokenUsage, 'total'>, prices: Prices = DEFAULT_PRICES): number {
  return (
    usage.input * prices.input +
    usage.output * prices.output +
    usage.cacheRead * prices.cacheRead +
    usage.cacheCreation * prices.cacheWrite
  );
}

export interface CutPrice {
  /** Once: writing the changed part of the context to the cache again, in place of reading it. */
  readonly rewrite: number;
  /** With each later call: what was cut out is not read any more. */
  readonly savingPerCall: number;
  /** Later calls after which the cut has paid, the price of making it included. */
  readonly breakEven: number;
}

/**
 * The price of a cut: `before` and `after` are the tokens of the context, `unchanged` those of the prefix that stays as it
 * is, `making` what the compaction itself costs.
 */
export function priceCut(
  {
    before,
    after,
    unchanged,
    making = 0,
  }: { readonly before: number; readonly after: number; readonly unchanged: number; readonly making?: number },
  prices: Prices = DEFAULT_PRICES,
): CutPrice {
  const rewrite = Math.max(0, after - unchanged) * (prices.cacheWrite - prices.cacheRead);
  const savingPerCall = Math.max(0, before - after) * prices.cacheRead;
  const breakEven = savingPerCall === 0 ? Number.POSITIVE_INFINITY : Math.ceil((rewrite + making) / savingPerCall);
  return { rewrite, savingPerCall, breakEven };
}
