/** A server on loopback that hands each request to a handler, and the ways in which a stream of events can go wrong. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSdkRequest } from '../sdk-types/bodies.ts';
import type { Delivery } from './fake.ts';

export interface WireRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Handler = (request: WireRequest, response: ServerResponse) => void | Promise<void>;

export interface WireServer {
  /** Without a slash at its end. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startServer(handle: Handler): Promise<WireServer> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://loopback');
    const body = Buffer.concat(chunks).toString('utf8');
    const { method = 'GET', headers } = incoming;
    checkSdkRequest({ path: pathname, headers, body });
    try {
      await handle({ method, path: pathname, query: searchParams, headers, body }, response);
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain' });
      response.end(`The fake failed: ${error instanceof Error ? error.stack : error}`);
    }
  });
  // While a test computes, nobody answers: a connection must not be closed behind the back of who is about to use it again.
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Sends events, each the whole text of one (`event: …\ndata: …\n\n`), as the delivery says. `failure` is the event of `failAfter`. */
export async function sendEvents(
  response: ServerResponse,
  events: readonly string[],
  delivery: Delivery = {},
  failure = '',
): Promise<void> {
  const { cutAfter = events.length, stallAfter = events.length, failAfter = events.length, pieceBytes } = delivery;
  const whole = Math.min(cutAfter, stallAfter, failAfter);
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  response.flushHeaders();
  await write(response, events.slice(0, whole).join(''), pieceBytes);
  if (whole === events.length) response.end();
  else if (whole === failAfter) response.end(failure);
  else if (whole === cutAfter) response.socket?.destroy();
}

async function write(response: ServerResponse, text: string, pieceBytes: number | undefined): Promise<void> {
  if (text === '') return;
  const bytes = Buffer.from(text, 'utf8');
  const step = pieceBytes ?? bytes.length;
  for (let at = 0; at < bytes.length; at += step) {
    response.write(bytes.subarray(at, at + step));
    // Pieces that are written in one go arrive as one.
    if (pieceBytes !== undefined) await new Promise((resolve) => setImmediate(resolve));
  }
}
