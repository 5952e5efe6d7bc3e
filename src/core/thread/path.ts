/** The path of a thread through its log, which a restore makes jump back. */
import type { List } from '../lang/grow-list.ts';
import type { Entry, RestoreEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';
import { lowerBound, lowerBoundOf } from './find-entry.ts';

/**
 * Ranges of entry ids in rising order, both ends included. The last one is open: what is appended next lies on the path.
 *
 * ```
 * log:   1 2 3 4 5 R6(to 3) 7 8 R9(to 5) 10      path: 1–5, 9–
 * ```
 */
export type Path = readonly { readonly from: number; readonly to: number }[];

/** The path from the start to the newest entry, or to `end`. Linear in the restores, of which `entries` may hold all. */
export function pathOf(entries: List<Entry>, end = Number.POSITIVE_INFINITY): Path {
  const path: Path[number][] = [];
  let to = end;
  for (const restore of entries.filter(isRestore).reverse()) {
    if (restore.id > to) continue;
    path.push({ from: restore.id, to });
    // A restore leads back; whatever else a damaged log says would never end.
    to = Math.min(restore.to, restore.id - 1);
  }
  path.push({ from: 0, to });
  return path.reverse();
}

/** The entries that lie on a path. */
export function along(entries: List<Entry>, path: Path): Iterable<Entry> {
  if (path.length === 1 && path[0]?.to === Number.POSITIVE_INFINITY) return entries;
  return path.flatMap(({ from, to }) => entries.slice(lowerBound(entries, from), lowerBound(entries, to + 1)));
}

/** Whether an entry lies on a path; by binary search in its jumps. */
export function isOn(path: Path, id: EntryId): boolean {
  const range = path[lowerBoundOf(path, id, ({ to }) => to)];
  return range !== undefined && range.from <= id;
}

function isRestore(entry: Entry): entry is RestoreEntry {
  return entry.type === 'restore';
}
