/** Plans a restore of a thread to an earlier entry, and the undo of a restore (R10). */
import { type List, valueAt } from '../lang/grow-list.ts';
import { err, ok, type Result } from '../lang/result.ts';
import type { Entry, Planned, RestoreEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';
import { findEntry, lowerBound } from './find-entry.ts';
import type { Thread } from './thread.ts';

export type RestoreProblem =
  | { readonly type: 'no-such-checkpoint'; readonly checkpoint: string }
  | { readonly type: 'no-such-entry'; readonly entry: EntryId }
  /** Nothing that was said came since. */
  | { readonly type: 'already-there' };

/**
 * The entry that makes the thread go on from right after a checkpoint's message, or right after an entry (0: from its start); also one that an
 * earlier restore left behind, since ids are never used again. A call whose results came later is then open, and wire order
 * answers it.
 */
export function planRestore(thread: Thread, target: string | EntryId): Result<Planned<RestoreEntry>, RestoreProblem> {
  const { entries } = thread;
  if (typeof target === 'number') {
    if (target !== 0 && !findEntry(entries, target)) return err({ type: 'no-such-entry', entry: target });
    return target === entries.at(-1)?.id ? err({ type: 'already-there' }) : ok({ type: 'restore', to: target });
  }
  const message = checkpointedEntry(entries, target);
  if (!message) return err({ type: 'no-such-checkpoint', checkpoint: target });
  return planRestore(thread, message.id);
}

/** The message that carries a checkpoint. */
export function checkpointedEntry(entries: List<Entry>, checkpoint: string): Entry | undefined {
  return entries.find(
    (entry) =>
      entry.type === 'message' && entry.blocks.some((block) => block.type === 'checkpoint' && block.id === checkpoint),
  );
}

/** The entry that takes a restore back: the thread goes on from where it was before, with all that was said there. */
export function planUndoRestore(thread: Thread, restore: EntryId): Result<Planned<RestoreEntry>, RestoreProblem> {
  const { entries } = thread;
  const before = valueAt(entries, lowerBound(entries, restore) - 1);
  if (findEntry(entries, restore)?.type !== 'restore' || !before) return err({ type: 'no-such-entry', entry: restore });
  return planRestore(thread, before.id);
}
