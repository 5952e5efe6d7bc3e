/** Pairs tool calls with their results: a result must be in the user messages right after its call. */
import type { List } from '../lang/grow-list.ts';
import { Queues } from '../lang/queues.ts';
import { isEmptyMessage } from '../message/blank.ts';
import type { ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import type { MessageEntry } from './entry.ts';

export interface Pairs {
  readonly resultOf: ReadonlyMap<ToolUseBlock, PlacedResult>;
  /** Results that answer no call. */
  readonly orphans: ReadonlySet<ToolResultBlock>;
}

export interface PlacedResult {
  readonly entry: MessageEntry;
  readonly index: number;
  readonly block: ToolResultBlock;
}

/** Pairs calls with results over a thread's messages; linear. */
export function pairCalls(messages: List<MessageEntry>): Pairs {
  const resultOf = new Map<ToolUseBlock, PlacedResult>();
  const orphans = new Set<ToolResultBlock>();
  const open = new Queues<string, ToolUseBlock>();
  let answering = false;
  for (const entry of messages) {
    if (isEmptyMessage(entry.blocks)) continue;
    if (entry.origin === 'model' && answering) open.clear();
    answering = entry.origin !== 'model';
    for (const [index, block] of entry.blocks.entries()) {
      if (block.type === 'tool_use') open.add(block.id, block);
      if (block.type !== 'tool_result') continue;
      const call = open.take(block.toolUseId);
      if (call) resultOf.set(call, { entry, index, block });
      else orphans.add(block);
    }
  }
  return { resultOf, orphans };
}
