/** Plans pins: a pinned message stays verbatim through every later compaction. */
import { err, ok, type Result } from '../lang/result.ts';
import type { PinEntry, Planned } from './entry.ts';
import type { EntryId } from './entry-id.ts';
import { findEntry } from './find-entry.ts';
import type { Thread } from './thread.ts';

export type PinProblem =
  | { readonly type: 'no-such-message'; readonly message: EntryId }
  | { readonly type: 'unchanged' };

/**
 * The entry that pins a message of the thread's path or lets it go. No byte of the context changes by it: the next compaction
 * follows it. A message that a live compaction has taken stays taken until that one is undone (`isReplaced`).
 */
export function planPin(thread: Thread, message: EntryId, pinned: boolean): Result<Planned<PinEntry>, PinProblem> {
  if (!findEntry(thread.messages, message)) return err({ type: 'no-such-message', message });
  if (thread.pins.has(message) === pinned) return err({ type: 'unchanged' });
  return ok({ type: 'pin', message, pinned });
}

/** Whether a live edit replaces a message; a pin then has no effect until that edit is undone. */
export function isReplaced({ edits }: Pick<Thread, 'edits'>, message: EntryId): boolean {
  return edits.entries.some(({ edit }) => edit.span.from <= message && message <= edit.span.to);
}
