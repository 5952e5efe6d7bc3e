/** Writing a boundary into a thread: a compaction, its undo or its redo, as one entry. */
import type { CompactionEntry, Draft, RedoEntry, UndoEntry } from '../thread/entry.ts';
import { nextId, type Thread } from '../thread/thread.ts';

type Boundary = CompactionEntry | UndoEntry | RedoEntry;

/** The entry that a planned boundary becomes; `at` is milliseconds since 1970. Append it to the log, then to the thread. */
export function applyBoundary<B extends Boundary>(thread: Thread, draft: Omit<Draft<B>, 'at'>, at: number) {
  return { ...draft, id: nextId(thread), at };
}
