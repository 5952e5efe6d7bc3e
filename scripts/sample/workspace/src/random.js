/** Random numbers that can be repeated: a seed gives the same numbers on every machine. */

/**
 * Mulberry32: small, fast, and good enough for jitter and simulations. Never for secrets.
 *
 * @param {number} seed a whole number
 * @returns {() => number} in [0, 1)
 */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `from` to `to`, both included. */
export function between(random, from, to) {
  return from + Math.floor(random() * (to - from + 1));
}
