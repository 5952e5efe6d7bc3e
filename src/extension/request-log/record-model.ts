/** A model that writes what is asked of it and what it says into the request log: for those that no `fetch` of ours reaches. */
import type { ModelEvent } from '../../core/agent/model-event.ts';
import type { AgentModel } from '../../core/agent/ports.ts';
import type { Recorder, RequestLog } from './request-log.ts';

export function recordModel(log: RequestLog, provider: string, model: AgentModel): AgentModel {
  const stream: AgentModel['stream'] = (request, signal) => {
    const recorder = log.begin({ provider, model: model.id, body: JSON.stringify(request) });
    return overheard(model.stream(request, signal), recorder);
  };
  return new Proxy(model, { get: (target, name) => (name === 'stream' ? stream : Reflect.get(target, name, target)) });
}

async function* overheard(events: AsyncIterable<ModelEvent>, recorder: Recorder): AsyncGenerator<ModelEvent> {
  try {
    for await (const event of events) {
      recorder.add(`${JSON.stringify(event)}\n`);
      if (event.type === 'error' && event.error.kind !== 'cancelled') recorder.fail(event.error.message);
      else if (event.type === 'end') recorder.end('done');
      yield event;
    }
  } finally {
    recorder.end('stopped');
  }
}
