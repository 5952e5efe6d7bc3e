/** Collects the matches that a search reports: one for each line. The worker for regular expressions uses it too. */

/** A match, by its place in the text that was searched. */
export interface Hit {
  readonly index: number;
  readonly length: number;
}

export interface SearchRange {
  /** Start and end index in the text. */
  readonly from: number;
  readonly to: number;
  readonly most: number;
}

/** A line longer than this is reported once for each stretch of so many UTF-16 units that holds a match. */
export const STRETCH = 400;

/** The first match of each line, in order; `next` finds the first one at or after a place. */
export function collectHits(
  text: string,
  { from, to, most }: SearchRange,
  next: (from: number) => Hit | undefined,
): readonly Hit[] {
  const hits: Hit[] = [];
  let at = from;
  while (hits.length < most && at < to) {
    const hit = next(at);
    if (!hit || hit.index >= to) break;
    hits.push(hit);
    at = resumeAfter(text, hit);
  }
  return hits;
}

/** The index at which the search continues after a hit: the next line, or the next stretch of a long one. */
export function resumeAfter(text: string, { index, length }: Hit): number {
  const after = index + Math.max(length, STRETCH);
  const lineEnd = text.slice(index, after).indexOf('\n');
  return lineEnd < 0 ? after : index + lineEnd + 1;
}

/** Matches of a regular expression, line by line, so that none reaches over a line's end. `pattern` has the flag `g`. */
export function regexHits(text: string, pattern: RegExp, wish: SearchRange): readonly Hit[] {
  return collectHits(text, wish, (from) => {
    let start = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1;
    pattern.lastIndex = from - start;
    while (start < wish.to) {
      const lineEnd = text.indexOf('\n', start);
      const match = pattern.exec(text.slice(start, lineEnd < 0 ? text.length : lineEnd));
      if (match) return { index: start + match.index, length: match[0].length };
      if (lineEnd < 0) break;
      start = lineEnd + 1;
      pattern.lastIndex = 0;
    }
    return undefined;
  });
}
