/** Finds the restores that lead on to what an earlier restore had left behind, as the undo of a restore does. */
import type { List } from '../lang/grow-list.ts';
import type { Entry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';

/** An undo goes to the entry that was the newest when the thread was restored. Linear in the log. */
export function restoresForward(entries: List<Entry>): ReadonlySet<EntryId> {
  const found = new Set<EntryId>();
  const left = new Set<EntryId>();
  let newest: EntryId | undefined;
  for (const entry of entries) {
    if (entry.type === 'restore') {
      if (left.has(entry.to)) found.add(entry.id);
      if (newest !== undefined && newest !== entry.to) left.add(newest);
    }
    newest = entry.id;
  }
  return found;
}
