/** What calls cost, and when a cut has paid. */
import { describe, expect, it } from 'vitest';
import { priceCut } from '../../../src/core/compaction/price.ts';
import { costOf, DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';

describe('costOf', () => {
  it('weighs cache reads, cache writes, input and output as the price list does', () => {
    expect(costOf({ input: 100, output: 10, cacheRead: 1_000, cacheCreation: 200 })).toBeCloseTo(100 + 50 + 100 + 250);
  });

  const tiered = {
    ...DEFAULT_PRICES,
    tiers: [
      { above: 200_000, input: 2, output: 7.5, cacheRead: 0.2, cacheWrite: 2.5 },
      { above: 400_000, input: 4, output: 10, cacheRead: 0.4, cacheWrite: 5 },
    ],
  };
  it.each([
    ['at the size itself the small price holds', { input: 50_000, cacheRead: 100_000, cacheCreation: 50_000 }, 122_500],
    ['a token more, and all tokens cost more', { input: 50_001, cacheRead: 100_000, cacheCreation: 50_000 }, 245_002],
    ['so it does at the next size', { input: 400_001, cacheRead: 0, cacheCreation: 0 }, 1_600_004],
  ])('%s', (_, input, cost) => expect(costOf({ ...input, output: 0 }, tiered)).toBeCloseTo(cost));

  it('the output of a large call costs more too', () => {
    const usage = { input: 300_000, output: 1_000, cacheRead: 0, cacheCreation: 0 };
    expect(costOf(usage, tiered)).toBeCloseTo(600_000 + 7_500);
  });

  it('a cut that leaves a size at which all is cheaper saves more with each call', () => {
    const cut = { before: 300_000, after: 100_000, unchanged: 100_000 };
    expect(priceCut(cut, tiered).savingPerCall).toBeCloseTo(60_000 - 10_000);
    expect(priceCut(cut, DEFAULT_PRICES).savingPerCall).toBeCloseTo(20_000);
  });
});

describe('priceCut', () => {
  it.each([
    ['a cut of everything but the summary pays after a few calls', { before: 160_000, after: 40_000, unchanged: 0 }, 4],
    ['what stays as it is at the front costs nothing again', { before: 160_000, after: 40_000, unchanged: 40_000 }, 0],
    ['a summary that costs to make pays later', { before: 160_000, after: 40_000, unchanged: 0, making: 36_000 }, 7],
    ['a cut that saves nothing never pays', { before: 40_000, after: 40_000, unchanged: 0 }, Number.POSITIVE_INFINITY],
  ])('%s', (_, cut, calls) => expect(priceCut(cut, DEFAULT_PRICES).breakEven).toBe(calls));
});
