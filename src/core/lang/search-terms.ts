/** What a person searches for: several words that one text holds in any order, and phrases in quotation marks; and where they stand closest. */
import { foldCase } from './fold-case.ts';

/** Terms of a query, and places of each in one text that are looked at. */
const MOST_TERMS = 20;
const MOST_PLACES = 200;

/** The words and phrases, in lower case, each once. A quotation mark that is not closed begins a phrase up to the end. */
export function searchTerms(query: string): readonly string[] {
  const found = query.matchAll(/["“”„«»]([^"“”„«»]*)(?:["“”„«»]|$)|[^\s"“”„«»]+/g);
  const terms = [...found].map(([whole, phrase]) => foldCase((phrase ?? whole).trim())).filter((term) => term !== '');
  return [...new Set(terms)].slice(0, MOST_TERMS);
}

/** The shortest part of one text that holds all terms; offsets in UTF-16 units. */
export interface TermSpan {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether the terms stand in the order of the query. */
  readonly inOrder: boolean;
}

/**
 * Where the texts of a message hold all terms; undefined where they don't. Where no single text does, the span is that of the first
 * term. Linear in the texts.
 */
export function findTerms(texts: readonly string[], terms: readonly string[]): TermSpan | undefined {
  const folded = texts.map(foldCase);
  if (terms.length === 0 || !terms.every((term) => folded.some((text) => text.includes(term)))) return undefined;
  const spans = texts.flatMap((text, i) => spanIn(text, folded[i] ?? '', terms) ?? []);
  const best = spans.reduce<TermSpan | undefined>((a, b) => (a && !isCloser(b, a) ? a : b), undefined);
  return best ?? texts.map((text, i) => spanIn(text, folded[i] ?? '', terms.slice(0, 1))).find((span) => span);
}

/** A span in the order of the query comes first among those of one length. */
export function isCloser(one: TermSpan, other: TermSpan): boolean {
  const [a, b] = [one.to - one.from, other.to - other.from];
  return a < b || (a === b && one.inOrder && !other.inOrder);
}

interface Place {
  readonly term: number;
  readonly at: number;
}

function spanIn(text: string, folded: string, terms: readonly string[]): TermSpan | undefined {
  const places = terms.flatMap((term, index) => placesOf(folded, term).map((at): Place => ({ term: index, at })));
  if (new Set(places.map(({ term }) => term)).size < terms.length) return undefined;
  places.sort((a, b) => a.at - b.at);
  /** Where each term stood last. */
  const last = new Map<number, number>();
  let best: TermSpan | undefined;
  for (const { term, at } of places) {
    last.set(term, at);
    if (last.size < terms.length) continue;
    const span = spanOf(text, [...last], terms);
    if (!best || isCloser(span, best)) best = span;
  }
  return best;
}

function spanOf(text: string, places: readonly (readonly [number, number])[], terms: readonly string[]): TermSpan {
  const from = Math.min(...places.map(([, at]) => at));
  const to = Math.max(...places.map(([term, at]) => at + (terms[term]?.length ?? 0)));
  const byTerm = places.toSorted(([a], [b]) => a - b);
  return { text, from, to, inOrder: byTerm.every(([, at], i) => i === 0 || at >= (byTerm[i - 1]?.[1] ?? 0)) };
}

function placesOf(text: string, term: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(term); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(term, at + term.length))
    places.push(at);
  return places;
}
