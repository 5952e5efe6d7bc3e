/** What a compaction costs and saves, and after how many calls it pays (docs/wire-rules.md, "Caching"; docs/compaction.md, "What a cut costs and saves"). */
import { firstEdited } from '../thread/edit.ts';
import { type BaseTokens, measure, NO_BASE } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { DEFAULT_PRICES, type Prices, ratesFor } from '../tokens/prices.ts';
import type { PlannedCompaction } from './plan-input.ts';

export interface CutPrice {
  /** Tokens that are written to the cache instead of read; 0 where the next call writes all of them anyway. */
  readonly rewritten: number;
  /** One-time cost of writing the changed part of the context to the cache instead of reading it. */
  readonly rewrite: number;
  /** One-time cost of the compaction itself, such as the call for a summary. */
  readonly making: number;
  /** Saving with each later call, which no longer reads the removed part. */
  readonly savingPerCall: number;
  /** Number of later calls after which the cut has paid for itself. */
  readonly breakEven: number;
}

export interface CutSizes {
  /** Tokens of the context before and after, and of the prefix that stays as it is. */
  readonly before: number;
  readonly after: number;
  readonly unchanged: number;
  readonly making?: number;
  /** The provider's cache has expired: the next call writes all of the context to it, cut or not. */
  readonly cold?: boolean;
}

/** The price of a cut, in units of the price list. */
export function priceCut(sizes: CutSizes, prices: Prices = DEFAULT_PRICES): CutPrice {
  const { before, after, unchanged, making = 0, cold = false } = sizes;
  const small = ratesFor(after, prices);
  const rewritten = cold ? 0 : Math.max(0, after - unchanged);
  const rewrite = rewritten * (small.cacheWrite - small.cacheRead);
  const reading = before * ratesFor(before, prices).cacheRead;
  const savingPerCall = Math.max(0, reading - after * small.cacheRead);
  const breakEven = savingPerCall === 0 ? Number.POSITIVE_INFINITY : Math.ceil((rewrite + making) / savingPerCall);
  return { rewritten, rewrite, making, savingPerCall, breakEven };
}

/** The price of a planned compaction of a thread; linear in the part of the context that stays as it is. */
export function priceOf(
  { thread, base = NO_BASE, prices, cold }: PricedInput,
  { edits, tokensBefore, tokensAfter }: Pick<PlannedCompaction, 'edits' | 'tokensBefore' | 'tokensAfter'>,
  making = 0,
): CutPrice {
  const first = firstEdited(edits);
  let same = base.system + base.tools + base.instructions;
  for (const item of thread.items) {
    if ((item.type === 'entry' ? item.entry.id : item.placed.edit.span.from) >= first) break;
    same += item.tokens;
  }
  const { factor, serverOverhead: extra } = measure(thread, base);
  const unchanged = Math.min(tokensBefore, Math.round(same * factor + extra));
  return priceCut({ before: tokensBefore, after: tokensAfter, unchanged, making, cold: cold ?? false }, prices);
}

export interface PricedInput {
  readonly thread: Thread;
  readonly base?: BaseTokens;
  readonly prices?: Prices;
  readonly cold?: boolean;
}
