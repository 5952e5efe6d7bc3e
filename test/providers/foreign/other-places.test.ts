/** Replies of the other APIs whose parts stand in other events than usual, come twice or are of another API; statuses that no response has. */
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/core/agent/model-event.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import { retryAfterOf } from '../../../src/providers/shared/model-error.ts';
import type { Provider } from '../../../src/providers/shared/provider.ts';
import { atServer, errorAt, PROVIDERS, refused } from '../at-server.ts';
import { replyOf, requestFor, says } from '../drive.ts';
import { scriptedServer } from './scripted-server.ts';

const server = scriptedServer();

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const DONE = 'data: [DONE]\n\n';

function replyTo(provider: Provider, body: string, type = 'text/event-stream'): Promise<Reply> {
  server.answer = { type, body };
  const model = provider.model({ id: 'm1' }, { apiKey: 'the-key-of-a-test', baseUrl: server.url });
  return replyOf(model, requestFor([says('user', 'How many?')]));
}

const seven = { type: 'text', text: 'Seven.' };
const made = { type: 'tool_use', id: 'a', name: 'look', input: { path: 'a' } };

describe('the Responses API:', () => {
  const input = '{"path":"a"}';
  const call = { type: 'function_call', id: 'fc', call_id: 'a', name: 'look', arguments: input };
  const message = { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Seven.' }] };
  const thought = { type: 'reasoning', id: 'rs', summary: [{ text: 'Hm.' }, { text: 'So.' }] };
  const delta = data({ type: 'response.output_text.delta', item_id: 'm', delta: 'Seven.' });
  const added = (item: object) => data({ type: 'response.output_item.added', item });
  const done = (item: object) => data({ type: 'response.output_item.done', item });
  const completed = (...output: readonly object[]) =>
    data({ type: 'response.completed', response: { status: 'completed', output } });
  const begun = added({ ...call, arguments: '' });
  const argued = data({ type: 'response.function_call_arguments.done', item_id: 'fc', arguments: input });
  it.each<[string, string, readonly object[]]>([
    ['a text only in its item', added({ ...message, content: [] }) + done(message) + completed(), [seven]],
    ['a text that is done', data({ type: 'response.output_text.done', text: 'Seven.' }) + completed(), [seven]],
    ['a text in pieces, its end and its item', `${delta}${done(message)}${completed(message)}`, [seven]],
    [
      'two texts, the second only in its item',
      `${delta}${done(message)}${done({ ...message, id: 'm2', content: [{ text: ' Or eight.' }] })}${completed()}`,
      [{ type: 'text', text: 'Seven. Or eight.' }],
    ],
    ['a thought only in its item', done(thought) + delta + completed(), [{ text: 'Hm.\n\nSo.' }, seven]],
    ['a text as content', completed({ type: 'message', content: 'Seven.' }), [seven]],
    ['a text beside no output', data({ type: 'response.completed', response: { output_text: 'Seven.' } }), [seven]],
    ['an input that comes at once', begun + argued + completed(), [made]],
    ['an input that comes at once and in its item', begun + argued + done(call) + completed(call), [made]],
    ['an input only in the whole response', begun + completed(call), [made]],
    ['a call that comes twice', begun + argued + done(call) + begun + argued + done(call) + completed(call), [made]],
    ['no word of the end but [DONE]', begun + argued + done(call) + DONE, [made]],
  ])('%s', async (_, body, blocks) => {
    const reply = await replyTo(openai, body);
    expect(reply.end).toEqual({ type: 'end', reason: blocks[0] === made ? 'calls' : 'done' });
    expect(reply.blocks).toMatchObject(blocks);
    expect(reply.blocks).toHaveLength(blocks.length);
  });

  it('a refusal only in its item', async () => {
    const body = done({ ...message, content: [{ type: 'refusal', refusal: 'No.' }] }) + completed();
    expect((await replyTo(openai, body)).end).toMatchObject({ error: { kind: 'refused', message: 'No.' } });
  });

  it.each([
    ['nothing', DONE],
    ['a call that was cut', begun + DONE],
  ])('[DONE] behind %s is a cut', async (_, body) => {
    expect((await replyTo(openai, body)).end).toMatchObject({ error: { kind: 'network' } });
  });
});

describe('Claude’s API:', () => {
  const start = (input: object) =>
    data({ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'look', input } });
  const piece = (partial_json: string) =>
    data({ type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } });
  const stop = data({ type: 'content_block_stop', index: 0 });
  const end = data({ type: 'message_delta', delta: { stop_reason: 'tool_use' } }) + data({ type: 'message_stop' });
  const path = { path: 'a' };
  it.each([
    ['an input at the start and in pieces', start(path) + piece('{"path"') + piece(':"a"}') + stop + end],
    ['an input at the start and an empty piece', start(path) + piece('') + stop + end],
    ['an input at the start of a block without an end', start(path) + end],
    ['an input at the start of a reply without a reason', start(path) + data({ type: 'message_stop' })],
  ])('%s', async (_, body) => {
    const reply = await replyTo(anthropic, body);
    expect(reply).toMatchObject({ blocks: [made], end: { type: 'end', reason: 'calls' } });
    expect([...reply.unreadable]).toEqual([]);
  });

  it('content that is a text', async () => {
    const whole = JSON.stringify({ type: 'message', content: 'Seven.', stop_reason: 'end_turn' });
    expect((await replyTo(anthropic, whole, 'application/json')).blocks).toEqual([seven]);
  });
});

