/** Finds the restores that lead on to what an earlier restore had left behind, as the undo of a restore does. */
import { type List, listOf } from '../lang/grow-list.ts';
import type { Entry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { isOn, pathOf } from '../thread/path.ts';

/** Linear in the log, and for each restore in the restores before it. */
export function restoresForward(entries: List<Entry>): ReadonlySet<EntryId> {
  const restores = entries.filter((entry) => entry.type === 'restore');
  const found = new Set<EntryId>();
  const list = listOf(restores);
  for (const restore of restores)
    if (restore.type === 'restore' && !isOn(pathOf(list, restore.id - 1), restore.to)) found.add(restore.id);
  return found;
}
