/** How long to wait before an attempt is repeated: exponential, with full jitter, capped. */

export const DEFAULT_BACKOFF = Object.freeze({
  /** Milliseconds before the second attempt, at most. */
  baseMs: 250,
  /** What each further attempt multiplies it with. */
  factor: 2,
  /** No wait is longer. */
  capMs: 20_000,
});

/**
 * Full jitter spreads the attempts of many clients that were turned away in the same second, so that they don't come back
 * in the same second either.
 *
 * @param {number} attempts how often the part was sent so far, at least 1
 * @param {() => number} random in [0, 1)
 * @param {{ baseMs?: number, factor?: number, capMs?: number }} [options]
 * @returns {number} whole milliseconds
 */
export function nextDelay(attempts, random, options = {}) {
  const { baseMs, factor, capMs } = { ...DEFAULT_BACKOFF, ...options };
  if (!Number.isInteger(attempts) || attempts < 1) throw new RangeError(`attempts must be 1 or more, not ${attempts}`);
  const ceiling = baseMs * factor ** (attempts - 1);
  return Math.round(Math.min(capMs, random() * ceiling));
}

/** The longest that a part can wait in all over so many attempts; for the estimate that `ferry status` prints. */
export function longestWait(attempts, options = {}) {
  let total = 0;
  for (let n = 1; n < attempts; n += 1) total += nextDelay(n, () => 1, options);
  return total;
}
