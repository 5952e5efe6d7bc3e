/** Waits grow, are jittered, and stay below the cap. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BACKOFF, longestWait, nextDelay } from '../src/backoff.js';
import { seededRandom } from '../src/random.js';

const most = () => 1 - Number.EPSILON;

describe('nextDelay', () => {
  it('doubles the ceiling with each attempt', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((n) => nextDelay(n, most)),
      [250, 500, 1000, 2000],
    );
  });

  it('never exceeds the cap', () => {
    for (let n = 1; n < 60; n += 1) assert.ok(nextDelay(n, most) <= DEFAULT_BACKOFF.capMs);
  });

  it('may be as short as nothing', () => {
    assert.equal(
      nextDelay(5, () => 0),
      0,
    );
  });

  it('takes other figures than the default', () => {
    assert.equal(nextDelay(3, most, { baseMs: 10, factor: 3, capMs: 1000 }), 90);
    assert.equal(nextDelay(9, most, { baseMs: 10, factor: 3, capMs: 1000 }), 1000);
  });

  it('gives the same waits for the same seed', () => {
    const waits = (seed) => {
      const random = seededRandom(seed);
      return [1, 2, 3, 4, 5].map((n) => nextDelay(n, random));
    };
    assert.deepEqual(waits(412), waits(412));
    assert.notDeepEqual(waits(412), waits(413));
  });

  it('refuses a part that was never sent', () => {
    assert.throws(() => nextDelay(0, most), RangeError);
  });
});

describe('longestWait', () => {
  it('is nothing for one attempt', () => {
    assert.equal(longestWait(1), 0);
  });

  it('adds up the ceilings between the attempts', () => {
    assert.equal(longestWait(5), 250 + 500 + 1000 + 2000);
  });
});
