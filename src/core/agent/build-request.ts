/** Builds the request for a thread's next call. */
import { projectContext } from '../thread/context.ts';
import type { Thread } from '../thread/thread.ts';
import type { ModelRequest, ToolDefinition } from './ports.ts';

/** The reply's token limit when the model's limits are unknown. */
const UNKNOWN_RESERVE = 8_192;

/** `reserve`: tokens that the limits keep for the reply, where they are known. */
export function buildRequest(input: {
  readonly thread: Pick<Thread, 'items' | 'boundary'>;
  readonly modelKey: string;
  readonly system: string;
  readonly tools: readonly ToolDefinition[];
  readonly reserve: number | undefined;
  readonly threadId: string;
}): ModelRequest {
  const { thread, modelKey, system, tools, reserve = UNKNOWN_RESERVE, threadId } = input;
  const { messages } = projectContext(thread, modelKey);
  const isEdited = thread.boundary > 0;
  return { system, messages, tools, toolChoice: 'auto', maxTokens: Math.max(1, reserve), isEdited, thread: threadId };
}
