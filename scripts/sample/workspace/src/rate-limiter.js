/** Keeps an upload below so many bytes a second: a bucket that fills at that rate and is emptied by what is sent. */

/**
 * @param {object} options
 * @param {number|undefined} options.bytesPerSecond undefined: no limit
 * @param {number} [options.burstBytes] how much may be sent at once after a pause; default: one second's worth
 * @param {{ now(): number, sleep(ms: number, signal?: AbortSignal): Promise<void> }} options.clock
 */
export function createRateLimiter({ bytesPerSecond, burstBytes = bytesPerSecond, clock }) {
  if (bytesPerSecond === undefined) return { take: async () => {}, available: () => Number.POSITIVE_INFINITY };
  if (!(bytesPerSecond > 0)) throw new RangeError(`bytesPerSecond must be above 0, not ${bytesPerSecond}`);

  let level = burstBytes;
  let filledAt = clock.now();
  let line = Promise.resolve();

  function refill() {
    const now = clock.now();
    const earned = Math.floor(((now - filledAt) * bytesPerSecond) / 1000);
    level = Math.min(burstBytes, level + earned);
    filledAt = now;
  }

  /** Waits in steps so that an abort is noticed, and so that one large part can't hold the line for minutes unseen. */
  const STEP_MS = 1;

  async function waitFor(bytes, signal) {
    for (;;) {
      refill();
      if (level >= bytes || signal?.aborted) break;
      await clock.sleep(STEP_MS, signal);
    }
    level -= bytes;
  }

  return {
    /**
     * Resolves when so many bytes may be sent. First come, first served. A part that is larger than the bucket is let
     * through when the bucket is full, and leaves it in debt.
     */
    take(bytes, signal) {
      const turn = line.then(() => waitFor(Math.min(bytes, burstBytes), signal));
      line = turn.catch(() => {});
      return turn;
    },
    available() {
      refill();
      return level;
    },
  };
}
