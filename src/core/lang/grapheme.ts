/** Places where a text may be cut: never inside a character as a person sees it. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * The last place at or before `at` (UTF-16 units) that parts no surrogate pair and no grapheme. Looks back only as far as
 * the last two plain characters, so that a cut in a huge text costs what its neighbourhood costs.
 */
export function boundaryBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  let sure = at;
  while (sure > 0 && !isSureBoundary(text, sure)) sure--;
  if (sure === at) return at;
  // What a boundary is depends on all that stands before it and on the one code point after it.
  const near = graphemes.segment(text.slice(sure, at + 2)).containing(at - sure);
  return sure + (near?.index ?? 0);
}

/** The longest start of `text` of at most `length` UTF-16 units that ends at a grapheme. */
export function startOf(text: string, length: number): string {
  return text.slice(0, boundaryBefore(text, length));
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
