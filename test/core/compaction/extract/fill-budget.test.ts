/** Filling a budget by count: never over it, and nearly all of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWithin, fillBudget } from '../../../../src/core/compaction/extract/fill-budget.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';
import { runs } from '../../../property/runs.ts';

describe('countWithin', () => {
  const costs = Float64Array.from([2, 5, 9, 9, 14]);
  it.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [4, 1],
    [5, 2],
    [9, 4],
    [13, 4],
    [14, 5],
    [99, 5],
  ])('of 2, 5, 9, 9, 14 in %i are %i', (room, count) => expect(countWithin(costs, room)).toBe(count));

  it('of nothing is none', () => expect(countWithin(new Float64Array(), 9)).toBe(0));
});

describe('fill', () => {
  const render = (count: number) => 'word '.repeat(count);
  const cost = estimateText(render(1_000)) / 1_000;
  const exact = (room: number) => Math.floor(room / cost);

  it('takes as many as fit, but for a rest that is not worth a try', () => {
    const text = fillBudget(200, 1_000, exact, render);
    expect(estimateText(text)).toBeLessThanOrEqual(200);
    expect(estimateText(text)).toBeGreaterThan(190);
    expect(fillBudget(200, 30, exact, render)).toBe(render(30));
  });

  it('is empty where not one fits, or there is none', () => {
    expect(fillBudget(0, 1_000, exact, render)).toBe('');
    expect(fillBudget(-9, 1_000, exact, render)).toBe('');
    expect(fillBudget(200, 0, exact, render)).toBe('');
    expect(
      fillBudget(
        3,
        10,
        () => 1,
        () => 'far too long a text for so small a budget',
      ),
    ).toBe('');
  });

  it('asks for few texts, and for none twice', () => {
    const asked: number[] = [];
    fillBudget(
      200,
      1_000,
      (room) => Math.floor(room / cost / 3),
      (count) => {
        asked.push(count);
        return render(count);
      },
    );
    expect(asked.length).toBeLessThanOrEqual(8);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it.each([
    ['too many', 3],
    ['too few', 1 / 3],
  ])('finds its way when told %s', (_, factor) => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 2_000 }), (budget) => {
        const text = fillBudget(budget, 5_000, (room) => Math.floor((room / cost) * factor), render);
        expect(estimateText(text)).toBeLessThanOrEqual(budget);
        expect(estimateText(text)).toBeGreaterThan(budget * 0.6 - 8);
      }),
      runs(100),
    );
  });
});
