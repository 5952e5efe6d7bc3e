/** Replies of servers that speak Chat Completions otherwise than OpenAI does, read through its library from a server on loopback. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/core/agent/model-event.ts';
import { summaryModelOf } from '../../../src/core/agent/summary-model.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { startServer, type WireServer } from '../../wire/server.ts';
import { replyOf, requestFor, says } from '../drive.ts';

let server: WireServer;
let answer = { type: '', body: '', status: 200 };
let requests = 0;
beforeAll(async () => {
  server = await startServer((_, response) => {
    requests++;
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(answer.body);
  });
});
afterAll(() => server.close());

const HELLO = requestFor([says('user', 'How many?')]);

function replyTo(body: string, type = 'text/event-stream', status = 200): Promise<Reply> {
  answer = { type, body, status };
  requests = 0;
  return replyOf(openaiCompatible.model({ id: 'm1' }, { baseUrl: `${server.url}/v1` }), HELLO);
}

const event = (value: object | string) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const chunk = (delta: object, finish_reason: string | null = null) =>
  event({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
const DONE = event('[DONE]');
const STOP = chunk({}, 'stop');
const CALLS = chunk({}, 'tool_calls');

interface Piece {
  readonly index?: number | string;
  readonly id?: string;
  readonly name?: string;
  readonly json?: string;
}
const call = ({ index, id, name, json }: Piece) =>
  chunk({ tool_calls: [{ index, id, function: { name, arguments: json } }] });
const calls = (...pieces: readonly Piece[]) => replyTo([...pieces.map(call), CALLS, DONE].join(''));

const text = (words: string) => ({ type: 'text', text: words });
const thought = (words: string) => ({ type: 'thinking', text: words });
const made = (id: string, path: string, name = 'look') => ({ type: 'tool_use', id, name, input: { path } });
const ended = (reason: string) => ({ type: 'end', reason });

describe('pieces of calls:', () => {
  const A = { index: 0, id: 'a', name: 'look', json: '{"path":"a"}' };
  it.each<[string, readonly Piece[], readonly object[]]>([
    [
      'W2 later pieces have other ids',
      [
        { index: 0, id: 'a', name: 'look' },
        { index: 0, id: 'x1', json: '{"pa' },
        { index: 0, id: 'x2', json: 'th":"a"}' },
      ],
      [made('a', 'a')],
    ],
    [
      'W2 later pieces have other ids and no index',
      [
        { id: 'a', name: 'look', json: '' },
        { id: 'x1', json: '{"pa' },
        { id: 'x2', json: 'th":"a"}' },
        { id: 'x3', json: '' },
      ],
      [made('a', 'a')],
    ],
    [
      'W2 each piece has an id of its own and the name',
      [
        { index: 0, id: 'a', name: 'look', json: '{"pa' },
        { index: 0, id: 'x1', name: 'look', json: 'th":' },
        { index: 0, id: 'x2', name: 'look', json: '"a"}' },
      ],
      [made('a', 'a')],
    ],
    [
      'W3 arguments at indexes of their own',
      [
        { index: 0, id: 'a', name: 'look' },
        { index: 1, json: '{"path"' },
        { index: 2, json: ':"a"}' },
        { index: 3, id: 'b', name: 'look' },
        { index: 4, json: '{"path":"b"}' },
      ],
      [made('a', 'a'), made('b', 'b')],
    ],
    ['W4 the same call again at another index', [A, { ...A, index: 1 }], [made('a', 'a')]],
    [
      'W4 the same call again in pieces',
      [A, { ...A, json: '{"pa' }, { index: 0, json: 'th": "a"}' }],
      [made('a', 'a')],
    ],
    ['W4 the arguments again with the end', [A, { index: 0, name: 'look', json: '{"path":"a"}' }], [made('a', 'a')]],
    ['W4 an empty piece at the end', [A, { index: 0, id: 'a', name: 'look', json: '' }], [made('a', 'a')]],
    ['W4 the arguments twice in one piece', [{ ...A, json: '{"path":"a"}{"path":"a"}' }], [made('a', 'a')]],
    [
      'one id for two calls',
      [A, { ...A, json: '{"path":"b"}' }],
      [made('a', 'a'), made(expect.any(String) as never, 'b')],
    ],
    [
      'W5 no index, and two ids in turn',
      [
        { id: 'a', name: 'look', json: '{"pa' },
        { id: 'b', name: 'look', json: '{"path"' },
        { id: 'a', json: 'th":"a"}' },
        { id: 'b', json: ':"b"}' },
      ],
      [made('a', 'a'), made('b', 'b')],
    ],
    [
      'W5 the name in each piece, the id in the first',
      [
        { id: 'a', name: 'look', json: '' },
        { name: 'look', json: '{"path"' },
        { name: 'look', json: ':"a"}' },
      ],
      [made('a', 'a')],
    ],
    [
      'W5 the name after the id',
      [
        { index: 0, id: 'a' },
        { index: 0, name: 'look' },
        { index: 0, json: '{"path":"a"}' },
      ],
      [made('a', 'a')],
    ],
    ['W5 the id after the name', [{ name: 'look' }, { id: 'a' }, { json: '{"path":"a"}' }], [made('a', 'a')]],
    [
      'W5 the name after the id, for two calls',
      [A, { index: 1, id: 'b' }, { index: 1, name: 'look' }, { index: 1, json: '{"path":"b"}' }],
      [made('a', 'a'), made('b', 'b')],
    ],
    [
      'W5 the name in pieces',
      [
        { index: 0, id: 'a', name: 'lo' },
        { index: 0, name: 'ok' },
        { index: 0, json: '{"path":"a"}' },
      ],
      [made('a', 'a')],
    ],
    [
      'W5 the name longer with each piece',
      [{ id: 'a', name: 'lo' }, { id: 'a', name: 'look' }, { json: '{"path":"a"}' }],
      [made('a', 'a')],
    ],
    [
      'W5 an index that is text',
      [
        { ...A, index: '0', json: '{"path":' },
        { index: '0', json: '"a"}' },
      ],
      [made('a', 'a')],
    ],
    [
      'no ids, and each call is the first',
      [
        { index: 0, name: 'look', json: '{"path":"a"}' },
        { index: 0, name: 'look', json: '{"path":"b"}' },
      ],
      [made('call_1', 'a'), made('call_2', 'b')],
    ],
    [
      'a call without input',
      [{ index: 0, id: 'a', name: 'look', json: '' }],
      [{ type: 'tool_use', id: 'a', name: 'look', input: {} }],
    ],
  ])('%s', async (_, pieces, blocks) => {
    const reply = await calls(...pieces);
    expect(reply).toMatchObject({ end: ended('calls') });
    expect(reply.blocks).toEqual(blocks);
    expect([...reply.unreadable]).toEqual([]);
  });

  it('W5 two inputs behind one name are read by no tool', async () => {
    const reply = await calls({ ...A, json: '{"path":"a"}{"path":"b"}' });
    expect([...reply.unreadable]).toEqual(['a']);
  });
});

describe('W6 without a reason to stop', () => {
  const whole = { index: 0, id: 'a', name: 'look', json: '{"path":"a"}' };
  it.each<[string, string, object]>([
    ['text and [DONE] are a reply', chunk({ content: 'Seven.' }) + DONE, ended('done')],
    ['whole calls and [DONE] are one', call(whole) + DONE, ended('calls')],
    [
      'a reason of null, and usage',
      chunk({ content: 'Seven.' }) + event({ choices: [], usage: { prompt_tokens: 5 } }) + DONE,
      ended('done'),
    ],
    ['half a call and [DONE] are cut', call({ ...whole, json: '{"pa' }) + DONE, { error: { kind: 'network' } }],
    ['nothing and [DONE] are cut', DONE, { error: { kind: 'network' } }],
    ['a thought and [DONE] are cut', chunk({ reasoning: 'Hm.' }) + DONE, { error: { kind: 'network' } }],
    ['text alone is cut', chunk({ content: 'Seven.' }), { error: { kind: 'network' } }],
  ])('%s', async (_, body, end) => {
    expect((await replyTo(body)).end).toMatchObject(end);
  });
});

describe('W7 a whole completion', () => {
  const message = {
    role: 'assistant',
    content: 'Seven.',
    reasoning_content: 'Hm.',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{"path":"a"}' } }],
  };
  const usage = { prompt_tokens: 5, completion_tokens: 6 };
  const completion = {
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
    usage,
  };
  const json = JSON.stringify(completion);
  it.each([
    ['as JSON', json, 'application/json'],
    ['as JSON on many lines', JSON.stringify(completion, null, 2), 'application/json; charset=utf-8'],
    ['as an event', event(completion) + DONE, 'text/event-stream'],
    ['as an event without a blank line', event(completion).trim(), 'text/event-stream'],
    ['said to be a stream', json, 'text/event-stream'],
    ['as text', json, 'text/plain'],
    ['without a type', json, ''],
    [
      'behind its own pieces',
      chunk({ reasoning_content: 'Hm.' }) +
        chunk({ content: 'Seven.' }) +
        call({ index: 0, id: 'a', name: 'look', json: '{"path":"a"}' }) +
        event(completion) +
        DONE,
      'text/event-stream',
    ],
    [
      'with a delta that is empty',
      event({ choices: [{ delta: {}, message, finish_reason: 'stop' }], usage }),
      'text/event-stream',
    ],
  ])('%s', async (_, body, type) => {
    const reply = await replyTo(body, type);
    expect(reply.end).toEqual(ended('calls'));
    expect(reply.blocks).toMatchObject([thought('Hm.'), text('Seven.'), made('a', 'a')]);
    expect(reply.usage).toMatchObject({ total: 11 });
  });

  it('`message` in pieces', async () => {
    const piece = (content: string, finish_reason: string | null) =>
      event({ choices: [{ message: { content }, finish_reason }] });
    expect(await replyTo(piece('Sev', null) + piece('en.', 'stop'))).toMatchObject({
      blocks: [text('Seven.')],
      end: ended('done'),
    });
  });
});

describe('W11 thoughts in tags', () => {
  it.each<[string, readonly string[], readonly object[]]>([
    ['whole', ['<think>Hm.</think>\n\nSeven.'], [thought('Hm.'), text('Seven.')]],
    ['in pieces', ['\n<th', 'ink>H', 'm.</', 'think', '>\n', '\nSev', 'en.'], [thought('Hm.'), text('Seven.')]],
    ['unfinished', ['<think>Hm. Well'], [thought('Hm. Well')]],
    ['with attributes', ['<thinking mode="deep" >Hm.</thinking >Seven.'], [thought('Hm.'), text('Seven.')]],
    ['twice', ['<think>Hm.</think>\n<think>So.</think>Seven.'], [thought('Hm.So.'), text('Seven.')]],
    ['of Gemini', ['<thought>a < b</thought>Seven.'], [thought('a < b'), text('Seven.')]],
    ['empty', ['<think>\n\n</think>\n\nSeven.'], [thought('\n\n'), text('Seven.')]],
    ['behind words are words', ['The tag <think>x</think>'], [text('The tag <think>x</think>')]],
    ['of another name', ['<div><think>x</think></div>'], [text('<div><think>x</think></div>')]],
    ['that only begin', ['<thin'], [text('<thin')]],
  ])('%s', async (_, pieces, blocks) => {
    const reply = await replyTo([...pieces.map((content) => chunk({ content })), STOP, DONE].join(''));
    expect(reply.blocks).toEqual(blocks);
  });
});

it('W11 a summary of thoughts only is an empty summary', async () => {
  answer = { type: 'text/event-stream', body: chunk({ content: '<think>A summary is wanted.' }) + STOP, status: 200 };
  const model = openaiCompatible.model({ id: 'm1' }, { baseUrl: `${server.url}/v1` });
  const input = {
    window: 9_000,
    reserve: 900,
    prices: DEFAULT_PRICES,
    warm: false,
    system: () => '',
    tools: [],
    threadId: 't',
  };
  const { messages, isEdited, maxTokens } = HELLO;
  const { signal } = new AbortController();
  const made = await summaryModelOf(model, input).complete({ messages, isEdited, maxTokens, tools: 'none' }, signal);
  expect(made).toEqual({ ok: true, value: { text: '' } });
});

describe('W20 a reason to stop:', () => {
  it.each<[string, object]>([
    ['insufficient_system_resource', { error: { kind: 'overloaded' } }],
    ['engine_overloaded', { error: { kind: 'overloaded' } }],
    ['network_error', { error: { kind: 'network' } }],
    ['timeout', { error: { kind: 'network' } }],
    ['sensitive', { error: { kind: 'refused' } }],
    ['content_filter', { error: { kind: 'refused' } }],
    ['SAFETY', { error: { kind: 'refused' } }],
    ['MALFORMED_FUNCTION_CALL', { error: { kind: 'empty' } }],
    ['max_output_tokens', ended('length')],
    ['model_length', ended('length')],
    ['eos_token', ended('done')],
    ['tool_calls', ended('done')],
    ['a_reason_of_tomorrow', ended('done')],
  ])('%s', async (reason, end) => {
    const reply = await replyTo(chunk({ content: 'Half a' }) + chunk({}, reason) + DONE);
    expect(reply.end).toMatchObject(end);
  });
});

describe('W23 what is no stream:', () => {
  const said = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });
  it.each<[string, string, string, string]>([
    ['JSON in a stream', said('The model `x` does not exist'), 'invalid-request', 'The model `x` does not exist'],
    [
      'JSON on lines',
      JSON.stringify({ error: { message: 'No such model' } }, null, 2),
      'invalid-request',
      'No such model',
    ],
    ['an event', event(said('Rate limit reached', { code: 429 })), 'rate-limit', 'Rate limit reached'],
    [
      'an event of an error',
      `event: error\n${event(said('Overloaded', { type: 'overloaded_error' }))}`,
      'overloaded',
      'Overloaded',
    ],
    [
      'behind comments',
      `: PROCESSING\n\n: PROCESSING\n\n${event(said('No endpoints found', { code: 404 }))}`,
      'invalid-request',
      'No endpoints found',
    ],
    ['a text', 'Incorrect API key provided', 'auth', 'Incorrect API key provided'],
    ['a text in an event', event('upstream connect error: try again'), 'overloaded', 'try again'],
    ['a bare error', event({ error: 'prompt is too long: 9 tokens > 8 maximum' }), 'overflow', 'prompt is too long'],
    ['a detail', JSON.stringify({ detail: 'Not authenticated' }), 'auth', 'Not authenticated'],
    ['a page', '<!doctype html><title>Sign in</title>', 'invalid-request', 'Sign in'],
    ['a page of a proxy', '<html><head><title>502 Bad Gateway</title></head></html>', 'overloaded', '502 Bad Gateway'],
  ])('%s', async (_, body, kind, words) => {
    const types = ['text/event-stream', body.startsWith('<') ? 'text/html' : 'application/json'];
    for (const type of types) {
      const { end } = await replyTo(body, type);
      expect(end, type).toMatchObject({ error: { kind, message: expect.stringContaining(words) } });
      expect(requests).toBe(1);
    }
  });

  it('an error behind words keeps them', async () => {
    const reply = await replyTo(`${chunk({ content: 'Sev' })}${said('The server is overloaded')}\n`);
    expect(reply).toMatchObject({ blocks: [text('Sev')], end: { error: { kind: 'overloaded' } } });
  });
});

describe('W23 an event that can not be read costs itself only:', () => {
  const [sev, en] = [chunk({ content: 'Sev' }), chunk({ content: 'en.' })];
  it.each([
    ['blank data', `${sev}data:\n\ndata: \n\n${en}${STOP}`],
    ['no JSON', `${sev}data: {"choices":[{"delta":{"content":"x\n\n${event('ping')}${en}${STOP}`],
    ['choices of null', `${sev}${event({ choices: [null] })}${event({ choices: null })}${event('null')}${en}${STOP}`],
    ['a comment inside', `${sev}: ping\n${en.replace('\n\n', '\n: ping\n\n')}${STOP}`],
    ['no blank line at the end', `${sev}${en}${STOP.trim()}`],
    ['no blank lines at all', `${sev}${en}${STOP}`.replaceAll('\n\n', '\n')],
    ['lines that end in returns', `${sev}${en}${STOP}${DONE}`.replaceAll('\n', '\r\n')],
    ['JSON on two lines', `${sev}${en.replace('"delta"', '\ndata: "delta"')}${STOP}`],
    ['JSON without a field', `${sev}${en}${STOP}`.replaceAll('data: ', '')],
    ['the whole stream twice', `${sev}${en}${STOP}${sev}${en}${STOP}${DONE}`],
    ['the whole stream twice with [DONE]', `${sev}${en}${STOP}${DONE}${sev}${en}${STOP}${DONE}`],
    ['a reason with each piece', `${chunk({ content: 'Sev' }, 'stop')}${chunk({ content: 'en.' }, 'stop')}${DONE}`],
  ])('%s', async (_, body) => {
    expect(await replyTo(body)).toMatchObject({ blocks: [text('Seven.')], end: ended('done') });
  });

  it('W4 W23 calls of a stream that comes twice are made once', async () => {
    const once =
      call({ index: 0, id: 'a', name: 'look' }) +
      call({ index: 0, json: '{"path"' }) +
      call({ index: 0, json: ':"a"}' }) +
      CALLS;
    const reply = await replyTo(once + once + DONE);
    expect(reply.blocks).toEqual([made('a', 'a')]);
    expect([...reply.unreadable]).toEqual([]);
  });
});
