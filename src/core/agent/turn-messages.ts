/** The messages of a turn as entries of the log: the person's, the model's reply, and the results of its calls. */
import type { Block, ToolResultBlock } from '../message/message.ts';
import type { MessageEntry, Planned } from '../thread/entry.ts';
import type { Reply } from './model-event.ts';

export function typedMessage(blocks: readonly Block[]): Planned<MessageEntry> {
  return { type: 'message', origin: 'typed', blocks };
}

export function resultsMessage(blocks: readonly ToolResultBlock[]): Planned<MessageEntry> {
  return { type: 'message', origin: 'tools', blocks };
}

/**
 * Undefined for a reply without content that reports no usage; one that reports usage is kept for what it cost. `isClosing`: its
 * window is closed, which cancels it as Stop does.
 */
export function replyMessage(
  { blocks, usage, end }: Reply,
  model: string,
  isClosing = false,
): Planned<MessageEntry> | undefined {
  if (blocks.length === 0 && !usage) return undefined;
  const cut = cutOf(end, isClosing);
  return { type: 'message', origin: 'model', model, blocks, ...(usage && { usage }), ...(cut && { cut }) };
}

function cutOf(end: Reply['end'], isClosing: boolean): MessageEntry['cut'] {
  if (end.type === 'error' && end.error.kind === 'cancelled') return isClosing ? 'closed' : 'stopped';
  if (end.type === 'error') return 'failed';
  return end.reason === 'length' ? 'length' : undefined;
}
