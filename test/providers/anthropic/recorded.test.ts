/** Streams and refusals in recorded form (test/fixtures/wire/anthropic), through the SDK: whole, byte by byte, and cut at every event. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUT_SHORT, type Reply } from '../../../src/core/agent/model-event.ts';
import { parseOverflow } from '../../../src/core/agent/refusals/parse-overflow.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import type { Delivery } from '../../wire/fake.ts';
import { type Handler, sendEvents, sendJson, startServer, type WireServer } from '../../wire/server.ts';
import { replyOf, requestFor, says } from '../drive.ts';

const folder = path.join(import.meta.dirname, '../../fixtures/wire/anthropic');
const names = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending));
const eventsIn = (name: string) => readFileSync(path.join(folder, name), 'utf8').split(/(?<=\n\n)/);

let handle: Handler = () => {};
let server: WireServer;
beforeAll(async () => {
  server = await startServer((request, response) => handle(request, response));
});
afterAll(() => server.close());

function served(by: Handler): Promise<Reply> {
  handle = by;
  const model = anthropic.model({ id: 'claude-opus-5-5' }, { apiKey: 'k', baseUrl: server.url });
  return replyOf(model, requestFor([says('user', 'Hello')]));
}

function played(name: string, delivery?: Delivery): Promise<Reply> {
  return served((_, response) => sendEvents(response, eventsIn(name), delivery));
}

const by = expect.any(String);
const signature = expect.stringMatching(/^EqQB/);
const thought = (text: string) => ({ type: 'thinking', text, signature, by });
const text = (words: string) => ({ type: 'text', text: words });
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const done = { type: 'end', reason: 'done' };
const calls = { type: 'end', reason: 'calls' };
const failed = (kind: string, message: string) => ({ type: 'error', error: { kind, message } });

const STREAMS: Record<string, { blocks: readonly object[]; end: object; usage: object }> = {
  'api-error-inside.sse': {
    blocks: [text('The thread')],
    end: failed('overloaded', 'Internal server error'),
    usage: tokenUsage({ input: 12, output: 1 }),
  },
  'image.sse': { blocks: [text('A red square on white.')], end: done, usage: tokenUsage({ input: 1609, output: 9 }) },
  'length.sse': {
    blocks: [text('First of all, one has to say')],
    end: { type: 'end', reason: 'length' },
    usage: tokenUsage({ input: 20, output: 8 }),
  },
  'overloaded-inside.sse': {
    blocks: [text('The thread')],
    end: failed('overloaded', 'Overloaded'),
    usage: tokenUsage({ input: 12, output: 1 }),
  },
  'parallel-tools.sse': {
    blocks: [
      call('toolu_01A', 'read_file', { path: 'a.ts' }),
      call('toolu_01B', 'read_file', { path: 'b.ts' }),
      call('toolu_01C', 'list_files', {}),
    ],
    end: calls,
    usage: tokenUsage({ input: 1964, output: 140 }),
  },
  'pause.sse': { blocks: [text('I am still at it.')], end: done, usage: tokenUsage({ input: 20, output: 6 }) },
  'plain.sse': {
    blocks: [text('The thread is compacted before it outgrows the window.')],
    end: done,
    usage: tokenUsage({ input: 12, output: 14 }),
  },
  'redacted-thinking.sse': {
    blocks: [{ type: 'redacted_thinking', data: expect.stringMatching(/^Emw/), by }, text('Yes.')],
    end: done,
    usage: tokenUsage({ input: 60, output: 30 }),
  },
  'refused.sse': {
    blocks: [text('First')],
    end: failed('refused', 'This request was declined because it may enable cyber harm.'),
    usage: tokenUsage({ input: 20, output: 1 }),
  },
  'stop-sequence.sse': { blocks: [text('One, two')], end: done, usage: tokenUsage({ input: 20, output: 4 }) },
  'thinking-between-tools.sse': {
    blocks: [
      thought('First the list.'),
      thought('And the window.'),
      text('I look at it.'),
      call('toolu_01B', 'read_file', { path: 'src/window.ts' }),
    ],
    end: calls,
    usage: tokenUsage({ input: 910, output: 90 }),
  },
  'thinking-omitted.sse': {
    blocks: [thought(''), text('Before the seventh.')],
    end: done,
    usage: tokenUsage({ input: 391, output: 80 }),
  },
  'thinking.sse': {
    blocks: [thought('The cut may part no call from its result.'), text('Cut before the seventh message.')],
    end: done,
    usage: tokenUsage({ input: 391, output: 159 }),
  },
  'tools.sse': {
    blocks: [
      text('I read it.'),
      call('toolu_01T1x1fJ34qAmk2tNTrN7Up6', 'read_file', { path: 'src/window.ts', lines: [1, 40] }),
    ],
    end: calls,
    usage: tokenUsage({ input: 1964, output: 108 }),
  },
  'unicode.sse': {
    blocks: [text('Größe: 5 µm — 漢字と👩‍👩‍👧‍👦, שלום \u2028 \u0000 end')],
    end: done,
    usage: tokenUsage({ input: 9, output: 24 }),
  },
  'unknown-events.sse': { blocks: [text('Yes.')], end: done, usage: tokenUsage({ input: 12, output: 2 }) },
  'usage-in-steps.sse': { blocks: [text('Yes.')], end: done, usage: tokenUsage({ input: 100, output: 4 }) },
  'usage-with-cache.sse': {
    blocks: [text('Yes.')],
    end: done,
    usage: tokenUsage({ input: 21, output: 4, cacheCreation: 2048, cacheRead: 45_056 }),
  },
  'window-exceeded.sse': {
    blocks: [text('And so')],
    end: failed('overflow', "The reply ran into the end of the model's context window."),
    usage: tokenUsage({ input: 199_000, output: 1000 }),
  },
};

describe('a recorded stream', () => {
  it('is in the table, every one', () =>
    expect(names('.sse')).toEqual([...Object.keys(STREAMS), 'broken-arguments.sse'].sort()));

  it.each(Object.keys(STREAMS))('R40 %s', async (name) => {
    const { unreadable, ...whole } = await played(name);
    expect(unreadable.size).toBe(0);
    expect(whole).toEqual(STREAMS[name]);
    const { unreadable: none, ...piecemeal } = await played(name, { pieceBytes: 1 });
    expect(none.size).toBe(0);
    expect(piecemeal).toEqual(STREAMS[name]);
  });

  it('broken-arguments.sse', async () => {
    const reply = await played('broken-arguments.sse');
    expect(reply.blocks).toEqual([{ type: 'tool_use', id: 'toolu_01A', name: 'read_file', input: '{"path": "a.ts' }]);
    expect([...reply.unreadable]).toEqual(['toolu_01A']);
  });

  it.each(Object.keys(STREAMS))('%s, cut at every event', async (name) => {
    const events = eventsIn(name);
    const last = events.findIndex((event) => event.includes('"message_delta"'));
    for (let cutAfter = 0; cutAfter < events.length; cutAfter++) {
      const reply = await played(name, { cutAfter });
      const broke = { type: 'error', error: { kind: 'network', message: expect.any(String) } };
      // What came just before a connection breaks may be lost with it.
      if (last >= 0 && cutAfter > last) expect([STREAMS[name]?.end, broke]).toContainEqual(reply.end);
      else expect(reply.end).toEqual(broke);
      if (reply.end.type === 'error') expect(reply.blocks.filter(({ type }) => type === 'tool_use')).toEqual([]);
    }
  });

  it.each([
    ['in the middle of an event', 700, 'The thread is '],
    ['in the middle of a line that is no JSON then', 650, 'The thread is '],
  ])('cut %s', async (_name, length, words) => {
    const reply = await served((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(eventsIn('plain.sse').join('').slice(0, length));
    });
    expect(reply.end).toMatchObject({ type: 'error', error: { kind: 'network' } });
    for (const block of reply.blocks) expect(block).toMatchObject({ text: words });
  });

  it('with nothing but a line that is no JSON is cut', async () => {
    const { end } = await served((_, response) =>
      sendEvents(response, ['event: message_start\ndata: {"type":"message_start","mess\n\n']),
    );
    expect(end).toEqual({ type: 'error', error: CUT_SHORT });
  });
});

const REFUSALS: Record<string, string> = {
  'error-400-compaction-misplaced.json': 'invalid-request',
  'error-400-credit.json': 'quota',
  'error-400-overflow-with-reply.json': 'overflow',
  'error-400-overflow.json': 'overflow',
  'error-400-signature.json': 'invalid-request',
  'error-401-key.json': 'auth',
  'error-402-billing.json': 'quota',
  'error-403-permission.json': 'auth',
  'error-404-model.json': 'invalid-request',
  'error-408-timeout.json': 'network',
  'error-413-body.json': 'overflow',
  'error-429-minute.json': 'rate-limit',
  'error-500-internal.json': 'overloaded',
  'error-504-timeout.json': 'overloaded',
  'error-529-compaction.json': 'overloaded',
  'error-529-overloaded.json': 'overloaded',
};

describe('a recorded refusal', () => {
  const refusal = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));

  it('is in the table, every one', () => expect(names('.json')).toEqual(Object.keys(REFUSALS).sort()));

  it.each(Object.keys(REFUSALS))('%s', async (name) => {
    const body = refusal(name);
    const { end } = await served((_, response) => sendJson(response, Number(/\d+/.exec(name)?.[0]), body));
    expect(end).toEqual({ type: 'error', error: { kind: REFUSALS[name], message: body.error.message } });
  });

  it.each([
    ['case 18', 'error-400-overflow.json', { requested: 208_380, limit: 200_000 }],
    ['case 19', 'error-400-overflow-with-reply.json', { requested: 199_409, limit: 200_000 }],
  ])('%s: that a request is too long gives the sizes', async (_name, name, sizes) => {
    const { end } = await served((_, response) => sendJson(response, 400, refusal(name)));
    expect(parseOverflow(end.type === 'error' ? end.error.message : '')).toEqual(sizes);
  });

  it.each([
    ['retry-after', '12', 12_000],
    ['retry-after-ms', '250', 250],
  ])('with %s says when to come again', async (header, value, retryAfter) => {
    const { end } = await served((_, response) =>
      sendJson(response, 429, refusal('error-429-minute.json'), { [header]: value }),
    );
    expect(end).toMatchObject({ error: { kind: 'rate-limit', retryAfter } });
  });
});
