/** In a thread that is opened unfinished: asks its open questions again, or offers to go on. */
import { openCalls } from '../../core/agent/open-calls.ts';
import { type MessageEntry, roleOf } from '../../core/thread/entry.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { OpenThread } from '../session/session-state.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import { type UnfinishedThread, unfinishedNotice } from '../words/turn-notice.ts';

/**
 * Once for each thread that is opened, and when it can be written from then on. `asksAgain`: whether this window may ask the
 * questions of the thread, which `goOn` then does. Returns what ends it.
 */
export function offerToContinue(
  session: ThreadSession,
  l10n: L10n,
  asksAgain: (open: OpenThread) => boolean,
  goOn: () => void,
): () => void {
  let known: string | undefined;
  return session.onDidChange(({ open, busy, notice }) => {
    const now = open && `${open.file} ${open.access.type}`;
    if (now === known) return;
    known = now;
    if (open?.access.type !== 'writer' || busy || !isUnfinished(open.thread)) return;
    if (isAsking(open.thread) && asksAgain(open)) goOn();
    else if (!notice) session.notify(unfinishedNotice(howUnfinished(open.thread), l10n));
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
  return last.origin !== 'model' || breaksOff(last) || callsWithoutResult(thread).length > 0;
}

/** Whether a reply lacks its end for a reason that was not the person's. */
function breaksOff({ cut }: Pick<MessageEntry, 'cut'>): boolean {
  return cut === 'closed' || cut === 'failed';
}

function howUnfinished({ queue, messages }: Pick<Thread, 'queue' | 'messages'>): UnfinishedThread {
  const last = messages.at(-1);
  if (queue.length > 0) return 'unfinished';
  if (last?.cut === 'failed') return 'failed';
  return last?.origin === 'typed' ? 'unanswered' : 'unfinished';
}

/** Whether a call waits for a person's answer. */
function isAsking(thread: Pick<Thread, 'messages' | 'openQuestions'>): boolean {
  return callsWithoutResult(thread).some(({ id }) => thread.openQuestions.has(id));
}

function callsWithoutResult({ messages }: Pick<Thread, 'messages'>) {
  return openCalls(messages.map(({ origin, blocks }) => ({ role: roleOf(origin), blocks })));
}
