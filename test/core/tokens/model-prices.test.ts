/** What calls of a model cost. */
import { describe, expect, it } from 'vitest';
import { pricesFor } from '../../../src/core/tokens/model-prices.ts';

it.each([
  ['anthropic/claude-opus-5-5', { input: 4, output: 20, cacheRead: 0.2, cacheWrite: 5 }],
  ['gemini-2.5-flash', { input: 0.3, output: 2.5, cacheRead: 0.03, cacheWrite: 0.3 }],
  [
    'gemini-2.5-pro',
    {
      ...{ input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 1.25 },
      tiers: [{ above: 200_000, input: 2.5, output: 15, cacheRead: 0.25, cacheWrite: 2.5 }],
    },
  ],
  ['claude-3-opus-20240229', { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }],
  ['nobody-knows-1', { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }],
  [undefined, { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }],
])('%s has its prices, or the usual proportions', (model, prices) =>
  expect(pricesFor(model, Date.UTC(2026, 10, 28))).toEqual(prices),
);

describe('prices with a day (R24)', () => {
  const day = (text: string) => Date.parse(`${text}Z`);
  it.each([
    ['gemini-4-argon', '2026-11-28T12:00', 2, 10, 0.1],
    ['gemini-4-argon', '2026-11-30T23:59:59', 2, 10, 0.1],
    ['gemini-4-argon', '2026-12-01T00:00', 4, 20, 0.2],
    ['google/gemini-4-carbon', '2026-12-01T00:00', 4, 20, 0.2],
    ['gemini-4-neon', '2026-12-01T00:00', 3, 15, 0.15],
    ['gemini-3.8-flash', '2026-12-31T23:59', 0.75, 3.75, 0.075],
    ['gemini-3.8-flash', '2027-01-01T00:00', 1.5, 7.5, 0.15],
    ['gemini-3.8-flash', '2030-01-01T00:00', 1.5, 7.5, 0.15],
  ])('%s on %s', (model, at, input, output, cacheRead) => {
    expect(pricesFor(model, day(at))).toMatchObject({ input, output, cacheRead });
  });
});
