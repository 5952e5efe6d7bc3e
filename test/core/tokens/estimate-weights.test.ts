/** The fitted weights fit the contexts they are for. */
import { expect, test } from 'vitest';
import { CONTEXT_COUNT } from '../../../src/core/tokens/estimate-contexts.ts';
import { decodeWeight, encodeWeights, MAX_WEIGHT } from '../../../src/core/tokens/estimate-weight-code.ts';
import { ENCODED_WEIGHTS } from '../../../src/core/tokens/estimate-weights.ts';

test('there is one weight for every context', () => {
  expect(ENCODED_WEIGHTS).toHaveLength(CONTEXT_COUNT);
});

test.each([0, 0.01, 0.25, 1, 2, MAX_WEIGHT])('a weight of %d is written and read to within 3 %% or 0.002', (weight) => {
  const text = encodeWeights([9, weight]);
  expect(Math.abs(decodeWeight(text, 1) - weight)).toBeLessThanOrEqual(Math.max(0.002, weight * 0.03));
});

test('one token is written exactly, and more than can be written as the most', () => {
  const text = encodeWeights([1, 100]);
  expect(decodeWeight(text, 0)).toBe(1);
  expect(decodeWeight(text, 1)).toBe(MAX_WEIGHT);
});

test('the text needs no escapes in a string with single quotes', () => {
  const all = encodeWeights(Array.from({ length: 500 }, (_, i) => (i / 499) * MAX_WEIGHT));
  expect(new Set(all).size).toBeGreaterThan(80);
  expect(all).not.toMatch(/['\\\n]/);
});
