/** The strict fake of the Responses API refuses what the real one refuses, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import type { Fake } from './fake.ts';
import { OPENAI_KEY } from './openai-failures.ts';
import { responsesRejects } from './openai-responses-rules.ts';
import { startOpenaiFake } from './openai-responses-server.ts';
import { digest, mintId, seal } from './openai-seals.ts';

const RS = mintId('rs', 1);
const MSG = mintId('msg', 2, RS);
const FC = mintId('fc', 3, RS);
const said = (content: Json, role = 'user') => ({ type: 'message', role, content });
const user = (text = 'a') => said([{ type: 'input_text', text }]);
const reasoning = (next: string = MSG, id = RS) => ({
  type: 'reasoning',
  id,
  summary: [],
  encrypted_content: seal({ id: RS, next }),
});
const spoken = (id = MSG) => ({ ...said([{ type: 'output_text', text: 'b', annotations: [] }], 'assistant'), id });
const call = (call_id = 'c1', more: object = {}) => ({
  type: 'function_call',
  call_id,
  name: 'look',
  arguments: '{}',
  ...more,
});
const output = (call_id = 'c1', given: Json = 'found') => ({ type: 'function_call_output', call_id, output: given });
const compacted = (...before: readonly Json[]) => {
  const id = mintId('cmp', 1);
  return [...before, { type: 'compaction', id, encrypted_content: seal({ id, with: digest(before) }) }];
};
const kept = { ...user('kept'), id: mintId('msg', 9), status: 'completed' };
const tool = (name = 'look', type = 'object', more: object = { properties: {} }) => ({
  type: 'function',
  name,
  parameters: { type, ...more },
  strict: false,
});
const body = (input: Json, more: object = {}): Json => ({
  model: 'm',
  input,
  store: false,
  stream: true,
  ...more,
});
const why = (sent: Json, reasons = true) => responsesRejects(sent, 'create', reasons).map(({ message }) => message);

describe('takes', () => {
  const table: Record<string, Json> = {
    'a text': body([user()]),
    'what the model said, as a string and as parts': body([
      user(),
      said('b', 'assistant'),
      spoken(mintId('msg', 5)),
      user(),
    ]),
    'reasoning with what it led to': body([user(), reasoning(), spoken(), call('c1', { id: FC }), output(), user()]),
    'calls and outputs without ids, in any order': body([
      user(),
      call('c1'),
      call('c2'),
      output('c2', ''),
      output('c1'),
    ]),
    'images and files': body([
      said([
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
        { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' },
      ]),
      call(),
      output('c1', [{ type: 'input_image', image_url: 'data:image/webp;base64,aGk=' }]),
    ]),
    'a compaction as it came': body([...compacted(kept, user()), user('more')]),
    'tools that must not be called': body([user()], { tools: [tool()], tool_choice: 'none' }),
    'a request for reasoning': body([user()], {
      include: ['reasoning.encrypted_content'],
      reasoning: { summary: 'auto' },
      max_output_tokens: 16,
      prompt_cache_key: 't'.repeat(64),
      instructions: 'Be brief.',
    }),
  };
  it.each(Object.entries(table))('%s', (_, sent) => {
    expect(why(sent)).toEqual([]);
  });
});

describe('refuses', () => {
  const follower = /without its required following item/;
  const leader = /without its required 'reasoning' item/;
  const table: Record<string, readonly [Json, RegExp]> = {
    'no input': [body([]), /Missing required parameter: 'input'/],
    'a call without its output': [body([user(), call()]), /No tool output found for function call c1/],
    'an output without its call': [body([user(), output()]), /No tool call found for function call output/],
    'an output before its call': [body([user(), output(), call()]), /No tool call found/],
    'two outputs of a call': [body([user(), call(), output(), output()]), /Duplicate output/],
    'one id twice': [body([user(), call(), output(), call(), output()]), /Duplicate call_id/],
    'a long call id': [body([user(), call('c'.repeat(65)), output('c'.repeat(65))]), /string too long/],
    'no call id': [body([user(), call(''), output('')]), /Missing required parameter/],
    'a name outside the pattern': [body([user(), call('c1', { name: 'look at' }), output()]), /does not match pattern/],
    'arguments that are no text': [body([user(), call('c1', { arguments: {} }), output()]), /Invalid type/],
    'reasoning at the end': [body([user(), reasoning()]), follower],
    'reasoning before something else': [body([user(), reasoning(), user()]), follower],
    'reasoning whose follower lost its id': [body([user(), reasoning(), said('b', 'assistant'), user()]), follower],
    'reasoning before the second item that it led to': [
      body([user(), reasoning(), call('c1', { id: FC }), output()]),
      follower,
    ],
    'a message without its reasoning': [body([user(), spoken(), user()]), leader],
    'a call without its reasoning': [body([user(), call('c1', { id: FC }), output()]), leader],
    'a call after its reasoning was over': [
      body([user(), reasoning(), spoken(), user(), call('c1', { id: FC }), output()]),
      leader,
    ],
    'an id that it never gave': [
      body([user(), spoken('msg_1_of_mine'), user()]),
      /Item with id 'msg_1_of_mine' not found/,
    ],
    'a user message with such an id': [body([{ ...user(), id: 'msg_x' }]), /not found/],
    'altered sealed content': [
      body([user(), { ...reasoning(), encrypted_content: `${seal({ id: RS, next: MSG })}x` }, spoken(), user()]),
      /could not be verified/,
    ],
    'sealed content of another item': [
      body([user(), reasoning(MSG, mintId('rs', 8)), spoken(), user()]),
      /could not be verified/,
    ],
    'a compaction without all that came with it': [body(compacted(kept, user()).slice(1)), /could not be verified/],
    'a compaction behind something': [body([user(), ...compacted(kept)]), /could not be verified/],
    'an altered compaction': [
      body([kept, { type: 'compaction', id: mintId('cmp', 1), encrypted_content: 'gAAAx' }]),
      /could not be verified/,
    ],
    'empty content': [body([said([])]), /empty array/],
    'an empty string': [body([said('')]), /empty string/],
    'an output that is an empty list': [body([user(), call(), output('c1', [])]), /empty array/],
    'a role that is none': [body([said([{ type: 'input_text', text: 'a' }], 'tool')]), /is no role/],
    'the text of the other side': [body([said([{ type: 'output_text', text: 'a' }])]), /can't hold/],
    'an image type that it does not read': [
      body([said([{ type: 'input_image', image_url: 'data:image/tiff;base64,aGk=' }])]),
      /can't hold/,
    ],
    'a file without a name': [
      body([said([{ type: 'input_file', file_data: 'data:application/pdf;base64,aGk=' }])]),
      /can't hold/,
    ],
    'an unknown item': [body([{ type: 'thinking' }]), /Invalid value: 'thinking'/],
    'an unknown parameter': [body([user()], { messages: [] }), /Unknown parameter: 'messages'/],
    'fewer tokens than 16': [body([user()], { max_output_tokens: 15 }), />= 16, but got 15/],
    'a long cache key': [body([user()], { prompt_cache_key: 't'.repeat(65) }), /string too long/],
    'a choice without tools': [body([user()], { tool_choice: 'none' }), /Tool choice/],
    'a tool with a bad name': [body([user()], { tools: [tool('look at')] }), /does not match pattern/],
    'a tool that does not say what it takes': [
      body([user()], { tools: [tool('look', 'object', {})] }),
      /missing properties/,
    ],
    'a tool that takes no object': [body([user()], { tools: [tool('look', 'string')] }), /Invalid schema/],
    'to keep anything': [body([user()], { store: true }), /keeps nothing/],
    'half of a surrogate pair': [body([user('\ud83d')]), /could not parse the JSON body/],
  };
  it.each(Object.entries(table))('%s', (_, [sent, words]) => {
    expect(why(sent).join('\n')).toMatch(words);
  });

  it('reasoning asked of a model that does not reason', () => {
    expect(why(body([user()], { include: ['reasoning.encrypted_content'] }), false)).toEqual([
      'Encrypted content is not supported with this model.',
    ]);
    expect(why(body([user()], { reasoning: { summary: 'auto' } }), false)).toHaveLength(1);
  });
});

describe('the server', () => {
  let fake: Fake;
  beforeAll(async () => {
    fake = await startOpenaiFake({ reply: () => ({ type: 'answer', text: 'b' }), window: 100 });
  });
  afterAll(() => fake.close());

  async function post(sent: Json, { path = '/responses', key = OPENAI_KEY } = {}) {
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
    ['takes what is right', 200, /response\.completed/, () => post(sent())],
    ['a wrong key', 401, /invalid_api_key/, () => post(sent(), { key: 'sk-wrong' })],
    ['a wrong path', 404, /Invalid URL/, () => post(sent(), { path: '/respond' })],
    ['a model that is none', 404, /model_not_found/, () => post(sent({ model: 'gpt-9' }))],
    ['what breaks a rule', 400, /invalid_request_error/, () => post(sent({ max_output_tokens: 1 }))],
    [
      'what is too long',
      400,
      /context_length_exceeded/,
      () => post(body([user('a'.repeat(500))], { model: fake.model })),
    ],
    ['what is too large', 413, /Maximum content size limit/, () => post(body([user('a'.repeat(27_000_000))]))],
    [
      'counts',
      200,
      /"input_tokens":\d+/,
      () => post({ model: fake.model, input: [user()] }, { path: '/responses/input_tokens' }),
    ],
    [
      'compacts',
      200,
      /response\.compaction/,
      () => post({ model: fake.model, input: [user()] }, { path: '/responses/compact' }),
    ],
  ] as const)('%s: %i', async (_, status, words, act) => {
    const answered = await act();
    expect(answered.status).toBe(status);
    expect(answered.said).toMatch(words);
  });
});
