/** Counts the files that each restore of files changed. */
import type { List } from '../lang/grow-list.ts';
import type { Entry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';

/** By the entry that ends the restore. Linear in the log. */
export function restoredFiles(entries: List<Entry>): ReadonlyMap<EntryId, number> {
  const counts = new Map<EntryId, number>();
  let restored: Set<string> | undefined;
  for (const entry of entries) {
    if (entry.type === 'file_restore') {
      if (restored && entry.state === 'ended') counts.set(entry.id, restored.size);
      restored = entry.state === 'begun' ? new Set() : undefined;
    } else if (entry.type === 'file' && entry.after !== undefined && entry.before?.hash !== entry.after?.hash)
      restored?.add(`${entry.folder ?? ''} ${entry.path}`);
  }
  return counts;
}
