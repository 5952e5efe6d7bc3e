/** A recorded `fetch` is the same `fetch`: the same bytes, as they come, stopped as the reader stops; over loopback. */
import { createServer, type RequestListener, type Server } from 'node:http';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { recordFetch } from '../../../src/extension/request-log/record-fetch.ts';
import { RequestLog } from '../../../src/extension/request-log/request-log.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

function recorded() {
  let now = 1_000;
  const log = new RequestLog(() => now++);
  return { log, fetch: recordFetch(log, 'anthropic'), last: () => log.exchanges[0] };
}

it('gives what the server gives, and keeps request, status, reply and times', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-id': '7' });
    response.write('data: {"a":1}\n\n');
    response.end('data: [DONE]\n\n');
  });
  const { fetch, last } = recorded();
  const body = '{"model":"m-1","messages":[]}';
  const response = await fetch(`${url}/v1/messages`, { method: 'POST', body, headers: { 'x-api-key': 'k' } });
  expect([response.status, response.ok, response.url, response.headers.get('x-id')]).toEqual([
    200,
    true,
    `${url}/v1/messages`,
    '7',
  ]);
  expect(last()?.end).toBe('running');
  expect(await response.text()).toBe('data: {"a":1}\n\ndata: [DONE]\n\n');
  expect(last()).toMatchObject({
    call: {
      provider: 'anthropic',
      model: 'm-1',
      address: `POST ${url}/v1/messages`,
      headers: { 'x-api-key': '•••' },
      body,
    },
    at: 1_000,
    status: 200,
    headers: { 'x-id': '7' },
    reply: 'data: {"a":1}\n\ndata: [DONE]\n\n',
    first: 1,
    end: 'done',
  });
});

it('hands each piece on as it comes, before the reply is over', async () => {
  let finish = () => {};
  const url = await serve((_, response) => {
    response.write('first');
    finish = () => response.end('second');
  });
  const { fetch, last } = recorded();
  const reader = (await fetch(url)).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first');
  expect(last()?.reply).toBe('first');
  finish();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('second');
});

it('keeps a reply that nobody reads', async () => {
  const url = await serve((_, response) => response.end('<html>Bad gateway</html>'));
  const { fetch, last } = recorded();
  await fetch(url);
  await expect.poll(last).toMatchObject({ end: 'done', reply: '<html>Bad gateway</html>' });
});

it('closes the connection when the reader stops, and says so', async () => {
  let closed: Promise<void> | undefined;
  const url = await serve((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', () => resolve()));
    response.write('first');
  });
  const { fetch, last } = recorded();
  const reader = (await fetch(url)).body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await closed;
  expect(last()).toMatchObject({ end: 'stopped', reply: 'first' });
});

it.each(['before', 'in the middle of'] as const)('is stopped by the caller %s the reply', async (when) => {
  const stop = new AbortController();
  const url = await serve((_, response) => {
    if (when === 'before') stop.abort();
    else response.write('first');
  });
  const { fetch, last } = recorded();
  const read = async () => {
    const reader = (await fetch(url, { signal: stop.signal })).body?.getReader();
    await reader?.read();
    stop.abort();
    await reader?.read();
  };
  await expect(read()).rejects.toThrow(/abort/i);
  expect(last()?.end).toBe('stopped');
});

it('tells why nobody answered, and throws what was thrown', async () => {
  const { fetch, last } = recorded();
  await expect(fetch('http://127.0.0.1:1/')).rejects.toThrow('fetch failed');
  expect(last()).toMatchObject({ end: 'failed', error: expect.stringContaining('fetch failed (') });
});

it('tells that the connection broke in the middle of a reply', async () => {
  const url = await serve((_, response) => {
    response.write('first', () => response.destroy());
  });
  const { fetch, last } = recorded();
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(last()?.end).toBe('failed');
});

it('leaves a reply without a body as it is', async () => {
  const url = await serve((_, response) => response.writeHead(204).end());
  const { fetch, last } = recorded();
  expect((await fetch(url)).status).toBe(204);
  expect(last()).toMatchObject({ end: 'done', status: 204, reply: '' });
});

it('reads the model from the address where the body has none', async () => {
  const url = await serve((_, response) => response.end('{}'));
  const { fetch, last } = recorded();
  await fetch(`${url}/v1beta/models/gemini-9:streamGenerateContent?alt=sse&key=abcdefgh`, {
    method: 'POST',
    body: '{}',
  });
  expect(last()?.call).toMatchObject({ model: 'gemini-9', address: expect.stringMatching(/key=•••$/) });
});

it('gives the same bytes whatever the pieces, cut in the middle of characters too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'binary' })), fc.integer({ min: 1, max: 7 }), async (texts, size) => {
      const bytes = new TextEncoder().encode(texts.join(''));
      const inner: typeof fetch = async () =>
        new Response(
          new ReadableStream({
            start(controller) {
              for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
              controller.close();
            },
          }),
        );
      const log = new RequestLog(() => 0);
      const response = await recordFetch(log, 'p', inner)('http://a.example');
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
      expect(log.exchanges[0]?.reply).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
    }),
    { numRuns: 60 },
  );
});
