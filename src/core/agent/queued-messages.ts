/** The messages to send once a round is over: the queued ones, else one that tells the model to continue (R13, R28, R29). */
import { threadLabels } from '../prompts/thread-labels.ts';
import type { MessageEntry, Planned } from '../thread/entry.ts';
import type { Thread } from '../thread/thread.ts';
import { threadLanguage } from '../thread/thread-language.ts';

/** The queue as messages, in order; appending one takes it off the queue, so each is sent once, whatever happens between. */
export function queuedMessages({ queue }: Pick<Thread, 'queue'>): readonly Planned<MessageEntry>[] {
  return queue.map(({ id, blocks }) => ({ type: 'message', origin: 'typed', blocks, queued: id }));
}

/** The messages that resume the work after a compaction within a turn: the queue, else "please continue", in the thread's language. */
export function resumeMessages(thread: Pick<Thread, 'queue' | 'entries'>): readonly Planned<MessageEntry>[] {
  const queued = queuedMessages(thread);
  if (queued.length > 0) return queued;
  const { proceed } = threadLabels(threadLanguage(thread.entries));
  return [{ type: 'message', origin: 'program', blocks: [{ type: 'text', text: proceed }] }];
}
