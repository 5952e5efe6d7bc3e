/** Clips text for the panel; the host keeps the whole. */

/** Text clipped for the panel; `more` is how many characters were left out (the host has them). */
export interface Clipped {
  readonly text: string;
  readonly more: number;
}

/** At most `limit` characters, never half a surrogate pair. */
export function clip(text: string, limit: number): Clipped {
  if (text.length <= limit) return { text, more: 0 };
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit;
  return { text: text.slice(0, end), more: text.length - end };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
