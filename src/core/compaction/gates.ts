/** What a compaction must keep, checked on the outcome before anything is written. */
import { checkThread } from '../thread/check.ts';
import { projectContext } from '../thread/context.ts';
import type { Thread } from '../thread/thread.ts';
import { newestTyped } from '../thread/turns.ts';

export interface GateFailure {
  readonly gate: 'valid' | 'smaller' | 'newest-message' | 'order' | 'not-empty';
  readonly detail: string;
}

/** The first gate that the outcome fails; undefined when it passes all. Linear. */
export function failedGate(before: Thread, after: Thread): GateFailure | undefined {
  if (after.tokens >= before.tokens)
    return { gate: 'smaller', detail: `${after.tokens} tokens would replace ${before.tokens}` };
  const { messages } = projectContext(after);
  if (messages.length === 0) return { gate: 'not-empty', detail: 'nothing would be left to send' };
  const [violation] = checkThread(messages);
  if (violation)
    return { gate: 'valid', detail: `${violation.rule} at message ${violation.message}: ${violation.detail}` };
  const typed = before.items[newestTyped(before.items)];
  if (typed && !after.items.includes(typed))
    return { gate: 'newest-message', detail: 'the newest typed message would change' };
  let last = 0;
  for (const item of after.items) {
    const id = item.type === 'entry' ? item.entry.id : item.placed.edit.span.from;
    if (id < last) return { gate: 'order', detail: `entry ${id} would come after entry ${last}` };
    last = id;
  }
  return undefined;
}
