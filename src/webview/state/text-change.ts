/** Finds the part of a text that an edit changed. */

export interface TextChange {
  /** The changed part of the text before the edit, in UTF-16 units, `to` excluded. */
  readonly from: number;
  readonly to: number;
  /** By how much the text became longer. */
  readonly by: number;
}

/** What lies before and behind the change is the same in both texts. Linear. */
export function changeOf(before: string, after: string): TextChange {
  const by = after.length - before.length;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let to = before.length;
  while (to > from && to + by > from && before[to - 1] === after[to + by - 1]) to--;
  return { from, to, by };
}
