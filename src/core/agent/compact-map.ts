/** Gives the model the map of what it could compact by its own call, once it is due (R16). */
import { compactMap } from '../compaction/replace/compact-call.ts';
import type { MessageEntry, Planned } from '../thread/entry.ts';
import { baseIn, limitsIn, type Turn } from './turn.ts';

/** The messages with the map at their end, or the map alone; alone it is given once between two compactions. */
export function withCompactMap(
  turn: Turn,
  messages: readonly Planned<MessageEntry>[],
): readonly Planned<MessageEntry>[] {
  const last = messages.at(-1);
  if (!last && turn.isMapGiven) return messages;
  const limits = limitsIn(turn);
  const { threadLog } = turn.ports;
  const text = limits.ok ? compactMap(threadLog.thread, turn.input.config, limits.value, baseIn(turn)) : '';
  if (text === '') return messages;
  turn.isMapGiven = true;
  const map = { type: 'reminder', text } as const;
  if (!last) return [{ type: 'message', origin: 'program', blocks: [map] }];
  return [...messages.slice(0, -1), { ...last, blocks: [...last.blocks, map] }];
}
