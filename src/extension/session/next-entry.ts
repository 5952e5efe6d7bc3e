/** Gives a planned entry its place at the end of the open log. */
import { withCheckpoint } from '../../core/thread/checkpoint.ts';
import type { Entry, Planned } from '../../core/thread/entry.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import { nextId, type Thread } from '../../core/thread/thread.ts';
import type { WriterState } from './log-state.ts';

/** The entry with its id and time, in milliseconds since 1970, and a user's message with its checkpoint (R1). */
export function nextEntry(planned: Planned, { log, leastId, checkpoints }: WriterState, at: number): Entry {
  const entry = { ...planned, id: entryId(Math.max(nextId(log.thread), leastId)), at };
  return entry.type === 'message' ? withCheckpoint(entry, checkpoints) : entry;
}

/** Whether the entry sends a queued message that has left the queue. */
export function isTakenBack(planned: Planned, { queue }: Pick<Thread, 'queue'>): boolean {
  if (planned.type !== 'message' || planned.queued === undefined) return false;
  return queue.every(({ id }) => id !== planned.queued);
}
