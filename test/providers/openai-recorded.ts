/** Plays streams and refusals in recorded form to a provider that speaks through OpenAI's library. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Reply } from '../../src/core/agent/model-event.ts';
import type { Provider } from '../../src/providers/shared/provider.ts';
import type { Delivery } from '../wire/fake.ts';
import { type Handler, sendEvents, sendJson, startServer } from '../wire/server.ts';
import { replyOf, requestFor, says } from './drive.ts';

export interface Player {
  names(ending: '.sse' | '.json'): readonly string[];
  events(name: string): readonly string[];
  served(handle: Handler): Promise<Reply>;
  streamed(name: string, delivery?: Delivery): Promise<Reply>;
  refused(name: string): Promise<Reply>;
}

/** Of the files in a folder of `test/fixtures/wire`. */
export function playerOf(provider: Provider, folder: string): Player {
  const root = path.join(import.meta.dirname, '../fixtures/wire', folder);
  const read = (name: string) => readFileSync(path.join(root, name), 'utf8');
  const events = (name: string) => read(name).split(/(?<=\n\n)/);
  const served = async (handle: Handler) => {
    const server = await startServer(handle);
    const model = provider.model({ id: 'm', thinks: true }, { apiKey: 'k', baseUrl: `${server.url}/v1` });
    const reply = await replyOf(model, requestFor([says('user', 'Hello')]));
    await server.close();
    return reply;
  };
  return {
    names: (ending) => readdirSync(root).filter((name) => name.endsWith(ending)),
    events,
    served,
    streamed: (name, delivery) => served((_, response) => sendEvents(response, events(name), delivery)),
    refused: (name) =>
      served((_, response) => sendJson(response, Number(/\d+/.exec(name)?.[0]), JSON.parse(read(name)))),
  };
}
