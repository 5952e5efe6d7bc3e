/** The tools of a recording: each answers a call as it was answered when it was recorded. */
import type { Tool, ToolDefinition } from '../../core/agent/ports.ts';
import type { Json } from '../../core/lang/json.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { failed, type ToolOutcome } from '../../core/tool-output/tool.ts';
import type { RecordedCall, Recording } from './recording.ts';

export function toolsOf({ tools, replies }: Recording): readonly Tool[] {
  const calls = new Map(replies.flatMap(({ calls = [] }) => calls.map((call) => [call.id, call] as const)));
  return tools.map((definition) => ({
    ...definition,
    run: async (input, { thread }) => outcomeOf(calls, definition, input, thread),
  }));
}

/** A tool is not told the id of its call: it is the one of the newest reply with this name and input. */
function outcomeOf(
  calls: ReadonlyMap<string, RecordedCall>,
  { name }: ToolDefinition,
  input: unknown,
  { messages }: Pick<Thread, 'messages'>,
): ToolOutcome {
  const reply = messages.findLast(({ origin }) => origin === 'model');
  const written = JSON.stringify(input);
  const call = reply?.blocks.find(
    (block) =>
      block.type === 'tool_use' && block.name === name && JSON.stringify(block.input satisfies Json) === written,
  );
  const recorded = call?.type === 'tool_use' ? calls.get(call.id) : undefined;
  if (!recorded || recorded.name !== name)
    return failed(`${name} is a tool of a recording: it answers nothing but the recorded calls.`);
  const { result, isError } = recorded;
  return { content: result === '' ? [] : [{ type: 'text', text: result }], ...(isError && { isError }) };
}
