/** What holds for the requests of every provider: tools of any schema are taken, and no more is asked for than the model gives. */
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/core/lang/json.ts';
import { startAnthropicFake } from '../wire/anthropic-server.ts';
import type { StartFake } from '../wire/fake.ts';
import { startGeminiFake } from '../wire/gemini-server.ts';
import { startOpenaiCompatibleFake } from '../wire/openai-chat-server.ts';
import { startOpenaiFake } from '../wire/openai-responses-server.ts';
import { startVscodeLmFake } from '../wire/vscode-lm-fake.ts';
import { modelOf, replyOf, requestFor, says } from './drive.ts';

const FAKES: readonly (readonly [string, StartFake])[] = [
  ['anthropic', startAnthropicFake],
  ['openai', startOpenaiFake],
  ['openai-compatible', startOpenaiCompatibleFake],
  ['gemini', startGeminiFake],
  ['vscode-lm', startVscodeLmFake],
];

const SCHEMAS: readonly Json[] = [
  { type: 'object' },
  {},
  true,
  null,
  { properties: { a: { type: 'string' } } },
  { type: 'object', properties: {}, additionalProperties: false },
  { type: 'string' },
];

describe.each(FAKES)('a request of %s', (_, start) => {
  it('offers tools of whatever schema', async () => {
    const fake = await start({ reply: () => ({ type: 'answer', text: 'Hello' }) });
    const tools = SCHEMAS.map((inputSchema, at) => ({ name: `tool_${at}`, description: 'Does.', inputSchema }));
    const { end } = await replyOf(modelOf(fake), requestFor([says('user', 'Hello')], { tools }));
    await fake.close();
    expect(fake.rejections).toEqual([]);
    expect(end).toEqual({ type: 'end', reason: 'done' });
  });
});

describe.each(FAKES)('case 40: %s', (_, start) => {
  it('takes a system prompt and a wish for a compaction that were cut in the middle of a character', async () => {
    const fake = await start({ reply: () => ({ type: 'answer', text: 'Hello' }) });
    const model = modelOf(fake, { info: { compacts: true } });
    const request = requestFor([says('user', 'Hello')], { system: 'Be brief \ud83d' });
    expect((await replyOf(model, request)).end).toEqual({ type: 'end', reason: 'done' });
    const made = await model.compact?.({ ...request, instructions: 'Keep \ud83d' }, new AbortController().signal);
    await fake.close();
    expect(made?.ok ?? true).toBe(true);
    expect(fake.rejections).toEqual([]);
  });
});

describe.each(FAKES.slice(0, -1))('case 13: a request of %s', (_, start) => {
  it.each([
    [500, 500],
    [5_000, 1_000],
    [0, 1_000],
  ])('to a model that gives %i tokens asks for %i', async (maxOutput, asked) => {
    const fake = await start({ reply: () => ({ type: 'answer', text: 'Hello' }) });
    const model = modelOf(fake, { info: { size: { maxOutput } } });
    await replyOf(model, requestFor([says('user', 'Hello')], { maxTokens: 1_000 }));
    await fake.close();
    expect(JSON.stringify(fake.requests[0])).toMatch(
      new RegExp(`"(max_tokens|max_output_tokens|maxOutputTokens)":${asked}[,}]`),
    );
  });
});

it('40 tools that a strict server refuses cost two requests, and the others are offered', async () => {
  const fake = await startAnthropicFake({ reply: () => ({ type: 'answer', text: 'Hello' }) });
  const tools = Array.from({ length: 60 }, (_, n) => ({
    name: `tool_${n}`,
    description: 'Does.',
    inputSchema: { type: 'object', properties: { [n % 3 === 0 ? 'text' : 'the text']: { type: 'string' } } },
  }));
  const model = modelOf(fake);
  const { end } = await replyOf(model, requestFor([says('user', 'Hello')], { tools }));
  expect(end).toEqual({ type: 'end', reason: 'done' });
  expect(fake.rejections).toHaveLength(2);
  const { tools: offered } = fake.requests.at(-1) as { readonly tools: readonly object[] };
  expect(offered).toHaveLength(20);
  await replyOf(model, requestFor([says('user', 'Again')], { tools }));
  await fake.close();
  expect(fake.rejections).toHaveLength(2);
});
