/** Projects a thread to the messages that are sent to a model. */
import type { List } from '../lang/grow-list.ts';
import type { Block, Message } from '../message/message.ts';
import type { ContextItem } from './items.ts';
import { readableBy } from './readable-blocks.ts';
import type { Thread } from './thread.ts';
import { lastSent } from './turns.ts';
import { toWireOrder, type WireContext } from './wire-order.ts';

/**
 * The context of a thread, valid by `checkContext` whatever the thread holds: as the model of `modelKey` may be sent it, or with all that anyone
 * sealed where none is named. Linear.
 */
export function projectContext(thread: Pick<Thread, 'items'>, modelKey?: string): WireContext {
  const messages = thread.items.map((item) => item.message);
  return toWireOrder(modelKey === undefined ? messages : readableBy(messages, modelKey));
}

const HEAD_ENDS: Message = { role: 'user', blocks: [{ type: 'text', text: '[The assistant goes on from here.]' }] };

/**
 * The context of the first items of a thread, as a provider is asked to compact them. They may end in results of a round that an
 * earlier boundary took the thinking from. Without the reply to it a provider takes that round for an unfinished one, which must
 * come with its thinking (docs/wire-rules.md, "Thinking and signatures"), so a line of the user ends it. No thinking that is kept
 * becomes invalid by that line: the boundary had changed what came before it. Linear.
 */
export function projectHead(items: List<ContextItem>, modelKey: string): WireContext {
  const messages = items.map((item) => item.message);
  return toWireOrder(readableBy(lostThinking(items) ? [...messages, HEAD_ENDS] : messages, modelKey));
}

/** Whether the items end with results of a reply that a boundary took the thinking from. */
function lostThinking(items: List<ContextItem>): boolean {
  const said = items.slice(0, lastSent(items) + 1);
  if (!said.at(-1)?.message.blocks.some(({ type }) => type === 'tool_result')) return false;
  const last = said.findLastIndex(({ message }) => message.role === 'assistant');
  const before = said.slice(0, last + 1).findLastIndex(({ message }) => message.role === 'user');
  return said
    .slice(before + 1, last + 1)
    .some(
      (item) => item.type === 'entry' && item.entry.blocks.some(isThinking) && !item.message.blocks.some(isThinking),
    );
}

function isThinking({ type }: Block): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}
