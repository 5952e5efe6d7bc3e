/** What a person searches for: several words that one text holds in any order, and phrases in quotation marks; and where they stand closest. */
import { foldCase } from './fold-case.ts';

/** Terms, the first of a query, that a span holds. A message must hold all of them. */
const MOST_PLACED = 20;

/** The words and phrases, in lower case, each once. A quotation mark that is not closed begins a phrase up to the end. */
export function searchTerms(query: string): readonly string[] {
  const found = query.matchAll(/["“”„«»]([^"“”„«»]*)(?:["“”„«»]|$)|[^\s"“”„«»]+/g);
  const terms = [...found].map(([whole, phrase]) => foldCase((phrase ?? whole).trim())).filter((term) => term !== '');
  return [...new Set(terms)];
}

/** The shortest part of one text that holds all terms, or the first 20 of more; offsets in UTF-16 units. */
export interface TermSpan {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether the terms stand in the order of the query. */
  readonly inOrder: boolean;
}

/**
 * Where the texts of a message hold all terms; undefined where they don't. Where no single text does, the span is that of the first
 * term. The time grows with the length of the texts and the number of terms; a long term that repeats itself takes longer.
 */
export function findTerms(texts: readonly string[], terms: readonly string[]): TermSpan | undefined {
  const folded = texts.map(foldCase);
  if (terms.length === 0 || !terms.every((term) => folded.some((text) => text.includes(term)))) return undefined;
  const placed = terms.slice(0, MOST_PLACED);
  const spans = texts.flatMap((text, i) => spanIn(text, folded[i] ?? '', placed) ?? []);
  const best = spans.reduce<TermSpan | undefined>((a, b) => (a && !isCloser(b, a) ? a : b), undefined);
  return best ?? texts.map((text, i) => spanIn(text, folded[i] ?? '', terms.slice(0, 1))).find((span) => span);
}

/** A span in the order of the query comes first among those of one length. */
export function isCloser(one: TermSpan, other: TermSpan): boolean {
  const [a, b] = [one.to - one.from, other.to - other.from];
  return a < b || (a === b && one.inOrder && !other.inOrder);
}

/** The offset where a term was found last, and the next one; -1 for none. */
interface Cursor {
  readonly term: string;
  last: number;
  next: number;
}

/** Goes through the occurrences of all terms from left to right, with the last occurrence of each. */
function spanIn(text: string, folded: string, terms: readonly string[]): TermSpan | undefined {
  const cursors = terms.map((term): Cursor => ({ term, last: -1, next: folded.indexOf(term) }));
  if (cursors.some(({ next }) => next < 0)) return undefined;
  let best: TermSpan | undefined;
  for (let at = nextOf(cursors); at; at = nextOf(cursors)) {
    at.last = at.next;
    at.next = folded.indexOf(at.term, at.last + 1);
    const span = spanOf(text, cursors, best);
    if (span && (!best || isCloser(span, best))) best = span;
  }
  return best;
}

function nextOf(cursors: readonly Cursor[]): Cursor | undefined {
  let first: Cursor | undefined;
  for (const cursor of cursors) if (cursor.next >= 0 && (!first || cursor.next < first.next)) first = cursor;
  return first;
}

/** Undefined where a term was not found yet, or the span is longer than the best. */
function spanOf(text: string, cursors: readonly Cursor[], best: TermSpan | undefined): TermSpan | undefined {
  let from = text.length;
  let to = 0;
  let inOrder = true;
  let before = 0;
  for (const { term, last } of cursors) {
    if (last < 0) return undefined;
    from = Math.min(from, last);
    to = Math.max(to, last + term.length);
    inOrder &&= last >= before;
    before = last;
  }
  return best && to - from > best.to - best.from ? undefined : { text, from, to, inOrder };
}
