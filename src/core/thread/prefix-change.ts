/** Says when the beginning of a thread's requests may change: its system prompt with the instruction files, and its tools. */
import type { Thread } from './thread.ts';

/**
 * Whether no request of ours was answered since the newest boundary (a compaction, its undo or redo, a restore), or in a thread without
 * one, none at all: only then has no provider cached the beginning, and no sealed thinking depends on it. Replies of another agent had a
 * beginning of its own. Linear in the messages since the newest reply.
 */
export function mayChangePrefix({ messages, boundary }: Pick<Thread, 'messages' | 'boundary'>): boolean {
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages.at(at);
    if (!message || message.id <= boundary) return true;
    if (message.origin === 'model' && message.source !== 'imported') return false;
  }
  return true;
}
