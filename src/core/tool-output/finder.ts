/** The interface of a pattern search in a text, and its implementation for literal patterns. */
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import { collectHits, type Hit, regexHits, type SearchRange } from './hits.ts';

export interface Finder {
  /** Matches may begin so many UTF-16 units before the end of a part of a long line and end in the next part. */
  readonly overlap: number;
  /** Returns undefined when the search has timed out; later calls find nothing. */
  find(text: string, wish: SearchRange): readonly Hit[] | undefined | Promise<readonly Hit[] | undefined>;
  /** Frees resources; called once at the end. */
  close(): void;
}

export interface RegexOptions {
  readonly ignoreCase: boolean;
  /** Ends the wait for a search that has not begun. */
  readonly signal?: Signal;
}

/** The interface to regular expressions, which run where they can be terminated after two seconds (R36). */
export interface RegexEngine {
  /** Returns an error message for an invalid pattern. Resolves when the search can begin: only a few run at the same time. */
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
