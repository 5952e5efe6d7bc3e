/** The id of an entry: its place in its log. */

/** Strictly rising, never reused; gaps are allowed after a torn line. */
export type EntryId = number & { readonly brand: 'EntryId' };

export function entryId(value: number): EntryId {
  return value as EntryId;
}
