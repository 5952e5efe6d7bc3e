/** What calls cost, and when a cut has paid. */
import { describe, expect, it } from 'vitest';
import { costOf, DEFAULT_PRICES, priceCut } from '../../../src/core/compaction/price.ts';

describe('costOf', () => {
  it('weighs cache reads, cache writes, input and output as the price list does', () => {
    expect(costOf({ input: 100, output: 10, cacheRead: 1_000, cacheCreation: 200 })).toBeCloseTo(100 + 50 + 100 + 250);
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
