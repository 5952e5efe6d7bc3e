/** Drives a model of a fake: a request with defaults, and the reply that its stream comes to. */
import type { ModelEvent, Reply } from '../../src/core/agent/model-event.ts';
import { ReplyBuilder } from '../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest, ToolDefinition } from '../../src/core/agent/ports.ts';
import type { Block, Message } from '../../src/core/message/message.ts';
import type { Access, ModelInfo } from '../../src/providers/shared/provider.ts';
import type { Fake } from '../wire/fake.ts';

export const LOOK: ToolDefinition = {
  name: 'look',
  description: 'Looks at a file.',
  inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

export function modelOf(fake: Fake, more: { access?: Access; info?: Partial<ModelInfo> } = {}): AgentModel {
  const info = { id: fake.model, thinks: true, ...more.info };
  return fake.provider.model(info, { ...fake.access, ...more.access });
}

export function requestFor(messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    system: 'Be brief.',
    messages,
    tools: [LOOK],
    toolChoice: 'auto',
    maxTokens: 1000,
    isEdited: false,
    thread: 't1',
    ...more,
  };
}

export function says(role: Message['role'], ...blocks: readonly (string | Block)[]): Message {
  return { role, blocks: blocks.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one)) };
}

export async function eventsOf(
  model: AgentModel,
  request: ModelRequest,
  signal = new AbortController().signal,
): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, signal)) events.push(event);
  return events;
}

/** What comes where a person stops at the first event: the types of the events, an error by its kind. */
export async function heardUntilStopped(model: AgentModel, request: ModelRequest): Promise<readonly string[]> {
  const stop = new AbortController();
  const got: string[] = [];
  for await (const event of model.stream(request, stop.signal)) {
    got.push(event.type === 'error' ? event.error.kind : event.type);
    stop.abort();
  }
  return got;
}

export async function replyOf(model: AgentModel, request: ModelRequest): Promise<Reply> {
  const builder = new ReplyBuilder(model.modelKey);
  let end: Reply['end'] | undefined;
  for (const event of await eventsOf(model, request)) {
    if (event.type === 'end' || event.type === 'error') end = event;
    else builder.add(event);
  }
  return builder.finish(end);
}
