/** Finds entries by id, by binary search: ids rise along the log. */
import type { EntryId } from './entry-id.ts';

/** The entry with an id. */
export function findEntry<E extends { readonly id: EntryId }>(entries: readonly E[], id: EntryId): E | undefined {
  const found = entries[lowerBound(entries, id)];
  return found?.id === id ? found : undefined;
}

/** The index of the first entry whose id is not below `id`. */
export function lowerBound(entries: readonly { readonly id: EntryId }[], id: number): number {
  return lowerBoundOf(entries, id, (entry) => entry.id);
}

/** The index of the first of the values whose key is not below `key`; keys don't fall. */
export function lowerBoundOf<T>(values: readonly T[], key: number, keyOf: (value: T) => number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    const value = values[mid];
    if (value !== undefined && keyOf(value) < key) low = mid + 1;
    else high = mid;
  }
  return low;
}
