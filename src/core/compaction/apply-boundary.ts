/** Turns a planned boundary (compaction, undo, redo, summary edit, restore, switch of model) into a log entry with id and time. */
import type { ModelEntry, Planned, RedoEntry, RestoreEntry, SummaryEditEntry, UndoEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { nextId, type Thread } from '../thread/thread.ts';
import type { PlannedCompaction } from './plan-input.ts';

/** A boundary before it has its place and time in the log. */
export type PlannedBoundary =
  | PlannedCompaction
  | Planned<UndoEntry | RedoEntry | SummaryEditEntry | RestoreEntry | ModelEntry>;

/** The entry that a planned boundary becomes; `at` is milliseconds since 1970. Append it to the log, then to the thread. */
export function applyBoundary<B extends PlannedBoundary>(
  thread: Thread,
  planned: B,
  at: number,
): B & { readonly id: EntryId; readonly at: number } {
  return { ...planned, id: nextId(thread), at };
}
