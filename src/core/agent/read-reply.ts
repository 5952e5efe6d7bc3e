/** Calls a model once and collects its stream into a reply. */
import type { Signal } from '../lang/signal.ts';
import { CANCELLED, type ModelEvent, type Reply, ReplyBuilder } from './model-event.ts';
import type { AgentModel, ModelRequest } from './ports.ts';

/** Calls `onEvent` with each event. When stopped, returns the partial reply with a `cancelled` error. Never throws. */
export async function readReply(
  agent: Pick<AgentModel, 'modelKey' | 'stream'>,
  request: ModelRequest,
  signal: Signal,
  onEvent: (event: ModelEvent) => void = () => {},
): Promise<Reply> {
  const builder = new ReplyBuilder(agent.modelKey);
  for await (const event of agent.stream(request, signal)) {
    onEvent(event);
    if (event.type === 'end' || event.type === 'error') return builder.finish(event);
    builder.add(event);
    if (signal.aborted) break;
  }
  return builder.finish(signal.aborted ? { type: 'error', error: CANCELLED } : undefined);
}
