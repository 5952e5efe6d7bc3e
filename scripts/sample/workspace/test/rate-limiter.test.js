/** The limiter lets through what the rate allows: not more, and not less. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { virtualClock } from '../src/clock.js';
import { createRateLimiter } from '../src/rate-limiter.js';

describe('createRateLimiter', () => {
  it('does nothing without a rate', async () => {
    const limiter = createRateLimiter({ bytesPerSecond: undefined, clock: virtualClock() });
    await limiter.take(1e12);
    assert.equal(limiter.available(), Number.POSITIVE_INFINITY);
  });

  it('lets one second through at once', async () => {
    const clock = virtualClock();
    const limiter = createRateLimiter({ bytesPerSecond: 1000, clock });
    await clock.run(limiter.take(1000));
    assert.equal(clock.now(), 0);
  });

  it('then waits for the bucket to fill', async () => {
    const clock = virtualClock();
    const limiter = createRateLimiter({ bytesPerSecond: 1000, clock });
    await clock.run(limiter.take(1000));
    await clock.run(limiter.take(500));
    assert.equal(clock.now(), 500);
  });

  it('does not save up more than the burst during a pause', async () => {
    const clock = virtualClock();
    const limiter = createRateLimiter({ bytesPerSecond: 1000, burstBytes: 200, clock });
    await clock.run(clock.sleep(60_000));
    assert.equal(limiter.available(), 200);
  });

  it('serves in the order of asking', async () => {
    const clock = virtualClock();
    const limiter = createRateLimiter({ bytesPerSecond: 1000, clock });
    const order = [];
    await clock.run(
      Promise.all(
        [900, 600, 10].map(async (bytes, n) => {
          await limiter.take(bytes);
          order.push(n);
        }),
      ),
    );
    assert.deepEqual(order, [0, 1, 2]);
  });

  it('lets go when the signal aborts', async () => {
    const clock = virtualClock();
    const limiter = createRateLimiter({ bytesPerSecond: 1000, clock });
    const stop = new AbortController();
    await clock.run(limiter.take(1000));
    clock.sleep(30).then(() => stop.abort());
    await clock.run(limiter.take(1000, stop.signal));
    assert.ok(clock.now() <= 31);
  });

  for (const rate of [0, -5, Number.NaN]) {
    it(`refuses a rate of ${rate}`, () => {
      assert.throws(() => createRateLimiter({ bytesPerSecond: rate, clock: virtualClock() }), RangeError);
    });
  }
});
