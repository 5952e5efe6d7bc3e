/** What calls of a model cost. */
import { expect, it } from 'vitest';
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
])('%s has its prices, or the usual proportions', (model, prices) => expect(pricesFor(model)).toEqual(prices));
