/** One round of tool calls as the one assistant message that is left of it (R18, R19). */
import type { Block, Message, ToolResultBlock, ToolUseBlock } from '../thread/message.ts';
import { collapseMarker } from './marker.ts';

export interface AnsweredCall {
  readonly call: ToolUseBlock;
  readonly result: ToolResultBlock;
  readonly turnsAgo: number;
  readonly ref?: string;
}

/**
 * The assistant's blocks with a line for each call in its place, neighbours joined; text stays where it was. Thinking goes:
 * it is bound to a prefix that has just changed (wire-rules, section 0).
 */
export function collapseRound(blocks: readonly Block[], answered: ReadonlyMap<ToolUseBlock, AnsweredCall>): Message {
  const kept: Block[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) kept.push({ type: 'text', text: lines.join('\n') });
    lines = [];
  };
  for (const block of blocks) {
    if (block.type === 'thinking' || block.type === 'redacted_thinking') continue;
    const answer = block.type === 'tool_use' ? answered.get(block) : undefined;
    if (answer) lines.push(lineFor(answer));
    else {
      flush();
      kept.push(block);
    }
  }
  flush();
  return { role: 'assistant', blocks: kept };
}

function lineFor({ call, result, turnsAgo, ref }: AnsweredCall): string {
  return collapseMarker({
    name: call.name,
    failed: result.isError === true,
    turnsAgo,
    ...(ref !== undefined && { ref }),
  });
}

/** Each call with its result, when every call has one of its own and no result is left over; undefined otherwise. */
export function matchCalls(
  calls: readonly Block[],
  results: readonly Block[],
): ReadonlyMap<ToolUseBlock, ToolResultBlock> | undefined {
  const open = new Map<string, ToolUseBlock>();
  for (const block of calls) {
    if (block.type !== 'tool_use') continue;
    if (open.has(block.id)) return undefined;
    open.set(block.id, block);
  }
  const matched = new Map<ToolUseBlock, ToolResultBlock>();
  for (const block of results) {
    if (block.type !== 'tool_result') continue;
    const call = open.get(block.toolUseId);
    if (!call || matched.has(call)) return undefined;
    matched.set(call, block);
  }
  return matched.size > 0 && matched.size === open.size ? matched : undefined;
}
