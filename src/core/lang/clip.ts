/** Cuts text: by length, on one line, with an ellipsis; never inside a character. All lengths are UTF-16 units unless named bytes. */

/** A text that was cut; `more` is how many UTF-16 units were left out. */
export interface Clipped {
  readonly text: string;
  readonly more: number;
}

/** At most `limit` units of `text`, cut between graphemes, and how many are left out. */
export function clip(text: string, limit: number): Clipped {
  const start = startOf(text, limit);
  return { text: start, more: text.length - start.length };
}

/** `text` where it has at most `limit` units, else its start with an ellipsis, together at most `limit`. */
export function ellipsize(text: string, limit: number): string {
  return text.length <= limit ? text : `${startOf(text, limit - 1).trimEnd()}…`;
}

/** The start of `text` with each run of white space as one blank, at most `limit` units, with an ellipsis where it was cut. Reads 4 × `limit`. */
export function oneLine(text: string, limit: number): string {
  return ellipsize(
    startOf(text, 4 * limit)
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The last index at or before `at` (UTF-16 units) that parts no surrogate pair and no grapheme. Looks back only as far as
 * the last two plain characters, so that a cut in a huge text costs what its neighbourhood costs.
 */
export function boundaryBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  let sure = at;
  while (sure > 0 && !isSureBoundary(text, sure)) sure--;
  if (sure === at) return at;
  // Whether an index is a boundary depends on all text before it and on the one code point after it.
  const near = graphemes.segment(text.slice(sure, at + 2)).containing(at - sure);
  return sure + (near?.index ?? 0);
}

/** The longest start of `text` of at most `length` units that ends at a grapheme. */
export function startOf(text: string, length: number): string {
  return text.slice(0, boundaryBefore(text, length));
}

/** The longest end of `text` of at most `length` units that begins at a grapheme. */
export function endOf(text: string, length: number): string {
  const at = Math.max(0, text.length - length);
  const before = boundaryBefore(text, at);
  if (before === at) return text.slice(at);
  const [whole] = graphemes.segment(text.slice(before));
  return text.slice(before + (whole?.segment.length ?? 0));
}

/** `at`, or one less where that is between the halves of a surrogate pair: for pieces that are put together again. */
export function pairBoundaryBefore(text: string, at: number): number {
  return endsWithHalfPair(text.slice(at - 1, at)) && /^[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

/** True when `text` ends with the first half of a surrogate pair, of which the second may come with the next chunk. */
export function endsWithHalfPair(text: string): boolean {
  return /^[\ud800-\udbff]$/.test(text.charAt(text.length - 1));
}

/** True between two characters that no rule ever joins; false says nothing. */
function isSureBoundary(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (before === 0x0a) return true;
  return isPlain(before) && isPlain(after) && !(before === 0x0d && after === 0x0a);
}

/** Latin, Greek, Cyrillic, kana, han and Hangul syllables, without combining marks. */
function isPlain(code: number): boolean {
  return (
    code < 0x300 ||
    (code >= 0x370 && code <= 0x482) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** The longest start of `text` that takes at most `bytes` in UTF-8 and ends at a grapheme. */
export function startOfBytes(text: string, bytes: number): string {
  let left = bytes;
  let at = 0;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    left -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (left < 0) break;
    at += code < 0x10000 ? 1 : 2;
  }
  return startOf(text, at);
}
