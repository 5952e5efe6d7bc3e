/** Finds the calls at the end of a context that have no result, since the window was closed or the reply was cut. */
import { isEmptyMessage } from '../message/blank.ts';
import type { Message, ToolResultBlock, ToolUseBlock } from '../message/message.ts';
import { failed } from '../tool-output/tool.ts';
import { callsIn, resultOf } from './call-tools.ts';

const LOST = 'The window was closed before this call ended. It may have been done or not: look before you repeat it.';

/**
 * In their order; none where all are answered. Replies with no message between them are one message on the wire, so a call of any
 * of them is open: were the request sent without these results, the next reply would stand before the result that the wire order
 * invents. Linear.
 */
export function openCalls(messages: readonly Message[]): readonly ToolUseBlock[] {
  const sent = messages.filter(({ blocks }) => !isEmptyMessage(blocks));
  const last = sent.findLastIndex(({ role }) => role === 'assistant');
  const first = sent.slice(0, last + 1).findLastIndex(({ role }) => role === 'user') + 1;
  const answered = sent.slice(last + 1).flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_result'));
  const left = new Map<string, number>();
  for (const { toolUseId } of answered) left.set(toolUseId, (left.get(toolUseId) ?? 0) + 1);
  return sent.slice(first, last + 1).flatMap(({ blocks }) =>
    callsIn(blocks).filter(({ id }) => {
      const results = left.get(id) ?? 0;
      left.set(id, results - 1);
      return results <= 0;
    }),
  );
}

/** The result of an open call that may have been done. */
export function lostResult(call: ToolUseBlock): ToolResultBlock {
  return resultOf(call, failed(LOST));
}
