/** Answers of the other APIs in forms that their SDKs do not expect: in one piece, without names, as one error, with foreign reasons. */
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/core/agent/model-event.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import type { Provider } from '../../../src/providers/shared/provider.ts';
import { replyOf, requestFor, says } from '../drive.ts';
import { scriptedServer } from './scripted-server.ts';

const server = scriptedServer();

function replyTo(provider: Provider, body: string, type = 'text/event-stream'): Promise<Reply> {
  server.answer = { type, body };
  const model = provider.model({ id: 'm1' }, { apiKey: 'the-key-of-a-test', baseUrl: server.url });
  return replyOf(model, requestFor([says('user', 'How many?')]));
}

const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const call = { type: 'tool_use', name: 'look', input: { path: 'a' } };
const blocks = [{ type: 'text', text: 'Seven.' }, call];
const message = {
  type: 'message',
  content: [
    { type: 'text', text: 'Seven.' },
    { ...call, id: 'a' },
  ],
  stop_reason: 'tool_use',
  usage: { input_tokens: 5, output_tokens: 6 },
};
const item = { type: 'function_call', id: 'fc', call_id: 'a', name: 'look', arguments: '{"path":"a"}' };
const response = {
  object: 'response',
  status: 'completed',
  output: [{ type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Seven.' }] }, item],
  usage: { input_tokens: 5, output_tokens: 6, total_tokens: 11 },
};
const candidate = (parts: readonly object[], more: object = {}) => ({ candidates: [{ content: { parts }, ...more }] });
const generated = candidate([{ text: 'Seven.' }, { functionCall: { id: 'a', name: 'look', args: { path: 'a' } } }], {
  finishReason: 'STOP',
});
const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 6, totalTokenCount: 11 };

describe('W7 a whole answer to a request for a stream', () => {
  it.each<[string, Provider, string, string]>([
    ['anthropic, as JSON', anthropic, JSON.stringify(message), 'application/json'],
    ['anthropic, as an event', anthropic, data(message), 'text/event-stream'],
    ['openai, as JSON', openai, JSON.stringify(response), 'application/json'],
    ['openai, as an event', openai, data(response), 'text/event-stream'],
    ['openai, in its last event only', openai, data({ type: 'response.completed', response }), 'text/event-stream'],
    ['gemini, as JSON', gemini, JSON.stringify({ ...generated, usageMetadata }), 'application/json'],
    [
      'gemini, as a list',
      gemini,
      JSON.stringify(
        [
          candidate([{ text: 'Seven.' }]),
          {
            ...candidate(generated.candidates[0]?.content.parts.slice(1) ?? [], { finishReason: 'STOP' }),
            usageMetadata,
          },
        ],
        null,
        1,
      ),
      'application/json; charset=UTF-8',
    ],
  ])('%s', async (_, provider, body, type) => {
    const reply = await replyTo(provider, body, type);
    expect(reply).toMatchObject({ end: { type: 'end', reason: 'calls' }, blocks, usage: { total: 11 } });
  });

  it('and events of Claude’s API without names', async () => {
    const events = [
      { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Seven.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
      { type: 'message_stop' },
    ];
    expect(await replyTo(anthropic, events.map(data).join(''))).toMatchObject({ blocks: blocks.slice(0, 1) });
  });
});

it.each([
  ['anthropic', anthropic, data({ ...message, content: [{ type: 'text', text: '<think>Hm.</think>\nSeven.' }] })],
  [
    'openai',
    openai,
    data({
      ...response,
      output: [{ type: 'message', content: [{ type: 'output_text', text: '<think>Hm.</think>\nSeven.' }] }],
    }),
  ],
])('W11 %s: another server’s thoughts in tags are split off', async (_, provider, body) => {
  const { blocks: given } = await replyTo(provider, body);
  expect(given).toEqual([{ type: 'thinking', text: 'Hm.' }, blocks[0]]);
});

describe('W20 a reason to stop', () => {
  const claude = (stop_reason: string) => data({ ...message, content: message.content.slice(0, 1), stop_reason });
  const google = (finishReason: string) => data(candidate([{ text: 'Half' }], { finishReason }));
  const incomplete = (reason: string) =>
    data({
      type: 'response.incomplete',
      response: { ...response, status: 'incomplete', incomplete_details: { reason } },
    });
  it.each<[string, Provider, string, object]>([
    ['anthropic, overloaded', anthropic, claude('insufficient_system_resource'), { error: { kind: 'overloaded' } }],
    ['anthropic, filtered', anthropic, claude('sensitive'), { error: { kind: 'refused' } }],
    ['anthropic, unknown', anthropic, claude('tomorrow'), { reason: 'done' }],
    ['gemini, filtered', gemini, google('IMAGE_SAFETY'), { error: { kind: 'refused' } }],
    ['gemini, of other reasons', gemini, google('OTHER'), { error: { kind: 'refused' } }],
    ['gemini, malformed', gemini, google('MALFORMED_FUNCTION_CALL'), { error: { kind: 'empty' } }],
    ['gemini, unknown', gemini, google('TOMORROW'), { reason: 'done' }],
    ['openai, filtered', openai, incomplete('content_filter'), { error: { kind: 'refused' } }],
    ['openai, at its limit', openai, incomplete('max_output_tokens'), { reason: 'length' }],
    ['openai, network', openai, incomplete('network_error'), { error: { kind: 'network' } }],
  ])('%s', async (_, provider, body, end) => {
    expect((await replyTo(provider, body)).end).toMatchObject(end);
  });
});

describe('W23 a stream that is one error', () => {
  const errors: readonly (readonly [string, object | string, string, string])[] = [
    [
      'nested',
      { error: { message: 'The model does not exist', type: 'not_found_error' } },
      'invalid-request',
      'does not exist',
    ],
    ['bare', { error: 'Rate limit reached' }, 'rate-limit', 'Rate limit reached'],
    ['of text', 'Service unavailable', 'overloaded', 'Service unavailable'],
  ];
  it.each(
    [anthropic, openai, gemini].flatMap((provider) =>
      errors.map((error) => [provider.id, ...error, provider] as const),
    ),
  )('%s, %s', async (_, __, body, kind, words, provider) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    for (const sent of [text, `data: ${text}\n\n`]) {
      const { end } = await replyTo(provider, sent);
      expect(end, sent).toMatchObject({ error: { kind, message: expect.stringContaining(words) } });
    }
  });

  it('gemini: an event that can not be read costs itself only', async () => {
    const body = `${data(candidate([{ text: 'Sev' }]))}data:\n\ndata: {"x\n\n: ping\n\n${data(candidate([{ text: 'en.' }], { finishReason: 'STOP' })).trim()}`;
    expect(await replyTo(gemini, body)).toMatchObject({
      end: { reason: 'done' },
      blocks: [{ type: 'text', text: 'Seven.' }],
    });
  });
});
