/** How often a property runs: a share of its usual runs in `npm test`, or as often as PROPERTY_RUNS says. */

const { PROPERTY_RUNS } = process.env;

/** Of the usual runs, in `npm test`; `npm run test:deep` makes the others, and many more. */
const SHARE = 0.4;
/** At least so many in `npm test`, unless fewer are usual. */
const FLOOR = 20;

/** In how many runs the property of the current test is tried, where a value that once failed is tried again. */
let replayed: number | undefined;

/** The next properties make so many runs; `undefined` for their own number. */
export function limitRuns(count: number | undefined): void {
  replayed = count;
}

/**
 * Parameters of `fc.assert`.
 * @param usual runs that the property needs to meet most of its cases
 */
export function runs(usual: number): { readonly numRuns: number } {
  const own = Number(PROPERTY_RUNS ?? Math.max(Math.min(usual, FLOOR), Math.ceil(usual * SHARE)));
  return {
    get numRuns() {
      return replayed ?? own;
    },
  };
}

/**
 * Some of the values that a place is tried with: in `npm test` every third, beginning elsewhere at each place, so that
 * each value meets a third of the places; otherwise all.
 * @param at which of the places
 */
export function someOf<T>(values: readonly T[], at: number): readonly T[] {
  return PROPERTY_RUNS === undefined ? values.filter((_, n) => (n + at) % 3 === 0) : values;
}
