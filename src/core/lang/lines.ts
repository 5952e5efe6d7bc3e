/** Cuts chunks of text into numbered lines; only `\n` and `\r\n` end a line, since JSON may hold U+2028 as it is. */

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its end; empty when the line is longer than the limit. */
  readonly text: string;
  /** UTF-16 units, of the whole line. */
  readonly length: number;
  /** False for a last line without a line end. */
  readonly ended: boolean;
}

/** The lines of a text, without a byte order mark. Holds one line at a time, and none that is longer than `limit`. */
export async function* readLines(chunks: AsyncIterable<string>, limit: number): AsyncGenerator<Line> {
  let parts: string[] = [];
  let length = 0;
  let number = 0;
  let first = true;
  const add = (part: string) => {
    length += part.length;
    if (length > limit) parts = [];
    else if (part !== '') parts.push(part);
  };
  const take = (ended: boolean): Line => {
    const joined = parts.join('');
    const text = ended && joined.endsWith('\r') ? joined.slice(0, -1) : joined;
    const line = { number: ++number, text, length, ended };
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    if (chunk === '') continue;
    let from = first && chunk.startsWith('\uFEFF') ? 1 : 0;
    first = false;
    for (let end = chunk.indexOf('\n', from); end >= 0; end = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, end));
      yield take(true);
      from = end + 1;
    }
    add(chunk.slice(from));
  }
  if (length > 0) yield take(false);
}

export function isBlank(text: string): boolean {
  return /^\s*$/.test(text);
}
