/** Collapses one round of tool calls into a single assistant message (R18, R19). */
import type { Block, Message, ToolResultBlock, ToolUseBlock } from '../../message/message.ts';

/**
 * The assistant's blocks with a line for each call in its place, neighbours joined; text stays where it was. Thinking goes:
 * it is bound to a prefix that has just changed (docs/wire-rules.md, "Thinking and signatures").
 */
export function collapseRound(blocks: readonly Block[], lineFor: (call: ToolUseBlock) => string): Message {
  const kept: Block[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) kept.push({ type: 'text', text: lines.join('\n') });
    lines = [];
  };
  for (const block of blocks) {
    if (block.type === 'thinking' || block.type === 'redacted_thinking') continue;
    if (block.type === 'tool_use') lines.push(lineFor(block));
    else {
      flush();
      kept.push(block);
    }
  }
  flush();
  return { role: 'assistant', blocks: kept };
}

/** By its id each call's result, when every call has one of its own and no result is left over; undefined otherwise. */
export function matchCalls(
  calls: readonly Block[],
  results: readonly Block[],
): ReadonlyMap<string, ToolResultBlock> | undefined {
  const matched = new Map<string, ToolResultBlock>();
  for (const block of results) {
    if (block.type !== 'tool_result') continue;
    if (matched.has(block.toolUseId)) return undefined;
    matched.set(block.toolUseId, block);
  }
  const answered = new Set<string>();
  for (const block of calls) {
    if (block.type !== 'tool_use') continue;
    if (answered.has(block.id) || !matched.has(block.id)) return undefined;
    answered.add(block.id);
  }
  return answered.size > 0 && answered.size === matched.size ? matched : undefined;
}
