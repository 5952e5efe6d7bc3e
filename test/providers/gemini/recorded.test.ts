/** Streams and refusals in recorded form (test/fixtures/wire/gemini), through the SDK: whole, byte by byte, and cut at every event. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/core/agent/model-event.ts';
import { parseOverflow } from '../../../src/core/agent/refusals/parse-overflow.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import type { Delivery } from '../../wire/fake.ts';
import { type Handler, sendEvents, sendJson, startServer } from '../../wire/server.ts';
import { replyOf, requestFor, says } from '../drive.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/wire/gemini');
const names = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending));
const eventsIn = (name: string) => readFileSync(path.join(folder, name), 'utf8').split(/(?<=\r\n\r\n)/);

async function served(handle: Handler): Promise<Reply> {
  const server = await startServer(handle);
  const model = gemini.model({ id: 'gemini-3.8-flash' }, { apiKey: 'k', baseUrl: server.url });
  const reply = await replyOf(model, requestFor([says('user', 'Hello')]));
  await server.close();
  return reply;
}

function played(name: string, delivery?: Delivery): Promise<Reply> {
  return served((_, response) => sendEvents(response, eventsIn(name), delivery));
}

const sealed = { by: expect.any(String), signature: expect.stringMatching(/^E/) };
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
const done = { type: 'end', reason: 'done' };
const calls = { type: 'end', reason: 'calls' };
const failed = (kind: string) => ({ type: 'error', error: { kind, message: expect.stringMatching(/./) } });

const STREAMS: Record<string, { blocks: readonly object[]; end: object; usage?: object }> = {
  'plain.sse': {
    blocks: [{ type: 'text', text: 'The thread is compacted before it outgrows the window.', ...sealed }],
    end: done,
    usage: tokenUsage({ input: 12, output: 59 }),
  },
  'tools.sse': {
    blocks: [
      {
        type: 'tool_use',
        id: 'flveizpn',
        name: 'read_file',
        input: { path: 'src/window.ts', lines: [1, 40] },
        ...sealed,
      },
    ],
    end: calls,
    usage: tokenUsage({ input: 1964, output: 108 }),
  },
  'parallel-tools.sse': {
    blocks: [
      { type: 'text', text: 'I look at both files.' },
      { type: 'tool_use', id: 'q1zbm0t4', name: 'read_file', input: { path: 'a.ts' }, ...sealed },
      { type: 'tool_use', id: 'w8kx02ra', name: 'read_file', input: { path: 'b.ts' } },
      { type: 'tool_use', id: 'p30vd6ye', name: 'list_files', input: {} },
    ],
    end: calls,
    usage: tokenUsage({ input: 1964, output: 108 }),
  },
  'tools-without-ids.sse': {
    blocks: [
      { type: 'tool_use', id, name: 'read_file', input: { path: 'a.ts' }, ...sealed },
      { type: 'tool_use', id, name: 'read_file', input: { path: 'b.ts' } },
    ],
    end: calls,
    usage: tokenUsage({ input: 210, output: 55 }),
  },
  'thinking.sse': {
    blocks: [
      { type: 'thinking', text: expect.stringMatching(/^\*\*Finding the cut\*\*[\s\S]*lose its result\.\s+$/) },
      { type: 'text', text: 'Cut before', ...sealed },
      { type: 'text', text: ' the seventh message.' },
    ],
    end: done,
    usage: tokenUsage({ input: 391, output: 159 }),
  },
  'image.sse': {
    blocks: [{ type: 'text', text: 'A red square on white.' }],
    end: done,
    usage: tokenUsage({ input: 269, output: 6 }),
  },
  'usage-with-cache.sse': {
    blocks: [{ type: 'text', text: 'Yes.' }],
    end: done,
    usage: tokenUsage({ input: 3185, output: 79, cacheRead: 45_056 }),
  },
  'unicode.sse': {
    blocks: [{ type: 'text', text: 'Größe: 5 µm — 漢字と👩‍👩‍👧‍👦, שלום \u2028 \u0000 end' }],
    end: done,
    usage: tokenUsage({ input: 9, output: 24 }),
  },
  'length.sse': {
    blocks: [{ type: 'text', text: 'First of all, one has to say' }],
    end: { type: 'end', reason: 'length' },
    usage: tokenUsage({ input: 20, output: 8 }),
  },
  'refused.sse': {
    blocks: [{ type: 'text', text: 'First' }],
    end: failed('refused'),
    usage: tokenUsage({ input: 20, output: 1 }),
  },
  'blocked-prompt.sse': { blocks: [], end: failed('refused'), usage: tokenUsage({ input: 20 }) },
  'malformed-call.sse': { blocks: [], end: failed('empty'), usage: tokenUsage({ input: 310, output: 88 }) },
  'overloaded-inside.sse': {
    blocks: [{ type: 'text', text: 'The thread' }],
    end: failed('overloaded'),
    usage: tokenUsage({ input: 12, output: 2 }),
  },
};

describe('a recorded stream', () => {
  it('is in the table, every one', () => expect(names('.sse')).toEqual(Object.keys(STREAMS).sort()));

  it.each(Object.keys(STREAMS))('%s', async (name) => {
    const { unreadable, ...whole } = await played(name);
    expect(unreadable.size).toBe(0);
    expect(whole).toEqual(STREAMS[name]);
    const { unreadable: none, ...piecemeal } = await played(name, { pieceBytes: 1 });
    expect(none.size).toBe(0);
    expect(piecemeal).toEqual(STREAMS[name]);
  });

  it.each(Object.keys(STREAMS))('%s, cut at every event', async (name) => {
    for (let cutAfter = 0; cutAfter < eventsIn(name).length; cutAfter++) {
      const { end, blocks } = await played(name, { cutAfter });
      expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
      expect(blocks.filter(({ type }) => type !== 'text')).toEqual([]);
    }
  });

  it('cut in the middle of an event', async () => {
    const reply = await served((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(eventsIn('plain.sse').join('').slice(0, 700));
    });
    expect(reply.end).toMatchObject({ type: 'error', error: { kind: 'network' } });
    expect(reply.blocks).toEqual([{ type: 'text', text: 'The thread is compacted before it outgrows' }]);
  });
});

const REFUSALS: Record<string, { kind: string; retryAfter?: number }> = {
  'error-400-key.json': { kind: 'auth' },
  'error-400-overflow.json': { kind: 'overflow' },
  'error-400-signature.json': { kind: 'invalid-request' },
  'error-403-unregistered.json': { kind: 'auth' },
  'error-404-model.json': { kind: 'invalid-request' },
  'error-429-minute.json': { kind: 'rate-limit', retryAfter: 41_000 },
  'error-429-none.json': { kind: 'quota' },
  'error-500.json': { kind: 'overloaded' },
  'error-503.json': { kind: 'overloaded' },
  'error-504.json': { kind: 'overloaded' },
};

describe('a recorded refusal', () => {
  it('is in the table, every one', () => expect(names('.json')).toEqual(Object.keys(REFUSALS).sort()));

  it.each(Object.keys(REFUSALS))('%s', async (name) => {
    const body = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    const { end } = await served((_, response) => sendJson(response, Number(/\d+/.exec(name)?.[0]), body));
    expect(end).toEqual({ type: 'error', error: { ...REFUSALS[name], message: body.error.message } });
  });

  it("case 18: that a request is too long gives the limit and the request's size", async () => {
    const body = JSON.parse(readFileSync(path.join(folder, 'error-400-overflow.json'), 'utf8'));
    const { end } = await served((_, response) => sendJson(response, 400, body));
    const message = end.type === 'error' ? end.error.message : '';
    expect(parseOverflow(message)).toEqual({ requested: 1_200_000, limit: 1_048_576 });
  });

  it.each([
    ['a web page', 502, '<html><body>Bad gateway</body></html>', 'overloaded', /web page came in place/],
    ['nothing', 500, '', 'overloaded', /status 500 and nothing else/],
    ['words that are no JSON', 400, 'nope', 'invalid-request', /^nope$/],
  ])('may be %s', async (_, status, text, kind, message) => {
    const { end } = await served((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end(text);
    });
    expect(end).toEqual({ type: 'error', error: { kind, message: expect.stringMatching(message) } });
  });
});
