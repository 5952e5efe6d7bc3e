/** Computes the cost of a call from its usage and a price list. */
import type { TokenUsage } from '../message/message.ts';

/** Price of a token, in any unit; decisions use only the proportions. */
interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Price lists are in US dollars per million tokens. */
export const PRICED_TOKENS = 1_000_000;

export interface Prices extends Rates {
  /** Rates of all tokens of a call with more than `above` input tokens; sorted by `above`. */
  readonly tiers?: readonly (Rates & { readonly above: number })[];
}

/** Typical proportions of price lists, for models without known prices. */
export const DEFAULT_PRICES: Prices = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 };

/** The price of one call; a large one is priced by its tier. */
export function costOf(usage: Omit<TokenUsage, 'total'>, prices: Prices = DEFAULT_PRICES): number {
  const { input, output, cacheRead, cacheWrite } = ratesFor(
    usage.input + usage.cacheRead + usage.cacheCreation,
    prices,
  );
  return usage.input * input + usage.output * output + usage.cacheRead * cacheRead + usage.cacheCreation * cacheWrite;
}

/** The price of `calls` calls together, each by the tier of their average. */
export function costOfCalls(usage: Omit<TokenUsage, 'total'>, calls: number, prices: Prices): number {
  const share = Math.max(1, calls);
  const { input, output, cacheRead, cacheCreation } = usage;
  const one = {
    input: input / share,
    output: output / share,
    cacheRead: cacheRead / share,
    cacheCreation: cacheCreation / share,
  };
  return costOf(one, prices) * share;
}

/** A cache of an hour costs this many times the input to write (platform.claude.com, "Prompt caching"). */
const HOUR_WRITE = 2;

/** The prices where what is cached is kept for an hour and not for five minutes. */
export function withHourCache({ tiers, ...rates }: Prices): Prices {
  const written = <T extends Rates>(one: T): T => ({ ...one, cacheWrite: one.input * HOUR_WRITE });
  return { ...written(rates), ...(tiers && { tiers: tiers.map(written) }) };
}

/** The rates of a call with this many input tokens. */
export function ratesFor(inputTokens: number, prices: Prices): Rates {
  return prices.tiers?.findLast(({ above }) => inputTokens > above) ?? prices;
}
