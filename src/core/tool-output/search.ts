/** Searches a streamed text for a pattern with bounded memory. */
import { boundaryBefore, startOf } from '../lang/clip.ts';
import type { Finder } from './finder.ts';
import { type Hit, resumeAfter, STRETCH } from './hits.ts';
import type { Chunks } from './line-windows.ts';

export interface Match {
  /** Line and column, from 1, of where the match begins. */
  readonly line: number;
  readonly column: number;
  /** The line, or of a long one the stretch around the match. */
  readonly text: string;
  readonly isWholeLine: boolean;
}

export interface SearchPosition {
  readonly line: number;
  readonly column: number;
}

export interface SearchResult {
  readonly matches: readonly Match[];
  /** The position to continue from, if there are more matches or the time ran out; undefined at the end. */
  readonly next: SearchPosition | undefined;
  readonly isOutOfTime: boolean;
  /** Number of lines read from the start. */
  readonly lines: number;
}

export interface SearchOptions {
  readonly start: SearchPosition;
  readonly most: number;
}

/** UTF-16 units that are searched at once; a longer line is searched in parts of this size, each for itself. */
const PART = 1 << 16;

/** UTF-16 units of context before a match in a long line. */
const BEFORE = 80;

/** The first matches at or after a position, in order: one for each line, and for each stretch of a long one. Linear. */
export async function searchText(
  chunks: Chunks,
  finder: Finder,
  { start, most }: SearchOptions,
): Promise<SearchResult> {
  const matches: Match[] = [];
  const cursor = new Cursor();
  let searched = 0;
  const result = (next: SearchPosition | undefined, isOutOfTime = false): SearchResult => {
    return { matches, next, isOutOfTime, lines: cursor.lines };
  };
  const search = async (to: number): Promise<SearchResult | undefined> => {
    const from = cursor.skipTo(start, searched, to);
    const hits = await finder.find(cursor.text, { from, to, most: most + 1 - matches.length });
    if (!hits) return result(cursor.positionAt(from), true);
    for (const hit of hits) {
      if (matches.length === most) return result(cursor.positionAt(hit.index));
      matches.push(cursor.matchAt(hit));
      searched = resumeAfter(cursor.text, hit);
    }
    searched = Math.max(searched, to);
    return undefined;
  };
  for await (const chunk of chunks) {
    cursor.text += chunk;
    if (cursor.text.length - searched < PART) continue;
    const lineEnd = cursor.text.lastIndexOf('\n') + 1;
    const isLong = lineEnd <= searched;
    const to = isLong ? cursor.text.length - STRETCH - finder.overlap : lineEnd;
    const found = await search(to);
    if (found) return found;
    searched -= cursor.drop(searched - BEFORE);
  }
  const found = await search(cursor.text.length);
  if (found) return found;
  cursor.moveTo(cursor.text.length);
  return result(undefined);
}

/** The buffered text with the current line and column; moves forward only. */
class Cursor {
  text = '';
  #at = 0;
  #line = 1;
  /** Negative when the line began in what was dropped. */
  #lineStart = 0;

  get lines(): number {
    return this.#lineStart === this.text.length ? this.#line - 1 : this.#line;
  }

  moveTo(index: number): void {
    let end = this.text.indexOf('\n', this.#at);
    while (end >= 0 && end < index) {
      this.#line++;
      this.#lineStart = end + 1;
      end = this.text.indexOf('\n', end + 1);
    }
    this.#at = Math.max(this.#at, index);
  }

  /** The index to begin at: not before `from`, not before `start`, and `to` when that is not reached yet. */
  skipTo(start: SearchPosition, from: number, to: number): number {
    while (this.#line < start.line) {
      const end = this.text.indexOf('\n', this.#at);
      if (end < 0 || end >= to) return to;
      this.moveTo(end + 1);
    }
    const first = this.#line === start.line ? this.#lineStart + start.column - 1 : 0;
    return Math.min(to, Math.max(from, first));
  }

  positionAt(index: number): SearchPosition {
    this.moveTo(index);
    return { line: this.#line, column: index - this.#lineStart + 1 };
  }

  matchAt({ index, length }: Hit): Match {
    const position = this.positionAt(index);
    const lineStart = this.#lineStart;
    const near = this.text.slice(index, index + Math.max(length, 2 * STRETCH)).indexOf('\n');
    const lineEnd = near < 0 ? Math.min(this.text.length, index + 2 * STRETCH) : index + near;
    if (lineStart >= 0 && lineEnd - lineStart <= STRETCH)
      return { ...position, text: this.text.slice(lineStart, lineEnd), isWholeLine: true };
    const from = boundaryBefore(this.text, Math.max(0, lineStart, index - BEFORE));
    return { ...position, text: startOf(this.text.slice(from, lineEnd), STRETCH), isWholeLine: false };
  }

  /** Forgets the text before an index, and returns its length. */
  drop(before: number): number {
    const dropped = Math.max(0, before);
    this.moveTo(dropped);
    this.text = this.text.slice(dropped);
    this.#at -= dropped;
    this.#lineStart -= dropped;
    return dropped;
  }
}
