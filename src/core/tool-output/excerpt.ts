/** Keeps the start and the end of a text that comes in chunks. */
import { endOf, startOf } from '../lang/clip.ts';
import { utf8Length } from '../lang/utf8.ts';

export class Excerpt {
  readonly #bytes: number;
  readonly #lineLength: number;
  #start = '';
  #end = '';
  #length = 0;

  /** `bytes` of each part at most, in UTF-8; `lineLength` UTF-16 units of each line. */
  constructor(bytes: number, lineLength: number) {
    this.#bytes = bytes;
    this.#lineLength = lineLength;
  }

  add(chunk: string): void {
    const room = this.#bytes - this.#start.length;
    if (room > 0) this.#start += chunk.slice(0, room);
    this.#length += chunk.length;
    this.#end += chunk.slice(-this.#bytes);
    if (this.#end.length > 2 * this.#bytes) this.#end = this.#end.slice(-this.#bytes);
  }

  get start(): string {
    return this.#clipped(startOf(this.#start, this.#units(this.#start)));
  }

  /** The last lines, without a line that is not there from its beginning, unless it is the only one. */
  get end(): string {
    const text = endOf(this.#end, this.#units(this.#end.slice(-this.#bytes)));
    const isWhole = text.length === this.#length;
    const lineEnd = text.trimEnd().indexOf('\n');
    return this.#clipped(isWhole || lineEnd < 0 ? text : text.slice(lineEnd + 1));
  }

  /** No text of so many units takes more bytes. */
  #units(text: string): number {
    return utf8Length(text) <= this.#bytes ? this.#bytes : Math.floor(this.#bytes / 3);
  }

  #clipped(text: string): string {
    return text
      .split('\n')
      .map((line) => (line.length > this.#lineLength ? startOf(line, this.#lineLength) : line))
      .join('\n');
  }
}
