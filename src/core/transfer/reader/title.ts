/** The title of a thread that has none of its own. */

/** UTF-16 units. */
const LONGEST = 80;

/** The first line that says something, cut between graphemes at 80 characters; undefined when there is none. */
export function titleFrom(text: string): string | undefined {
  const line = /\S[^\n\r\u2028\u2029]*/.exec(text)?.[0].trimEnd();
  if (line === undefined || line.length <= LONGEST) return line;
  let cut = '';
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(line.slice(0, 2 * LONGEST));
  for (const { segment } of graphemes) {
    if (cut.length + segment.length >= LONGEST) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
