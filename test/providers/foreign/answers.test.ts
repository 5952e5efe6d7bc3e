/** Answers in one piece with foreign values: lists of models, counts, compactions and errors. */
import { afterEach, expect, it } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import type { Access, Provider } from '../../../src/providers/shared/provider.ts';
import { createVscodeLm } from '../../../src/providers/vscode-lm/adapter.ts';
import { sendJson, startServer, type WireServer } from '../../wire/server.ts';
import { fakeApi } from '../../wire/vscode-lm-api.ts';
import { replyOf, requestFor, says } from '../drive.ts';

const open: WireServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function answering(body: Json, status = 200): Promise<Access> {
  const server = await startServer((_, response) => sendJson(response, status, body));
  open.push(server);
  return { apiKey: 'the-key-of-a-test', baseUrl: server.url };
}

const never = new AbortController().signal;
const HELLO = requestFor([says('user', 'Hello')]);
const BAD: readonly Json[] = [null, '12', -5, 1.5, 1e300, {}, [7], true];

const LISTS: readonly (readonly [Provider, (bad: Json) => Json, object])[] = [
  [
    anthropic,
    (bad) => ({
      data: [
        {
          id: 'claude-x',
          display_name: {},
          max_input_tokens: bad,
          max_tokens: bad,
          capabilities: { image_input: bad },
        },
        { id: {}, display_name: 'none' },
        null,
      ],
      has_more: false,
    }),
    { id: 'claude-x', takesTools: true, size: {} },
  ],
  [
    openaiCompatible,
    (bad) => ({
      data: [
        { id: 'local', name: bad === '12' ? '' : bad, context_length: bad, top_provider: bad },
        null,
        { id: bad === '12' ? '' : bad },
      ],
    }),
    { id: 'local' },
  ],
  [
    openai,
    (bad) => ({ object: 'list', data: [{ id: 'gpt-9', created: bad }, { id: bad }, null] }),
    { id: 'gpt-9', thinks: true },
  ],
  [
    gemini,
    (bad) => ({
      models: [
        {
          name: 'models/g',
          displayName: {},
          inputTokenLimit: bad,
          outputTokenLimit: bad,
          thinking: 'yes',
          supportedGenerationMethods: ['generateContent'],
        },
        { name: 'models/h', supportedGenerationMethods: bad },
      ],
    }),
    { id: 'g', size: {} },
  ],
];

it.each(LISTS.map(([provider, list, model]) => [provider.id, provider, list, model] as const))(
  'W1 %s: a list of models costs no more than what can not be read of it',
  async (_, provider, list, model) => {
    for (const bad of BAD)
      expect(await provider.models(await answering(list(bad)), never), JSON.stringify(bad)).toEqual({
        ok: true,
        value: [model],
      });
  },
);

const COUNTS: readonly (readonly [Provider, (count: Json) => Json])[] = [
  [anthropic, (input_tokens) => ({ input_tokens })],
  [openai, (input_tokens) => ({ object: 'response.input_tokens', input_tokens })],
  [gemini, (totalTokens) => ({ totalTokens })],
];

it.each(COUNTS.map(([provider, body]) => [provider.id, provider, body] as const))(
  'W1 %s: a count that is none is an error, and never a number',
  async (_, provider, body) => {
    const count = async (value: Json) =>
      provider.model({ id: 'm1' }, await answering(body(value))).count?.(HELLO, never);
    expect(await count(12)).toEqual({ ok: true, value: 12 });
    for (const bad of BAD) expect(await count(bad), JSON.stringify(bad)).toMatchObject({ ok: false });
  },
);

it('W1 vscode-lm: sizes, names and counts of the editor that are none', async () => {
  for (const bad of BAD) {
    const chat = { id: 'm1', vendor: 'v', family: 'f', version: '1', name: {}, maxInputTokens: bad };
    const countTokens = async () => bad;
    const api = fakeApi([{ ...chat, countTokens } as never]);
    const provider = createVscodeLm(api);
    expect(await provider.models({}, never)).toEqual({ ok: true, value: [{ id: 'v/m1', size: {} }] });
    expect(await provider.model({ id: 'v/m1' }, {}).count?.(HELLO, never)).toMatchObject({ ok: false });
  }
});

it('W1 a compaction of Claude costs no more than its counts, and without words there is none', async () => {
  const block = { type: 'compaction', content: 'A summary.', encrypted_content: 'x' };
  const compacted = async (content: Json, usage: Json) =>
    anthropic
      .model(
        { id: 'claude-x', compacts: true },
        await answering({ id: 'm', type: 'message', role: 'assistant', content, usage }),
      )
      .compact?.(HELLO, never);
  for (const bad of BAD) {
    expect(await compacted([null, block], bad)).toEqual({ ok: true, value: { data: block, text: 'A summary.' } });
    expect(await compacted([block], { iterations: bad, input_tokens: 5, output_tokens: bad })).toMatchObject({
      ok: true,
      value: { usage: { input: 5, output: 0, total: 5 } },
    });
    if (typeof bad !== 'string') expect(await compacted([{ ...block, content: bad }], {})).toMatchObject({ ok: false });
    expect(await compacted(bad, {})).toMatchObject({ ok: false });
  }
});

it('W1 a compaction of OpenAI costs no more than its counts', async () => {
  const item = { id: 'cmp_1', type: 'compaction', encrypted_content: 'x' };
  const compacted = async (output: Json, usage: Json) =>
    openai
      .model(
        { id: 'gpt-9', compacts: true },
        await answering({ id: 'r', object: 'response.compaction', output, usage }),
      )
      .compact?.(HELLO, never);
  for (const bad of BAD) {
    expect(await compacted([item], bad)).toEqual({ ok: true, value: { data: [item] } });
    expect(await compacted([item], { input_tokens: 5, output_tokens: bad })).toMatchObject({
      ok: true,
      value: { usage: { input: 5, output: 0 }, tokens: 0 },
    });
    expect(await compacted(bad, {})).toMatchObject({ ok: false });
  }
});

it.each([anthropic, openai, openaiCompatible, gemini].map((provider) => [provider.id, provider] as const))(
  'W1 %s: an error of whatever form is told in words',
  async (_, provider) => {
    for (const bad of BAD)
      for (const body of [
        { error: bad },
        { error: { message: bad, code: bad, type: bad, status: bad, details: bad } },
        bad,
      ]) {
        const { end } = await replyOf(provider.model({ id: 'm1' }, await answering(body, 400)), HELLO);
        expect(end).toMatchObject({ type: 'error', error: { message: expect.any(String), kind: expect.any(String) } });
      }
  },
);
