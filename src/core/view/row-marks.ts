/** Marks on rows that change while the message stays as it is: whether it is pinned, and whether it was answered. */
import { valueAt } from '../lang/grow-list.ts';
import { isEmptyMessage } from '../message/blank.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { Thread } from '../thread/thread.ts';
import type { Row, UserRow } from './row.ts';

/** Marked rows by the row without marks, so that one which is as it was is the same object. */
const made = new WeakMap<Row, Map<string, Row>>();

/** Adds its marks to a row of the thread. */
export function rowMarks(thread: Pick<Thread, 'pins' | 'messages'>): (row: Row) => Row {
  const unanswered = unansweredMessages(thread);
  return (row) => {
    const open = row.type === 'user' && row.origin === 'typed' ? unanswered.get(row.entry) : undefined;
    const isPinned = row.type !== 'switch' && thread.pins.has(row.entry);
    return open || isPinned ? marked(row, isPinned, open) : row;
  };
}

/** The typed messages after the newest reply, on the thread's path. Costs what comes after that reply. */
export function unansweredMessages({
  messages,
}: Pick<Thread, 'messages'>): ReadonlyMap<EntryId, NonNullable<UserRow['unanswered']>> {
  const found = new Map<EntryId, 'last' | 'earlier'>();
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = valueAt(messages, at);
    if (!message || message.origin === 'tools') break;
    if (message.origin === 'model' && !isEmptyMessage(message.blocks)) break;
    if (message.origin === 'typed') found.set(message.id, found.size === 0 ? 'last' : 'earlier');
  }
  return found;
}

function marked(row: Row, isPinned: boolean, unanswered: UserRow['unanswered']): Row {
  const key = `${isPinned} ${unanswered}`;
  const known = made.get(row) ?? new Map<string, Row>();
  made.set(row, known);
  const now = known.get(key) ?? { ...row, ...(isPinned && { pinned: true }), ...(unanswered && { unanswered }) };
  known.set(key, now);
  return now;
}
