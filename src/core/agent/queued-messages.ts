/** What is sent when a round is over: everything that was typed meanwhile, else what makes the model go on (R13, R28, R29). */
import type { MessageEntry, Planned } from '../thread/entry.ts';
import type { Thread } from '../thread/thread.ts';

const CONTINUE = 'please continue';

/** The queue as messages, in order; appending one takes it off the queue, so each is sent once, whatever happens between. */
export function queuedMessages({ queue }: Pick<Thread, 'queue'>): readonly Planned<MessageEntry>[] {
  return queue.map(({ id, blocks }) => ({ type: 'message', origin: 'typed', blocks, queued: id }));
}

/** What resumes the work after a compaction between tool results and the next call: the queue, else one sentence. */
export function resumeMessages(thread: Pick<Thread, 'queue'>): readonly Planned<MessageEntry>[] {
  const queued = queuedMessages(thread);
  if (queued.length > 0) return queued;
  return [{ type: 'message', origin: 'program', blocks: [{ type: 'text', text: CONTINUE }] }];
}
