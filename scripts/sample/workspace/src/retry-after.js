/** Reads the Retry-After header: what the server asks us to wait. */

/**
 * @param {string|null|undefined} value the header, as it came
 * @returns {number|undefined} milliseconds; undefined when the server asks for nothing
 */
export function parseRetryAfter(value) {
  if (value === null || value === undefined || value === '') return undefined;
  return Number.parseInt(value, 10);
}
