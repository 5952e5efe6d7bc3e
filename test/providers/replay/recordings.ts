/** A small recording, and requests as a thread would make them of it. */
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../src/core/agent/ports.ts';
import { readReply } from '../../../src/core/agent/read-reply.ts';
import type { Message } from '../../../src/core/message/message.ts';
import { createReplay, type Pace } from '../../../src/providers/replay/adapter.ts';
import type { Recording } from '../../../src/providers/replay/recording.ts';

const call = (id: string, path: string, result: string) => ({ id, name: 'read_file', input: { path }, result });

export const recording: Recording = {
  id: 'small',
  name: 'A small one',
  window: 100_000,
  tools: [{ name: 'read_file', description: 'Reads.', inputSchema: { type: 'object' } }],
  replies: [
    { asked: 'First?', text: 'I look.', calls: [call('c1', 'a', 'text of a'), call('c2', 'b', '')] },
    { thinking: 'Once more.', calls: [{ ...call('c3', 'a', 'no such file'), isError: true }] },
    { text: 'That was it. 🧵' },
    { asked: 'Second?\nWith two lines.', text: 'Done.' },
  ],
};

/** As fast as it goes. */
export const AT_ONCE: Pace = { speed: 0, wait: () => Promise.resolve() };

export function modelOf(from = recording, pace = AT_ONCE): AgentModel {
  return createReplay([from], pace).model({ id: from.id }, {});
}

export const typed = (text: string): Message => ({ role: 'user', blocks: [{ type: 'text', text }] });

export function requestWith(messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  const base = { system: 'You help.', tools: recording.tools, toolChoice: 'auto', maxTokens: 1_000 } as const;
  return { ...base, isEdited: false, thread: 't', messages, ...more };
}

export const NEVER = { aborted: false };

export async function eventsOf(
  model: AgentModel,
  request: ModelRequest,
  signal: Parameters<AgentModel['stream']>[1] = NEVER,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

/** The messages after `count` replies, each call answered and each turn opened by something typed. */
export async function messagesAfter(count: number, model = modelOf()): Promise<readonly Message[]> {
  let messages: readonly Message[] = [typed('go')];
  for (let n = 0; n < count; n++) {
    const { blocks } = await readReply(model, requestWith(messages), NEVER);
    const results = blocks.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result', toolUseId: block.id, content: [] } as const] : [],
    );
    const next: Message = results.length > 0 ? { role: 'user', blocks: results } : typed('go on');
    messages = [...messages, { role: 'assistant', blocks }, next];
  }
  return messages;
}
