/** Builds one page of a cache tool's result: numbered lines within the size limits, and a footer. */
import { startOf, startOfBytes } from '../lang/clip.ts';
import { utf8Length } from '../lang/utf8.ts';
import type { ToolOutputConfig } from './config.ts';
import { CHARACTERS_A_TOKEN } from './truncate-result.ts';

export type PageLimits = Pick<ToolOutputConfig, 'maxToolResultTokens' | 'maxMessageBytes' | 'maxLineLength'>;

/** Bytes reserved for the footer. */
const FOOTER = 320;

/** Minimum bytes of a page, even when the limit of a result is smaller. */
const LEAST = 1024;

export class Page {
  readonly #lines: string[] = [];
  readonly #width: number;
  #room: number;

  constructor({ maxToolResultTokens, maxMessageBytes, maxLineLength }: PageLimits) {
    const characters = (maxToolResultTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_A_TOKEN;
    this.#room = Math.max(LEAST, Math.min(maxMessageBytes, characters)) - FOOTER;
    this.#width = maxLineLength;
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  /**
   * Adds a line under its label, cut to the width of a line; the first one of a page is cut to the page. Gives how many
   * UTF-16 units of the text are shown, or undefined when the page is full.
   */
  add(label: string, text: string): number | undefined {
    const prefix = `${label}\t`;
    let shown = startOf(text, this.#width - prefix.length);
    if (utf8Length(prefix + shown) + 1 > this.#room) {
      if (!this.isEmpty) return undefined;
      shown = startOfBytes(shown, this.#room - utf8Length(prefix) - 1);
    }
    this.#lines.push(prefix + shown);
    this.#room -= utf8Length(prefix + shown) + 1;
    return shown.length;
  }

  finish(footer: string): string {
    return [...this.#lines, startOfBytes(footer, FOOTER)].join('\n');
  }
}
