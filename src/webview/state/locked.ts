/** Tells whether the thread can be changed or compacted now. */
import type { Head } from './state.ts';

/** The thread takes no changes. */
export function isLocked({ thread, busy }: Head): boolean {
  return !thread || thread.readOnly || busy !== undefined;
}

/** A running turn does not prevent a compaction: the turn compacts between two of its calls. */
export function cannotCompact(head: Head): boolean {
  const { busy } = head;
  const inTurn = busy?.type === 'retrying' || (busy?.type === 'turn' && busy.phase !== 'compacting');
  return inTurn ? head.thread?.readOnly !== false : isLocked(head);
}
