/** Computes the cost of a call from its usage and a price list. */
import type { TokenUsage } from '../message/message.ts';

/** In any one unit a token; only their proportions matter for decisions. */
interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface Prices extends Rates {
  /** What a call with more than `above` tokens of input costs, all of its tokens; by rising size. */
  readonly tiers?: readonly (Rates & { readonly above: number })[];
}

/** The proportions of the large providers' price lists, where a model's own are not known. */
export const DEFAULT_PRICES: Prices = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 };

/** The price of one call; a large one is priced by its tier. */
export function costOf(usage: Omit<TokenUsage, 'total'>, prices: Prices = DEFAULT_PRICES): number {
  const { input, output, cacheRead, cacheWrite } = ratesFor(
    usage.input + usage.cacheRead + usage.cacheCreation,
    prices,
  );
  return usage.input * input + usage.output * output + usage.cacheRead * cacheRead + usage.cacheCreation * cacheWrite;
}

/** What tokens of a call with so much input cost. */
export function ratesFor(inputTokens: number, prices: Prices): Rates {
  return prices.tiers?.findLast(({ above }) => inputTokens > above) ?? prices;
}
