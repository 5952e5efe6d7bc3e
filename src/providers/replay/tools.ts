/** The tools of a recording: each returns the recorded result of a call. */
import type { Tool, ToolDefinition } from '../../core/agent/ports.ts';
import type { ToolUseBlock } from '../../core/message/message.ts';
import type { MessageEntry } from '../../core/thread/entry.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { failed, type ToolOutcome } from '../../core/tool-output/tool.ts';
import type { RecordedCall, Recording } from './recording.ts';

export function recordedTools({ tools, replies }: Recording): readonly Tool[] {
  const calls = new Map(replies.flatMap(({ calls = [] }) => calls.map((call) => [call.id, call] as const)));
  const taken: Taken = new WeakMap();
  return tools.map((definition) => ({
    ...definition,
    run: async (input, { thread }) => outcomeOf(takeCall(definition, input, thread, taken), calls, definition),
  }));
}

/** The calls of a reply that were answered already. */
type Taken = WeakMap<MessageEntry, Set<ToolUseBlock>>;

/** A tool is not told which call it answers: it is the next of the newest reply with this name and input. */
function takeCall(
  { name }: ToolDefinition,
  input: unknown,
  { messages }: Pick<Thread, 'messages'>,
  taken: Taken,
): ToolUseBlock | undefined {
  const reply = messages.findLast(({ origin }) => origin === 'model');
  if (!reply) return undefined;
  const before = taken.get(reply) ?? new Set();
  taken.set(reply, before);
  const written = JSON.stringify(input);
  for (const block of reply.blocks) {
    if (block.type !== 'tool_use' || block.name !== name || before.has(block)) continue;
    if (JSON.stringify(block.input) !== written) continue;
    before.add(block);
    return block;
  }
  return undefined;
}

function outcomeOf(
  call: ToolUseBlock | undefined,
  calls: ReadonlyMap<string, RecordedCall>,
  { name }: ToolDefinition,
): ToolOutcome {
  const recorded = call && calls.get(call.id);
  if (recorded?.name !== name)
    return failed(`${name} is a tool of a recording: it answers nothing but the recorded calls.`);
  const { result, isError } = recorded;
  return { content: result === '' ? [] : [{ type: 'text', text: result }], ...(isError && { isError }) };
}
