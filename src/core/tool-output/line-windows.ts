/** Reads lines of a chunked text, each only from a column on and up to a width. */

/** Chunks as from a stream, or at once. */
export type Chunks = AsyncIterable<string> | Iterable<string>;

export interface LineWindow {
  /** From 1. */
  readonly number: number;
  /** The line from `column` on, at most `width` UTF-16 units of it, without its `\n`. */
  readonly text: string;
  /** UTF-16 units of the whole line. */
  readonly length: number;
}

/** A window on the lines from `offset` on; `column` is of the first line only, the others start at 1. Both count from 1. */
export interface LineWindowOptions {
  readonly offset: number;
  readonly column: number;
  readonly width: number;
}

/** Lines end at `\n` only, so a `\r` is kept. A text that ends with `\n` has no empty line after it. */
export async function* readWindows(
  chunks: Chunks,
  { offset, column, width }: LineWindowOptions,
): AsyncGenerator<LineWindow> {
  let number = 1;
  let text = '';
  let length = 0;
  const take = (part: string) => {
    const skipped = Math.max(0, (number === offset ? column - 1 : 0) - length);
    const room = width - text.length;
    if (number >= offset && room > 0) text += part.slice(skipped, skipped + room);
    length += part.length;
  };
  const end = (): LineWindow => {
    const line = { number, text, length };
    number++;
    text = '';
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let to = chunk.indexOf('\n'); to >= 0; to = chunk.indexOf('\n', from)) {
      if (number >= offset) {
        take(chunk.slice(from, to));
        yield end();
      } else {
        number++;
        length = 0;
      }
      from = to + 1;
    }
    if (from < chunk.length) take(chunk.slice(from));
  }
  if (length > 0 && number >= offset) yield end();
}

/** Counts lines as an editor does, without an empty line after a final `\n`. */
export function countLines(chunks: readonly string[]): number {
  let lines = 0;
  let isOpen = false;
  for (const chunk of chunks) {
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', at + 1)) lines++;
    if (chunk !== '') isOpen = !chunk.endsWith('\n');
  }
  return isOpen ? lines + 1 : lines;
}
