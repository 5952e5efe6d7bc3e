/** Replies whose words, calls, counts and ends stand in other shapes or places than the Chat Completions API has them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/core/agent/model-event.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { sendEvents, startServer, type WireServer } from '../../wire/server.ts';
import { replyOf, requestFor, says } from '../drive.ts';

let server: WireServer;
let chunks: readonly object[] = [];
beforeAll(async () => {
  server = await startServer((_, response) =>
    sendEvents(response, [...chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`), 'data: [DONE]\n\n']),
  );
});
afterAll(() => server.close());

function replyTo(...given: readonly object[]): Promise<Reply> {
  chunks = given;
  const model = openaiCompatible.model({ id: 'm1' }, { baseUrl: `${server.url}/v1` });
  return replyOf(model, requestFor([says('user', 'How many?')]));
}

const chunk = (delta: object, more: object = {}, beside: object = {}) => ({
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
  ...beside,
});
const end = (reason: string) => chunk({}, { finish_reason: reason });
const thought = { type: 'thinking', text: 'Hm.' };
const seven = { type: 'text', text: 'Seven.' };

describe('words', () => {
  const part = { type: 'text', text: 'Seven.' };
  it.each<[string, object, readonly object[]]>([
    ['in a part without a type', { content: [{ text: 'Seven.' }] }, [seven]],
    ['in a part of the Responses API', { content: [{ type: 'output_text', text: 'Seven.' }] }, [seven]],
    ['in one part in place of a list', { content: part }, [seven]],
    ['in a list of texts', { content: ['Sev', 'en.'] }, [seven]],
    ['in a text that has a value', { content: [{ type: 'text', text: { value: 'Seven.' } }] }, [seven]],
    ['behind a thought of text', { content: [{ type: 'thinking', thinking: 'Hm.' }, part] }, [thought, seven]],
    ['behind a part that is reasoning', { content: [{ type: 'reasoning', text: 'Hm.' }, part] }, [thought, seven]],
    ['behind reasoning in an object', { reasoning: { content: 'Hm.' }, content: 'Seven.' }, [thought, seven]],
    [
      'behind reasoning in details alone',
      { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }], content: 'Seven.' },
      [thought, seven],
    ],
    [
      'behind reasoning that its details repeat',
      { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }], content: 'Seven.' },
      [thought, seven],
    ],
    ['in nothing that is known', { content: [{ type: 'text', text: [[[['Seven.']]]] }, 7, null, {}] }, [{ text: '7' }]],
  ])('%s', async (_, delta, blocks) => {
    expect((await replyTo(chunk(delta), end('stop'))).blocks).toMatchObject(blocks);
  });
});

describe('a call', () => {
  const call = (name: string, json: unknown) =>
    chunk({ tool_calls: [{ index: 0, id: 'a', function: { name, arguments: json } }] });
  it.each<[string, string, unknown, object]>([
    ['whose name has its namespace', 'functions.look', '{"path":"a"}', { path: 'a' }],
    ['whose name has the next mark of its format', 'look<|channel|>commentary', '{"path":"a"}', { path: 'a' }],
    ['whose name has its number', 'functions.look:0', '{"path":"a"}', { path: 'a' }],
    ['whose name has blanks', ' look\n', '{"path":"a"}', { path: 'a' }],
    ['whose input is null', 'look', 'null', {}],
    ['whose input is an empty list', 'look', '[]', {}],
    ['whose input is an empty list that is no text', 'look', [], {}],
  ])('%s', async (_, name, json, input) => {
    const reply = await replyTo(call(name, json), end('tool_calls'));
    expect(reply.blocks).toEqual([{ type: 'tool_use', id: 'a', name: 'look', input }]);
    expect([...reply.unreadable]).toEqual([]);
  });

  it('whose name comes in pieces with its namespace', async () => {
    const reply = await replyTo(call('functions.', ''), call('look', ''), call('', '{"path":"a"}'), end('stop'));
    expect(reply.blocks).toEqual([{ type: 'tool_use', id: 'a', name: 'look', input: { path: 'a' } }]);
  });
});

describe('the end', () => {
  const cut = { content: 'Seven.' };
  it.each<[string, object, object]>([
    ['in `stop_reason`', chunk({}, { stop_reason: 'length' }), { reason: 'length' }],
    ['beside the choices', chunk({}, {}, { finish_reason: 'length' }), { reason: 'length' }],
    [
      'is the error of a choice',
      chunk({}, { finish_reason: 'error', error: { code: 502, message: 'The provider died' } }),
      { error: { kind: 'overloaded', message: 'The provider died' } },
    ],
    [
      'is an error without words',
      chunk({}, { finish_reason: 'error', error: {} }),
      { error: { kind: 'overloaded', message: expect.stringContaining('broke off') } },
    ],
  ])('%s', async (_, last, expected) => {
    expect((await replyTo(chunk(cut), last)).end).toMatchObject(expected);
  });
});

describe('usage', () => {
  const usage = { prompt_tokens: 10, completion_tokens: 2 };
  const counted = (given: object) => chunk({ content: 'Seven.' }, {}, given);
  const known = { input: 10, output: 2, total: 12 };
  it.each<[string, readonly object[], object]>([
    ['under the names of the Responses API', [counted({ usage: { input_tokens: 10, output_tokens: 2 } })], known],
    ['in a field of Groq’s', [counted({ x_groq: { usage } })], known],
    ['with zeros behind it', [counted({ usage }), chunk({}, {}, { usage: { prompt_tokens: 0 } })], known],
    [
      'whose prompt is told once',
      [
        counted({ usage: { ...usage, completion_tokens: 1 } }),
        chunk({}, {}, { usage: { ...usage, prompt_tokens: 0 } }),
      ],
      known,
    ],
    [
      'that grows',
      [counted({ usage }), chunk({}, {}, { usage: { prompt_tokens: 11, completion_tokens: 9 } })],
      { input: 11, output: 9 },
    ],
  ])('%s', async (_, given, expected) => {
    expect((await replyTo(...given, end('stop'))).usage).toMatchObject(expected);
  });
});
