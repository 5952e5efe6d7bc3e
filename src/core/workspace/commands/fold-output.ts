/** Turns a program's terminal output into the lines that a person would see, without control characters. */
import { endsWithHalfPair } from '../../lang/clip.ts';
import { TerminalParser, type TerminalReader } from './terminal-parser.ts';

/** Columns of a line within which the cursor can go back; what comes before them in a longer line is settled. */
const COLUMNS = 16_384;
/** Columns up to which the cursor can go past the end of a line: a few characters must not make a huge line. */
const MARGIN_COLUMNS = 256;

const BACKSPACE = 0x08;
const CARRIAGE_RETURN = 0x0d;

/**
 * `\r`, `\b` and the CSI sequences that move within a line (C, D, G) or erase in it (K) act as in a terminal without a right margin,
 * a column a code point; all else but text, `\t` and `\n` is dropped. The text is the same however it is cut into chunks, and each
 * character costs constant time. At most `COLUMNS` of the open line are held.
 */
export class OutputFolder {
  readonly #parser: TerminalParser;
  readonly #line = new OpenLine();

  constructor() {
    const line = this.#line;
    const reader: TerminalReader = {
      text: (run) => line.write(run),
      control: (code) => {
        if (code === CARRIAGE_RETURN) line.moveTo(0);
        else if (code === BACKSPACE) line.moveBy(-1);
      },
      sequence: (final, parameters) => obey(line, final, parameters),
    };
    this.#parser = new TerminalParser(reader);
  }

  /** The text that is settled by this chunk. */
  write(chunk: string): string {
    this.#parser.write(chunk);
    return this.#line.take();
  }

  /** The open line, which can't change any more. */
  flush(): string {
    this.#line.settle('');
    return this.#line.take();
  }

  /** The rest. */
  end(): string {
    this.#parser.end();
    return this.flush();
  }
}

function obey(line: OpenLine, final: string, parameters: string): void {
  if (!/^\d{0,9}$/.test(parameters)) return;
  const count = Math.max(1, Number(parameters));
  if (final === 'K') line.erase(Number(parameters));
  else if (final === 'G') line.moveTo(count - 1);
  else if (final === 'C') line.moveBy(count);
  else if (final === 'D') line.moveBy(-count);
}

/** A line that is still written to. */
class OpenLine {
  #settled: string[] = [];
  /** The line while it is only appended to. */
  #text = '';
  /** The line by its columns, once the cursor was moved into it. */
  #cells: string[] | undefined;
  /** Of the cursor, where it is not at the end of `#text`. */
  #column: number | undefined;

  /** Text with any number of line ends. */
  write(run: string): void {
    let from = 0;
    for (let end = run.indexOf('\n'); end >= 0 && this.#isMoved(); end = run.indexOf('\n', from)) {
      this.#put(run.slice(from, end));
      this.settle('\n');
      from = end + 1;
    }
    const last = this.#isMoved() ? -1 : run.lastIndexOf('\n');
    if (last >= from) {
      // Without the cursor in the line, all up to the last line end is settled at once.
      this.#settled.push(this.#text, run.slice(from, last + 1));
      this.#text = '';
      from = last + 1;
    }
    if (from < run.length) this.#put(run.slice(from));
  }

  moveTo(column: number): void {
    this.#column = Math.min(column, Math.max(this.#length, MARGIN_COLUMNS));
  }

  moveBy(columns: number): void {
    const { length } = this.#toCells();
    this.moveTo(Math.max(0, (this.#column ?? length) + columns));
  }

  /** 0: from the cursor to the end; 2: the whole line. */
  erase(what: number): void {
    if (what === 0 && this.#column === undefined) return;
    const cells = this.#toCells();
    const column = this.#column ?? cells.length;
    if (what === 0) cells.length = Math.min(cells.length, column);
    else if (what === 2) cells.length = 0;
    this.moveTo(column);
  }

  settle(end: string): void {
    const text = this.#cells ? this.#cells.join('') : this.#text;
    if (text + end !== '') this.#settled.push(text, end);
    this.#text = '';
    this.#cells = undefined;
    this.#column = undefined;
  }

  take(): string {
    const text = this.#settled.join('');
    this.#settled = [];
    return text;
  }

  get #length(): number {
    return this.#cells?.length ?? this.#text.length;
  }

  #isMoved(): boolean {
    return this.#column !== undefined || this.#cells !== undefined;
  }

  #put(run: string): void {
    if (run === '') return;
    if (this.#isMoved()) {
      this.#overwrite(run);
      return;
    }
    const text = this.#text + run;
    let from = 0;
    while (text.length - from >= COLUMNS) {
      const part = text.slice(from, from + COLUMNS);
      const settled = endsWithHalfPair(part) ? part.slice(0, -1) : part;
      this.#settled.push(settled);
      from += settled.length;
    }
    this.#text = from === 0 ? text : text.slice(from);
  }

  #overwrite(run: string): void {
    const cells = this.#toCells();
    let column = this.#column ?? cells.length;
    for (const character of run) {
      while (cells.length < column) cells.push(' ');
      cells[column++] = character;
      if (column === COLUMNS) {
        this.#settled.push(cells.join(''));
        cells.length = 0;
        column = 0;
      }
    }
    this.#column = column;
  }

  #toCells(): string[] {
    this.#cells ??= Array.from(this.#text);
    this.#text = '';
    return this.#cells;
  }
}
