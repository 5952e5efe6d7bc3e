/** Builds the view of an output that enters the context, within limits of bytes, tokens and line length (R17, R21, R34). */
import { startOf, startOfBytes } from '../lang/clip.ts';
import { utf8Length } from '../lang/utf8.ts';
import type { ToolOutputConfig } from './config.ts';
import { CHARACTERS_A_TOKEN } from './truncate-result.ts';

export type ViewLimits = Pick<ToolOutputConfig, 'maxToolResultTokens' | 'maxMessageBytes' | 'maxLineLength'>;

export interface ViewOfOutput {
  /** The shown part of each text; there are fewer than the output has when the cut removed whole texts. */
  readonly texts: readonly string[];
  /** Undefined when the texts are whole. */
  readonly cut: ViewCut | undefined;
}

export interface ViewCut {
  /** Lines of the output, and how many of them the view reaches the end of, from the first on. */
  readonly lines: number;
  readonly shownLines: number;
  /** How many of the shown ones were cut at `maxLineLength`. */
  readonly cutLines: number;
}

/** UTF-16 units kept beyond R17's cut, until it is clear whether cutting makes the result shorter. */
const MARGIN = 1024;

/**
 * Takes an output in chunks and holds no more of it than is shown. Each line is cut at `maxLineLength`, the whole stops at
 * `maxMessageBytes` with the note, and at `maxToolResultTokens` × 4 characters without it; no cut parts a grapheme.
 */
export class View {
  readonly #limits: ViewLimits;
  readonly #mostCharacters: number;
  readonly #texts: string[] = [];
  #text = '';
  #line = '';
  #lineLength = 0;
  #bytes = 0;
  /** Shown so far; of the output. */
  #characters = 0;
  #length = 0;
  #lines = 0;
  #cutLines = 0;

  constructor(limits: ViewLimits) {
    this.#limits = limits;
    this.#mostCharacters = (limits.maxToolResultTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_A_TOKEN;
  }

  add(chunk: string): void {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      this.#extendLine(chunk, from, end);
      this.#endLine('\n');
      from = end + 1;
    }
    this.#extendLine(chunk, from, chunk.length);
  }

  /** Ends a text of the output when another follows; in the full output a line end stands between them. */
  endText(): void {
    this.#endLine('');
    this.#texts.push(this.#text);
    this.#text = '';
  }

  /** `noteFor` gives the note that will be added to a cut view; its bytes count as the view's. */
  finish(noteFor: (cut: ViewCut) => string): ViewOfOutput {
    if (this.#lineLength > 0) this.#endLine('');
    this.#texts.push(this.#text);
    const { maxMessageBytes, maxToolResultTokens } = this.#limits;
    const isOver = this.#bytes > maxMessageBytes;
    const tokens = Math.floor(this.#length / CHARACTERS_A_TOKEN);
    const isLong = maxToolResultTokens !== null && tokens > maxToolResultTokens;
    if (!isOver && !isLong && this.#cutLines === 0) return { texts: this.#texts, cut: undefined };
    // A note that says where the view stops is the longer one, and no line has more digits than the last.
    const counts = { lines: this.#lines, cutLines: this.#cutLines };
    const note = noteFor({ ...counts, shownLines: this.#lines - 1 });
    const texts = this.#fit(maxMessageBytes - utf8Length(note));
    const isGain = sumOf(texts) + note.length < this.#length;
    if (!isOver && this.#cutLines === 0 && !isGain) return { texts: this.#texts, cut: undefined };
    const isWhole = sumOf(texts) === this.#characters;
    return { texts, cut: { ...counts, shownLines: isWhole ? this.#lines : countEnds(texts) } };
  }

  #extendLine(chunk: string, from: number, to: number): void {
    const room = this.#limits.maxLineLength + 2 - this.#line.length;
    if (room > 0 && to > from && !this.#isFull()) this.#line += chunk.slice(from, Math.min(to, from + room));
    this.#lineLength += to - from;
  }

  #endLine(ending: string): void {
    const { maxLineLength } = this.#limits;
    this.#length += this.#lineLength + ending.length;
    this.#lines++;
    if (!this.#isFull()) {
      const isCut = this.#lineLength > maxLineLength;
      const shown = (isCut ? startOf(this.#line, maxLineLength) : this.#line) + ending;
      if (isCut) this.#cutLines++;
      this.#text += shown;
      this.#characters += shown.length;
      this.#bytes += utf8Length(shown);
    }
    this.#line = '';
    this.#lineLength = 0;
  }

  #isFull(): boolean {
    return this.#bytes > this.#limits.maxMessageBytes || this.#characters > this.#mostCharacters + MARGIN;
  }

  #fit(bytes: number): readonly string[] {
    const fitting: string[] = [];
    let leftBytes = Math.max(0, bytes);
    let leftCharacters = this.#mostCharacters;
    for (const text of this.#texts) {
      const shown = startOfBytes(startOf(text, leftCharacters), leftBytes);
      fitting.push(shown);
      if (shown.length < text.length) break;
      leftBytes -= utf8Length(shown);
      leftCharacters -= shown.length;
    }
    return fitting;
  }
}

/** The line ends in the texts and between them. */
function countEnds(texts: readonly string[]): number {
  return texts.join('\n').split('\n').length - 1;
}

function sumOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}
