/** Gives the model the map of what it could compact by its own call, once it is due (R16). */
import { compactMap } from '../compaction/replace/compact-call.ts';
import type { MessageEntry, Planned } from '../thread/entry.ts';
import { append, nextId } from '../thread/thread.ts';
import { type Turn, turnBase, turnLimits } from './turn.ts';

/** The messages with the map at their end, or the map alone; without it where none is due. */
export function withCompactMap(
  turn: Turn,
  messages: readonly Planned<MessageEntry>[],
): readonly Planned<MessageEntry>[] {
  const last = messages.at(-1);
  const limits = turnLimits(turn);
  if (!limits.ok) return messages;
  // The ranges that a call can name are those of the thread that the model will see.
  const seen = messages.reduce(
    (thread, message) => append(thread, { ...message, id: nextId(thread), at: 0 }),
    turn.ports.threadLog.thread,
  );
  const text = compactMap(seen, turn.input.config, limits.value, turnBase(turn));
  if (text === '') return messages;
  const map = { type: 'reminder', text } as const;
  if (!last) return [{ type: 'message', origin: 'program', blocks: [map] }];
  return [...messages.slice(0, -1), { ...last, blocks: [...last.blocks, map] }];
}
