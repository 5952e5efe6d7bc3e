/** Finds entries by id, by binary search: ids rise along the log. */
import type { List } from '../lang/grow-list.ts';
import type { EntryId } from './entry-id.ts';

/** The entry with an id. */
export function findEntry<E extends { readonly id: EntryId }>(entries: List<E>, id: EntryId): E | undefined {
  const found = entries.at(lowerBound(entries, id));
  return found?.id === id ? found : undefined;
}

/** The index of the first entry whose id is not below `id`. */
export function lowerBound(entries: List<{ readonly id: EntryId }>, id: number): number {
  return lowerBoundOf(entries, id, (entry) => entry.id);
}

/** The index of the first of the values whose key is not below `key`; keys don't fall. */
export function lowerBoundOf<T>(values: List<T>, key: number, keyOf: (value: T) => number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const mid = (low + high) >>> 1;
    const value = values.at(mid);
    if (value !== undefined && keyOf(value) < key) low = mid + 1;
    else high = mid;
  }
  return low;
}
