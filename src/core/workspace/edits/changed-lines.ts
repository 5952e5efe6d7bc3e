/** Says in a few words which lines of a text changed, by their numbers in the new text. */
import { type Hunk, hunksBetween } from './hunks.ts';

const MOST_NAMED = 12;

/** `lines 3, 10-14, 20 (removed before it)`; `nothing` for equal texts. */
export function changedLines(before: readonly string[], after: readonly string[]): string {
  const hunks = hunksBetween(before, after);
  if (hunks.length === 0) return 'nothing';
  const named = hunks.slice(0, MOST_NAMED).map(hunkText);
  const more = hunks.length - named.length;
  return `lines ${named.join(', ')}${more > 0 ? ` and ${more} more places` : ''}`;
}

function hunkText({ newFrom, newTo }: Hunk): string {
  if (newTo === newFrom) return `${newFrom + 1} (lines before it are gone)`;
  return newTo === newFrom + 1 ? `${newTo}` : `${newFrom + 1}-${newTo}`;
}
