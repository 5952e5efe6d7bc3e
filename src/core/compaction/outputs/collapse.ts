/** Collapses old rounds of tool calls in a list of messages (R18–R20). */
import type { Block, Message } from '../../message/message.ts';
import { collapseRound, matchCalls } from './collapse-round.ts';
import { collapseMarker } from './marker.ts';

export interface CollapseConfig {
  /** Messages; undefined or null: nothing is collapsed. */
  readonly collapseAfterTurns?: number | null;
}

/**
 * A new array in which each assistant turn with tool calls, whose user turn right after it holds the results and lies more
 * than `collapseAfterTurns` messages before the last one, is one assistant text (R18): a line for each call, text beside
 * calls and results kept (R19). Turns with a call or a result that has no partner there are left alone (R20). What is
 * collapsed never changes again, whatever is appended. Unset: a copy of the array.
 */
export function collapseToolChains(messages: readonly Message[], config: CollapseConfig): readonly Message[] {
  const after = config.collapseAfterTurns ?? undefined;
  if (after === undefined) return [...messages];
  const collapsed: Message[] = [];
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at];
    const next = messages[at + 1];
    if (!message) break;
    const isOld = messages.length - 1 - (at + 1) > after;
    const results = isOld && next && isPair(message, next) ? matchCalls(message.blocks, next.blocks) : undefined;
    if (!results || !next) {
      collapsed.push(message);
      continue;
    }
    const turnsAgo = messages.length - (at + 1);
    const round = collapseRound(message.blocks, (call) => {
      const result = results.get(call.id);
      return collapseMarker(call, { result, turnsAgo, ref: result?.outputRef?.id });
    });
    collapsed.push(round);
    const beside = next.blocks.filter((block) => block.type !== 'tool_result');
    if (beside.some(hasContent)) collapsed.push({ ...next, blocks: beside });
    at++;
  }
  return collapsed;
}

function isPair(first: Message, second: Message): boolean {
  return first.role === 'assistant' && second.role === 'user';
}

/** A checkpoint alone is no reason for a message: what it was the end of is gone. */
function hasContent(block: Block): boolean {
  return block.type !== 'checkpoint';
}
