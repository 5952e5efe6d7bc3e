/** Decodes what a process writes, in pieces; output that is no text is counted instead. */
import { StringDecoder } from 'node:string_decoder';

/** Of the output, in characters: where it is seen whether it is text. */
const LOOKED_AT = 8192;

/** Invalid UTF-8 becomes U+FFFD. Output that has NUL and invalid UTF-8 near its start is binary: pictures, programs, archives. */
export class TextOfBytes {
  readonly #decoder = new StringDecoder('utf8');
  #seen = '';
  #bytes = 0;
  #isBinary = false;

  /** Bytes so far, where they are no text. */
  get binaryBytes(): number {
    return this.#isBinary ? this.#bytes : 0;
  }

  /** Whether it is text is known. */
  get isKnown(): boolean {
    return this.#isBinary || this.#seen.length >= LOOKED_AT;
  }

  write(bytes: Buffer): string {
    this.#bytes += bytes.length;
    if (this.#isBinary) return '';
    const text = this.#decoder.write(bytes);
    if (this.#seen.length < LOOKED_AT) {
      this.#seen += text.slice(0, LOOKED_AT - this.#seen.length);
      this.#isBinary = this.#seen.includes('\0') && this.#seen.includes('\ufffd');
    }
    return this.#isBinary ? '' : text;
  }

  end(): string {
    return this.#isBinary ? '' : this.#decoder.end();
  }
}
