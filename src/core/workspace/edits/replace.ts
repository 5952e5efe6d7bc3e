/** Replaces exact texts in a file's text: all edits or none, and never by guessing which place is meant. */
import { err, ok, type Result } from '../../lang/result.ts';

export interface TextEdit {
  readonly old: string;
  readonly new: string;
  /** Every place; else there must be exactly one. */
  readonly all?: boolean;
}

export type EditProblem =
  | { readonly type: 'same' }
  | { readonly type: 'not-found' }
  /** `places` are offsets, ascending: the first ones of `count`, which is no larger than `MOST_COUNTED`. */
  | { readonly type: 'ambiguous'; readonly places: readonly number[]; readonly count: number }
  | { readonly type: 'too-large' };

export interface FailedEdit {
  /** Which edit, from 0, and the text that it met: that of the file with the edits before it. */
  readonly at: number;
  readonly text: string;
  readonly problem: EditProblem;
}

/** UTF-16 units of a text that an edit may lead to: every place of a short text can't become a long one a million times. */
const MOST_TEXT = 100_000_000;
const MOST_PLACES = 40;
/** Places that are counted where an edit is ambiguous: a long line may hold a short text millions of times. */
export const MOST_COUNTED = 1_000_000;

/** Each edit is made on the text that the edits before it gave. Linear in text and edits, for each edit. */
export function applyEdits(text: string, edits: readonly TextEdit[]): Result<string, FailedEdit> {
  let now = text;
  for (const [at, edit] of edits.entries()) {
    const done = applyEdit(now, edit);
    if (!done.ok) return err({ at, text: now, problem: done.error });
    now = done.value;
  }
  return ok(now);
}

function applyEdit(text: string, { old, new: replacement, all = false }: TextEdit): Result<string, EditProblem> {
  if (old === replacement) return err({ type: 'same' });
  const first = old === '' ? -1 : text.indexOf(old);
  if (first < 0) return err({ type: 'not-found' });
  if (all) {
    const size = text.length + countOf(text, old) * (replacement.length - old.length);
    return size > MOST_TEXT ? err({ type: 'too-large' }) : ok(text.split(old).join(replacement));
  }
  const second = text.indexOf(old, first + 1);
  if (second >= 0) return err(ambiguous(text, old, [first, second]));
  if (text.length + replacement.length > MOST_TEXT) return err({ type: 'too-large' });
  return ok(text.slice(0, first) + replacement + text.slice(first + old.length));
}

/** The places that `all` would replace, which don't overlap; where there is one alone, also the one that overlaps it. */
function ambiguous(text: string, old: string, found: readonly [number, number]): EditProblem {
  const places: number[] = [];
  for (let at = found[0]; at >= 0 && places.length < MOST_PLACES; at = text.indexOf(old, at + old.length))
    places.push(at);
  if (places.length === 1) return { type: 'ambiguous', places: found, count: 2 };
  return { type: 'ambiguous', places, count: countOf(text, old, MOST_COUNTED) };
}

/** Places that don't overlap, up to `most`. */
function countOf(text: string, old: string, most = Number.POSITIVE_INFINITY): number {
  let count = 0;
  for (let at = text.indexOf(old); at >= 0 && count < most; at = text.indexOf(old, at + old.length)) count++;
  return count;
}
