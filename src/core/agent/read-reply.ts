/** One call of a model, from its request to the reply that its stream comes to. */
import type { Signal } from '../lang/signal.ts';
import { CANCELLED, type ModelEvent, type Reply, ReplyBuilder } from './model-event.ts';
import type { AgentModel, ModelRequest } from './ports.ts';

/** `onEvent` hears each event as it comes. Stopped: what came until then, ended by a `cancelled` error. Never throws. */
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