describe('Gemini’s API:', () => {
  it('one part in place of a list', async () => {
    const body = data({ candidates: [{ content: { parts: { text: 'Seven.' } }, finishReason: 'STOP' }] });
    expect((await replyTo(gemini, body)).blocks).toEqual([seven]);
  });

  it('an error in a list is told in its words', async () => {
    const body = JSON.stringify([{ error: { code: 400, message: 'The model is gone.', status: 'INVALID_ARGUMENT' } }]);
    const error = await atServer({ status: 400, type: 'application/json', body }, (baseUrl) =>
      errorAt(gemini, { baseUrl }),
    );
    expect(error).toEqual({ kind: 'invalid-request', message: 'The model is gone.' });
  });
});

describe('a stream in the form of another API is not asked for again:', () => {
  const chat = data({ choices: [{ delta: { content: 'Seven.' }, finish_reason: 'stop' }] }) + DONE;
  const responses = data({ type: 'response.output_text.delta', delta: 'Seven.' });
  const ollama = `${JSON.stringify({ response: 'Seven.', done: true })}\n`;
  const words = data({ status: 'error', reason: 'The model is gone' });
  it.each<[string, Provider, string]>([
    ['anthropic, chat', anthropic, chat],
    ['gemini, chat', gemini, chat],
    ['openai, chat', openai, chat],
    ['openai-compatible, responses', openaiCompatible, responses],
    ['openai-compatible, Ollama’s own', openaiCompatible, ollama],
    ['openai-compatible, an error in no known form', openaiCompatible, words],
  ])('%s', async (_, provider, body) => {
    const { end } = await replyTo(provider, body);
    const shown = body.replace(/^data: /, '').slice(0, 30);
    expect(end).toMatchObject({ error: { kind: 'invalid-request', message: expect.stringContaining(shown) } });
  });

  it('an answer in one piece is told in its words', async () => {
    const { end } = await replyTo(
      openaiCompatible,
      '{"success":false,"reason":"The model is gone"}',
      'application/json',
    );
    expect(end).toMatchObject({ error: { message: expect.stringContaining('The model is gone') } });
  });
});

describe('an error in each piece that says', () => {
  it.each<[string, unknown]>([
    ['nothing', {}],
    ['code 0', { code: 0, message: '' }],
    ['success', { code: 0, message: 'success' }],
    ['null', { message: null, type: '' }],
  ])('%s is none', async (_, error) => {
    const body = data({ error, choices: [{ delta: { content: 'Seven.' }, finish_reason: 'stop' }] });
    const first = data({ code: 0, message: 'success' });
    expect(await replyTo(openaiCompatible, first + body + DONE)).toMatchObject({
      blocks: [seven],
      end: { reason: 'done' },
    });
  });
});

it('a stream that is said to be HTML is read, and a page is none', async () => {
  const body = data({ choices: [{ delta: { content: 'Seven.' }, finish_reason: 'stop' }] }) + DONE;
  const reply = await replyTo(openaiCompatible, body, 'text/html; charset=UTF-8');
  expect(reply).toMatchObject({ blocks: [seven], end: { reason: 'done' } });
  const page = `<html><title>Sign in</title><script>\n${body}</script></html>`;
  const { end } = await replyTo(openaiCompatible, page, 'text/html');
  expect(end).toMatchObject({ error: { kind: 'invalid-request', message: expect.stringContaining('Sign in') } });
});

it.each([
  [{ error: true, message: 'The model is gone' }, 'The model is gone'],
  [{ error: false, message: 'The model is gone' }, 'The model is gone'],
  [{ error: null, msg: 'The model is gone' }, 'The model is gone'],
  [{ error: 'invalid_request', error_description: 'The model is gone' }, 'invalid_request: The model is gone'],
])('an error is told in its words: %j', async (body, message) => {
  const answered = { status: 400, type: 'application/json', body: JSON.stringify(body) };
  const error = await atServer(answered, (baseUrl) => errorAt(openaiCompatible, { baseUrl }));
  expect(error).toEqual({ kind: 'invalid-request', message });
});

it.each(PROVIDERS)('HTTP 999 is a server that fails, and no broken connection: $id', async (provider) => {
  const answered = { ...refused(500, 'Request denied'), status: 999 };
  const error = await atServer(answered, (baseUrl) => errorAt(provider, { baseUrl }));
  expect(error).toMatchObject({ kind: 'overloaded', message: expect.stringContaining('Request denied') });
});

it('a proxy’s 502 about the request is not sent again as it was', async () => {
  const answered = refused(502, 'Upstream error: {"error":{"message":"invalid schema for a tool"}}');
  const error = await atServer(answered, (baseUrl) => errorAt(openaiCompatible, { baseUrl }));
  expect(error.kind).toBe('invalid-request');
});

it('a pause that is named twice is the first one', () => {
  expect(retryAfterOf(new Headers({ 'retry-after': '3, 3' }), 0)).toBe(3_000);
});
