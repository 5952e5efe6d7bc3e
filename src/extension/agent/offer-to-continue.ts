/** Offers to go on where a window was closed while the agent worked. */
import { openCalls } from '../../core/agent/open-calls.ts';
import { roleOf } from '../../core/thread/entry.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import { restNotice } from '../words/turn-notice.ts';

/** Once for each thread that is opened, and when it can be written from then on. Returns what ends it. */
export function offerToContinue(session: ThreadSession, l10n: L10n): () => void {
  let known: string | undefined;
  return session.onDidChange(({ open, busy, notice }) => {
    const now = open && `${open.file} ${open.access.type}`;
    if (now === known) return;
    known = now;
    if (open?.access.type === 'writer' && !busy && !notice && isUnfinished(open.thread))
      session.notify(restNotice(l10n));
  });
}

/**
 * Whether something waits for the model: a queue, a call without its result, a message without a reply. What another agent
 * left unfinished is not ours to finish.
 */
export function isUnfinished(thread: Pick<Thread, 'queue' | 'messages'>): boolean {
  if (thread.queue.length > 0) return true;
  const last = thread.messages.at(-1);
  if (!last || last.source === 'imported') return false;
  const messages = thread.messages.map(({ origin, blocks }) => ({ role: roleOf(origin), blocks }));
  return last.origin !== 'model' || openCalls(messages).length > 0;
}
