/** Finds a pattern in a part of a text: a literal one here, a regular expression behind a port. */
import type { Result } from '../lang/result.ts';
import { collectHits, type Hit, type HitWish, regexHits } from './hits.ts';

export interface Finder {
  /** Matches may begin so many UTF-16 units before the end of a part of a long line and end in the next part. */
  readonly overlap: number;
  /** Undefined: the time for this search is over; no further call finds anything. */
  find(text: string, wish: HitWish): readonly Hit[] | undefined | Promise<readonly Hit[] | undefined>;
  /** Frees what the finder holds; called once, whatever happened. */
  close(): void;
}

export interface RegexOptions {
  readonly ignoreCase: boolean;
}

/** The port to regular expressions: they run where they can be ended, two seconds for all of a search (R36). */
export interface RegexEngine {
  /** The error says what is wrong with the pattern. */
  start(pattern: string, options: RegexOptions): Promise<Result<Finder, string>>;
}

/** Finds the text as it is; where case is ignored, as simple case folding has it. Linear in any text. */
export function literalFinder(pattern: string, ignoreCase: boolean): Finder {
  const overlap = pattern.length;
  const close = () => undefined;
  if (ignoreCase) {
    const escaped = new RegExp(pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'gi');
    return { overlap, close, find: (text, wish) => regexHits(text, escaped, wish) };
  }
  const next = (text: string) => (from: number) => {
    const index = text.indexOf(pattern, from);
    return index < 0 ? undefined : { index, length: overlap };
  };
  return { overlap, close, find: (text, wish) => collectHits(text, wish, next(text)) };
}
