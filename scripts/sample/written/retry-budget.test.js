/** A part has five attempts, and all parts together have a pool of retries (docs/retries.md, "The budget"). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRetryBudget } from '../src/retry-budget.js';

const tried = (attempts, index = 0) => ({ index, attempts });

describe('the budget of one part', () => {
  it('allows four retries after the first attempt', () => {
    const budget = createRetryBudget({ partCount: 1000 });
    assert.deepEqual(
      [1, 2, 3, 4, 5].map((attempts) => budget.mayRetry(tried(attempts))),
      [true, true, true, true, false],
    );
  });

  it('can be set', () => {
    const budget = createRetryBudget({ partCount: 1000, attempts: 2 });
    assert.equal(budget.mayRetry(tried(1)), true);
    assert.equal(budget.mayRetry(tried(2)), false);
  });

  it('of one attempt means no retry at all', () => {
    assert.equal(createRetryBudget({ partCount: 1000, attempts: 1 }).mayRetry(tried(1)), false);
  });

  for (const attempts of [0, -1, 2.5, Number.NaN]) {
    it(`can not be ${attempts}`, () => {
      assert.throws(() => createRetryBudget({ partCount: 10, attempts }), RangeError);
    });
  }
});

describe('the pool of an upload', () => {
  for (const [partCount, size] of [[1, 10], [50, 10], [55, 11], [120, 24], [10_000, 2_000]]) {
    it(`holds ${size} retries for ${partCount} parts`, () => {
      assert.equal(createRetryBudget({ partCount }).retriesLeft(), size);
    });
  }

  it('is used up by retries, and then no part gets another', () => {
    const budget = createRetryBudget({ partCount: 50 });
    for (let n = 0; n < 10; n += 1) assert.equal(budget.mayRetry(tried(1, n)), true);
    assert.equal(budget.mayRetry(tried(1, 10)), false);
    assert.equal(budget.retriesLeft(), 0);
  });

  it('is not touched by a part that has spent its own attempts', () => {
    const budget = createRetryBudget({ partCount: 50 });
    budget.mayRetry(tried(5));
    assert.equal(budget.retriesLeft(), 10);
  });

  it('gets one retry back for ten parts that come through at their first attempt', () => {
    const budget = createRetryBudget({ partCount: 50 });
    for (let n = 0; n < 10; n += 1) budget.mayRetry(tried(1, n));
    for (let n = 0; n < 9; n += 1) budget.delivered(tried(1, n));
    assert.equal(budget.mayRetry(tried(1, 30)), false, 'nine tenths are not a retry');
    budget.delivered(tried(1, 9));
    assert.equal(budget.mayRetry(tried(1, 30)), true, 'ten tenths are one');
  });

  it('gets nothing back for a part that needed a retry', () => {
    const budget = createRetryBudget({ partCount: 50 });
    for (let n = 0; n < 10; n += 1) budget.mayRetry(tried(1, n));
    for (let n = 0; n < 30; n += 1) budget.delivered(tried(2, n));
    assert.equal(budget.mayRetry(tried(1, 30)), false);
  });

  it('never grows beyond its first size', () => {
    const budget = createRetryBudget({ partCount: 50 });
    for (let n = 0; n < 50; n += 1) budget.delivered(tried(1, n));
    assert.equal(budget.retriesLeft(), 10);
  });
});
