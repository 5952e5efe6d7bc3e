/** Plans the undo and redo of compactions, in any order (docs/decisions/2026-11-28-a-redo-is-refused-while-a-live-compaction-overlaps-it.md). */
import { err, ok, type Result } from '../lang/result.ts';
import type { CompactionEntry, RedoEntry, UndoEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { findEntry } from '../thread/find-entry.ts';
import type { Thread } from '../thread/thread.ts';
import { overlapsOfUndone } from './overlaps.ts';

export type UndoProblem =
  | { readonly type: 'no-such-compaction'; readonly id: EntryId }
  /** A restore left it behind: it is no part of the thread as it goes on. */
  | { readonly type: 'left-behind'; readonly id: EntryId }
  | { readonly type: 'not-live'; readonly id: EntryId }
  | { readonly type: 'not-undone'; readonly id: EntryId }
  /** A later compaction, live now, covers a part of what this one covers; undo that one first. */
  | { readonly type: 'overlaps'; readonly id: EntryId; readonly by: EntryId };

/** The newest live compaction. */
export function lastLive(thread: Thread): CompactionEntry | undefined {
  return thread.compactions.findLast((c) => !thread.undone.has(c.id));
}

/** The compaction that was undone last and still is. */
export function lastUndone(thread: Thread): CompactionEntry | undefined {
  const undo = thread.entries.findLast((e) => e.type === 'undo' && thread.undone.has(e.compaction));
  return undo?.type === 'undo' ? findEntry(thread.compactions, undo.compaction) : undefined;
}

/** The entry that undoes a compaction. */
export function planUndo(thread: Thread, id: EntryId): Result<Omit<UndoEntry, 'id' | 'at'>, UndoProblem> {
  if (!findEntry(thread.compactions, id)) return err(missing(thread, id));
  if (thread.undone.has(id)) return err({ type: 'not-live', id });
  return ok({ type: 'undo', compaction: id });
}

/** The entry that puts an undone compaction back; refused while a live one overlaps it, since edits nest or are disjoint. */
export function planRedo(thread: Thread, id: EntryId): Result<Omit<RedoEntry, 'id' | 'at'>, UndoProblem> {
  const compaction = findEntry(thread.compactions, id);
  if (!compaction) return err(missing(thread, id));
  if (!thread.undone.has(id)) return err({ type: 'not-undone', id });
  const by = overlapsOfUndone(thread).get(id);
  return by ? err({ type: 'overlaps', id, by: by.id }) : ok({ type: 'redo', compaction: id });
}

function missing({ entries }: Thread, id: EntryId): UndoProblem {
  return { type: findEntry(entries, id)?.type === 'compaction' ? 'left-behind' : 'no-such-compaction', id };
}
