/** The strict fake of Chat Completions refuses what servers refuse, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import type { Fake } from './fake.ts';
import { chatRejects } from './openai-chat-rules.ts';
import { startOpenaiCompatibleFake } from './openai-chat-server.ts';
import { OPENAI_KEY } from './openai-failures.ts';

const user = (content: Json = 'a') => ({ role: 'user', content });
const model = (content: Json, ...tool_calls: readonly Json[]) => ({
  role: 'assistant',
  content,
  ...(tool_calls.length > 0 && { tool_calls }),
});
const call = (id = 'c1', more: object = {}) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}', ...more },
});
const tool = (tool_call_id = 'c1', content: Json = 'found') => ({ role: 'tool', tool_call_id, content });
const offered = (name = 'look', type = 'object', more: object = { properties: {} }) => ({
  type: 'function',
  function: { name, parameters: { type, ...more } },
});
const body = (messages: Json, more: object = {}): Json => ({ model: 'm', messages, stream: true, ...more });
const image = (mediaType: string) => ({ type: 'image_url', image_url: { url: `data:${mediaType};base64,aGk=` } });

describe('takes', () => {
  const table: Record<string, Json> = {
    'a text': body([user()]),
    'a system message first': body([{ role: 'system', content: 'Be brief.' }, user()]),
    'parts with an image': body([user([{ type: 'text', text: 'a' }, image('image/png')])]),
    'a round without words': body([user(), model(null, call('c1'), call('c2')), tool('c2'), tool('c1')]),
    'a round with words and reasoning': body([
      user(),
      { ...model('b', call()), reasoning_content: '' },
      tool(),
      user(),
    ]),
    'tools, a choice, usage and either limit': body([user()], {
      tools: [offered()],
      tool_choice: 'none',
      stream_options: { include_usage: true },
      max_completion_tokens: 5,
    }),
  };
  it.each(Object.entries(table))('%s', (_, sent) => {
    expect(chatRejects(sent)).toEqual([]);
  });
});

describe('refuses', () => {
  const unanswered = /must be followed by tool messages responding to each 'tool_call_id'.*: c1/;
  const unasked = /messages with role 'tool' must be a response/;
  const table: Record<string, readonly [Json, RegExp]> = {
    'no messages': [body([]), /too short - 'messages'/],
    'a call without its tool message': [body([user(), model('b', call())]), unanswered],
    'a tool message that comes too late': [body([user(), model('b', call()), user(), tool()]), unanswered],
    'one of two missing': [body([user(), model('b', call(), call('c2')), tool('c2'), user()]), unanswered],
    'a tool message without its call': [body([user(), tool(), user()]), unasked],
    'a second one for a call': [body([user(), model('b', call()), tool(), tool()]), unasked],
    'one id twice': [body([user(), model('b', call()), tool(), model('b', call()), tool()]), /Duplicate tool call id/],
    'an empty id': [body([user(), model('b', call('')), tool('')]), /Invalid tool call id/],
    'a long id': [body([user(), model('b', call('c'.repeat(65))), tool('c'.repeat(65))]), /Invalid tool call id/],
    'a name outside the pattern': [
      body([user(), model('b', call('c1', { name: 'look at' })), tool()]),
      /Invalid function name/,
    ],
    'arguments that are no object': [
      body([user(), model('b', call('c1', { arguments: '"a"' })), tool()]),
      /Failed to parse/,
    ],
    'an empty list of calls': [body([user(), { ...model('b'), tool_calls: [] }, user()]), /too short/],
    'an empty text': [body([user(' ')]), /content is empty/],
    'an empty list': [body([user([])]), /Invalid type for 'messages\[0\]\.content'/],
    'a part that says nothing': [body([user([{ type: 'text', text: '' }])]), /can't be read/],
    'an image type that it does not read': [body([user([image('image/tiff')])]), /can't be read/],
    'an image of a tool': [body([user(), model('b', call()), tool('c1', [image('image/png')])]), /expected a string/],
    'a reply that says nothing': [body([user(), model(null), user()]), /expected a string/],
    'a last word of the model': [body([user(), model('b')]), /Cannot continue from an assistant message/],
    'a role that is none': [body([{ role: 'developer', content: 'a' }, user()]), /Invalid value: 'developer'/],
    'a system message in the middle': [
      body([user(), { role: 'system', content: 'a' }, user()]),
      /must be at the beginning/,
    ],
    'an unknown field of a message': [body([{ ...user(), name: 'me' }]), /property 'name' is unsupported/],
    'an unknown parameter': [body([user()], { input: [] }), /Unrecognized request argument supplied: input/],
    'an empty list of tools': [body([user()], { tools: [] }), /too short - 'tools'/],
    'a choice without tools': [body([user()], { tool_choice: 'none' }), /only allowed when 'tools' are specified/],
    'a tool with a bad name': [body([user()], { tools: [offered('look at')] }), /does not match pattern/],
    'a tool that does not say what it takes': [
      body([user()], { tools: [offered('look', 'object', {})] }),
      /missing properties/,
    ],
    'a tool that takes no object': [body([user()], { tools: [offered('look', 'string')] }), /Invalid schema/],
    'no room for a reply': [body([user()], { max_tokens: 0 }), /below minimum/],
    'half of a surrogate pair': [body([user('\ud83d')]), /could not parse the JSON body/],
  };
  it.each(Object.entries(table))('%s', (_, [sent, words]) => {
    expect(chatRejects(sent).join('\n')).toMatch(words);
  });
});

describe('the server', () => {
  let fake: Fake;
  beforeAll(async () => {
    fake = await startOpenaiCompatibleFake({ reply: () => ({ type: 'answer', text: 'b' }), window: 100 });
  });
  afterAll(() => fake.close());

  async function post(sent: Json, { path = '/chat/completions', key = OPENAI_KEY } = {}) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answered = await fetch(`${fake.access.baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(sent),
    });
    return { status: answered.status, said: await answered.text() };
  }
  const sent = (more: object = {}) => body([user()], { model: fake.model, ...more });

  it.each([
    ['takes what is right', 200, /\[DONE\]/, () => post(sent())],
    ['says the usage only where it is asked for', 200, /^(?!.*prompt_tokens)/s, () => post(sent())],
    ['and then', 200, /prompt_tokens/, () => post(sent({ stream_options: { include_usage: true } }))],
    ['a wrong key', 401, /invalid_api_key/, () => post(sent(), { key: 'sk-wrong' })],
    ['a wrong path', 404, /Invalid URL/, () => post(sent(), { path: '/chat' })],
    ['a model that is none', 404, /model_not_found/, () => post(sent({ model: 'gone' }))],
    ['what breaks a rule', 400, /Unrecognized/, () => post(sent({ input: 1 }))],
    [
      'what is too long with its reply',
      400,
      /maximum context length is 100 tokens/,
      () => post(sent({ max_tokens: 99 })),
    ],
    ['what is too large', 413, /Maximum content size limit/, () => post(body([user('a'.repeat(27_000_000))]))],
  ] as const)('%s: %i', async (_, status, words, act) => {
    const answered = await act();
    expect(answered.status).toBe(status);
    expect(answered.said).toMatch(words);
  });
});
