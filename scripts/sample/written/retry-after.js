/** Reads the Retry-After header: what the server asks us to wait (docs/retries.md, "Retry-After"). */

/** A proxy on one of the ships once answered with a day. */
export const LONGEST_WAIT_MS = 120_000;

/**
 * @param {string|null|undefined} value the header, as it came: whole seconds or a date
 * @param {number} nowMs milliseconds since 1970
 * @returns {number|undefined} milliseconds; undefined when the server asks for nothing, or for nothing that can be read
 */
export function parseRetryAfter(value, nowMs) {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(LONGEST_WAIT_MS, Number(text) * 1000);
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  return Math.min(LONGEST_WAIT_MS, Math.max(0, at - nowMs));
}
