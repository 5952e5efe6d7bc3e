/** Finds the replies that came from another model than the reply before them, for the line "Model: a → b" in the thread. */
import type { List } from '../lang/grow-list.ts';
import type { Entry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { lowerBoundOf } from '../thread/find-entry.ts';

/**
 * By the id of a reply, the model of the reply before it on its way through the log, where that is another. A choice that no reply
 * followed is none, and replies whose model is not known are left out. Linear, and a binary search for each restore.
 */
export function modelSwitches(entries: List<Entry>): ReadonlyMap<EntryId, string> {
  const switches = new Map<EntryId, string>();
  /** The model of the newest reply, from this entry on. */
  const changes: { readonly id: EntryId; readonly model: string | undefined }[] = [];
  let last: string | undefined;
  for (const entry of entries) {
    const { id } = entry;
    if (entry.type === 'restore') {
      last = changes[lowerBoundOf(changes, entry.to + 1, (change) => change.id) - 1]?.model;
      changes.push({ id, model: last });
    } else if (entry.type === 'message' && entry.origin === 'model' && entry.model !== undefined) {
      if (last !== undefined && last !== entry.model) switches.set(id, last);
      if (last !== entry.model) changes.push({ id, model: entry.model });
      last = entry.model;
    }
  }
  return switches;
}
