/** The id of a log entry: a number that rises along the log. */

/** Strictly rising, never reused; gaps are allowed after a torn line. */
export type EntryId = number & { readonly brand: 'EntryId' };

export function entryId(value: number): EntryId {
  return value as EntryId;
}
