/** How often parts may be sent again: each for itself, and all of one upload together (docs/retries.md, "The budget"). */

export const DEFAULT_ATTEMPTS = 5;
/** Retries for the whole upload, as a share of its parts, so that a server which is down is not asked parts × 5 times. */
export const POOL_SHARE = 1 / 5;
export const POOL_MINIMUM = 10;
/** What a part that comes through at its first attempt gives back. */
const GIVEN_BACK = 0.1;

/**
 * @param {object} options
 * @param {number} options.partCount of the whole upload, delivered ones included
 * @param {number} [options.attempts] for each part; the first one counts
 */
export function createRetryBudget({ partCount, attempts = DEFAULT_ATTEMPTS }) {
  if (!Number.isInteger(attempts) || attempts < 1) throw new RangeError(`attempts must be 1 or more, not ${attempts}`);
  const size = Math.max(POOL_MINIMUM, Math.floor(partCount * POOL_SHARE));
  let pool = size;

  return {
    /**
     * Asked after an attempt went wrong. True takes one retry from the pool.
     * @param {{ attempts: number }} part
     */
    mayRetry(part) {
      if (part.attempts >= attempts || pool < 1) return false;
      pool -= 1;
      return true;
    },
    /** @param {{ attempts: number }} part */
    delivered(part) {
      if (part.attempts === 1) pool = Math.min(size, pool + GIVEN_BACK);
    },
    /** Whole retries that the pool still holds. */
    retriesLeft: () => Math.floor(pool),
  };
}
