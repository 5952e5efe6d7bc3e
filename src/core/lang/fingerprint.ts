/** A short fingerprint of a text, to tell texts apart; it keeps no secret. */

/** At most 11 characters of `[0-9a-z]`, of 53 bits (the public-domain hash "cyrb53"). Linear. */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (2 ** 32 * (2097151 & b) + (a >>> 0)).toString(36);
}
