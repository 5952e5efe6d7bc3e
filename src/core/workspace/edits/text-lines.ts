/** Splits texts into lines, each with its line end, and converts offsets in a text to lines and columns. */

/** Each line keeps its end, so that joined they are the text again. Only `\n` (with or without `\r` before it) ends a line. */
export function linesWithEnds(text: string): readonly string[] {
  const lines: string[] = [];
  let from = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    lines.push(text.slice(from, end + 1));
    from = end + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

/** A position in a text; both count from 1, the column in UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The positions of these offsets, which must be in ascending order. Linear in the text up to the last one. */
export function positionsOf(text: string, offsets: readonly number[]): readonly TextPosition[] {
  let line = 1;
  let start = 0;
  let end = text.indexOf('\n');
  return offsets.map((offset) => {
    while (end >= 0 && end < offset) {
      line++;
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    return { line, column: offset - start + 1 };
  });
}
