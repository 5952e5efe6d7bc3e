/** A server for a test file that answers every request with the same body, until the test sets another one. */
import { afterAll, beforeAll } from 'vitest';
import { startServer, type WireServer } from '../../wire/server.ts';

export interface ScriptedServer {
  readonly url: string;
  /** The content type and the body of the next answers. */
  answer: { readonly type: string; readonly body: string };
}

/** Starts before the tests of the file that calls it, and stops after them. */
export function scriptedServer(): ScriptedServer {
  let server: WireServer;
  beforeAll(async () => {
    server = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': scripted.answer.type });
      response.end(scripted.answer.body);
    });
  });
  afterAll(() => server.close());
  const scripted = {
    answer: { type: '', body: '' },
    get url() {
      return server.url;
    },
  };
  return scripted;
}
