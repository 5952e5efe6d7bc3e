/** OpenAI through its library, against a fake that refuses what the Responses API refuses. */
import { afterEach, describe, expect, it } from 'vitest';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { Fake, FakeAnswer, FakeFailure, FakeOptions } from '../../wire/fake.ts';
import { OPENAI_KEY } from '../../wire/openai-failures.ts';
import { startOpenaiFake } from '../../wire/openai-responses-server.ts';
import { eventsOf, heardUntilStopped, modelOf, replyOf, requestFor, says } from '../drive.ts';

const open: Fake[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

async function start(reply: FakeOptions['reply'] | FakeAnswer | FakeFailure, window?: number): Promise<Fake> {
  const options = { reply: typeof reply === 'function' ? reply : () => reply, ...(window && { window }) };
  const fake = await startOpenaiFake(options);
  open.push(fake);
  return fake;
}

const HELLO = requestFor([says('user', 'Hello')]);
const answer = (more: Omit<FakeAnswer, 'type'>): FakeAnswer => ({ type: 'answer', ...more });
const CALL = { id: 'call_1', name: 'look', input: { path: 'a.ts' } };
const OTHER = { id: 'call_2', name: 'look', input: { path: 'b.ts', more: ['ü', 1, null] } };

describe('a stream', () => {
  const seal = { by: expect.any(String), signature: expect.any(String) };
  const table = [
    { name: 'text', told: answer({ text: 'Hello you' }), blocks: [{ type: 'text', text: 'Hello you', ...seal }] },
    {
      name: 'thinking',
      told: answer({ thinking: 'Hm, well.', text: 'Yes' }),
      blocks: [
        { type: 'thinking', text: 'Hm, well.', ...seal },
        { type: 'text', text: 'Yes', ...seal },
      ],
    },
    {
      name: 'thinking of which nothing can be read',
      told: answer({ thinking: '', calls: [CALL] }),
      blocks: [
        { type: 'thinking', text: '', ...seal },
        { type: 'tool_use', ...CALL, ...seal },
      ],
      end: 'calls',
    },
    {
      name: 'parallel calls',
      told: answer({ text: 'Looking', calls: [CALL, OTHER] }),
      blocks: [
        { type: 'text', text: 'Looking', ...seal },
        { type: 'tool_use', ...CALL, ...seal },
        { type: 'tool_use', ...OTHER, ...seal },
      ],
      end: 'calls',
    },
    {
      name: 'bytes one by one, in the middle of characters',
      told: answer({ text: 'Übergrößen 😀 漢字', calls: [OTHER], delivery: { pieceBytes: 1 } }),
      blocks: [
        { type: 'text', text: 'Übergrößen 😀 漢字', ...seal },
        { type: 'tool_use', ...OTHER, ...seal },
      ],
      end: 'calls',
    },
    {
      name: 'a reply at its limit, whose half an item is not sealed',
      told: answer({ text: 'And then', end: 'length' }),
      blocks: [{ type: 'text', text: 'And then' }],
      end: 'length',
    },
    { name: 'a reply that says nothing', told: answer({}), blocks: [] },
  ];
  it.each(table)('$name', async ({ told, blocks, end = 'done' }) => {
    const fake = await start(told);
    const reply = await replyOf(modelOf(fake), HELLO);
    expect(reply.end).toEqual({ type: 'end', reason: end });
    expect(reply.blocks).toEqual(blocks);
    expect(reply.unreadable.size).toBe(0);
    expect(fake.rejections).toEqual([]);
  });

  it('R40 counts read, written and other tokens once each', async () => {
    const usage = { input: 100, cacheRead: 900, cacheCreation: 30, output: 40 };
    const fake = await start(answer({ thinking: 'Hm.', text: 'Yes', usage }));
    expect((await replyOf(modelOf(fake), HELLO)).usage).toEqual(tokenUsage(usage));
  });

  it('passes on arguments that are no JSON', async () => {
    const fake = await start(answer({ calls: [{ ...CALL, rawInput: '{"path": oops' }] }));
    const { blocks, unreadable } = await replyOf(modelOf(fake), HELLO);
    expect(blocks).toMatchObject([{ type: 'tool_use', input: '{"path": oops' }]);
    expect([...unreadable]).toEqual(['call_1']);
  });

  it('stops at once, also while nothing comes', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 5 } }));
    expect(await heardUntilStopped(modelOf(fake), HELLO)).toEqual(['text', 'cancelled']);
  });

  it('that a stop was asked for before asks nobody', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const events = await eventsOf(modelOf(fake), HELLO, AbortSignal.abort());
    expect(events).toEqual([{ type: 'error', error: { kind: 'cancelled', message: '' } }]);
  });

  it('that is silent for too long is dead', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 5 } }));
    const reply = await replyOf(modelOf(fake, { access: { idleMs: 2_000 } }), HELLO);
    expect(reply.end).toMatchObject({ type: 'error', error: { kind: 'network' } });
    expect(reply.blocks).toEqual([{ type: 'text', text: 'Hel' }]);
  });

  it('cut after any event ends in an error and keeps no half of a call', async () => {
    const told = answer({ thinking: 'Hm.', text: 'Looking', calls: [CALL, OTHER] });
    const whole = 26;
    for (let cutAfter = 0; cutAfter <= whole; cutAfter++) {
      const fake = await start({ ...told, delivery: { cutAfter } });
      const { end, blocks } = await replyOf(modelOf(fake), HELLO);
      expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
      expect(blocks.every(({ type }) => type === 'text' || type === 'thinking')).toBe(true);
    }
    const fake = await start({ ...told, delivery: { cutAfter: whole + 1 } });
    expect((await replyOf(modelOf(fake), HELLO)).end).toEqual({ type: 'end', reason: 'calls' });
  });

  it('tells an error that comes inside it', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { failAfter: 6 } }));
    const { end } = await replyOf(modelOf(fake), HELLO);
    const message = 'Our servers are currently overloaded. Please try again later.';
    expect(end).toEqual({ type: 'error', error: { kind: 'overloaded', message } });
  });

  it('tells a refusal in the words of the model', async () => {
    const told = answer({ end: 'refused', usage: { input: 20, output: 12 } });
    const { end, usage } = await replyOf(modelOf(await start(told)), HELLO);
    const message = "I'm sorry, but I can't help with that.";
    expect(end).toEqual({ type: 'error', error: { kind: 'refused', message } });
    // It is paid for all the same (R40).
    expect(usage).toEqual(tokenUsage({ input: 20, output: 12 }));
  });
});

describe('a failure', () => {
  const table = [
    { kind: 'auth', told: 'auth', says: 'Incorrect API key provided: [key].' },
    { kind: 'rate-limit', told: 'rate-limit', says: 'Rate limit reached' },
    { kind: 'overloaded', told: 'overloaded', says: 'currently overloaded' },
    { kind: 'overflow', told: 'overflow', says: 'exceeds the context window' },
    { kind: 'invalid-request', told: 'invalid-request', says: 'Invalid value' },
    { kind: 'invalid-request', told: 'not-found', says: 'The model `gone` does not exist' },
    { kind: 'invalid-request', told: 'html', says: 'A web page came' },
    { kind: 'network', told: 'empty', says: 'ended before the reply did' },
  ] as const;
  it.each(table)('$told is told as $kind', async ({ kind, told, says: words }) => {
    const fake = await start({ type: 'failure', kind: told });
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ type: 'error', error: { kind, message: expect.stringContaining(words) } });
    expect(JSON.stringify(end)).not.toContain(OPENAI_KEY);
    expect(fake.requests).toHaveLength(1);
  });

  it('says when to come again', async () => {
    const fake = await start({ type: 'failure', kind: 'rate-limit', retryAfter: 7 });
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ error: { retryAfter: 7000 } });
  });

  it('a page names the address that gave it', async () => {
    const fake = await start({ type: 'failure', kind: 'html' });
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ error: { message: expect.stringContaining(fake.access.baseUrl ?? '?') } });
  });

  it('to connect names the address', async () => {
    const fake = await start(answer({}));
    await fake.close();
    open.splice(0);
    const { end } = await replyOf(modelOf(fake), HELLO);
    const message = expect.stringMatching(/^The connection to http:\/\/127\.0\.0\.1:\d+\/v1 failed: .*ECONNREFUSED/);
    expect(end).toMatchObject({ error: { kind: 'network', message } });
  });

  it('without a key asks nobody, whatever the environment holds', async () => {
    const before = process.env.OPENAI_API_KEY;
    process.env.OPENAI_API_KEY = OPENAI_KEY;
    const fake = await start(answer({ text: 'Hello' }));
    const { apiKey: _, ...keyless } = fake.access;
    const model = fake.provider.model({ id: fake.model }, keyless);
    const { end } = await replyOf(model, HELLO);
    const models = await fake.provider.models(keyless, new AbortController().signal);
    if (before === undefined) delete process.env.OPENAI_API_KEY;
    else process.env.OPENAI_API_KEY = before;
    expect(end).toMatchObject({ error: { kind: 'auth', message: 'There is no API key for OpenAI.' } });
    expect(models).toMatchObject({ ok: false, error: { kind: 'auth' } });
    expect(fake.requests).toEqual([]);
  });
});

it('asks again without summaries where the organization is not verified, and remembers it', async () => {
  const fake = await start(answer({ text: 'Hello' }));
  const refusing: typeof fetch = async (input, init) => {
    if (!String(init?.body).includes('"summary":"auto"')) return fetch(input, init);
    const message = 'Your organization must be verified to generate reasoning summaries.';
    return Response.json(
      { error: { message, type: 'invalid_request_error', code: 'unsupported_value' } },
      { status: 400 },
    );
  };
  const model = modelOf(fake, { access: { fetch: refusing } });
  expect((await replyOf(model, HELLO)).end).toEqual({ type: 'end', reason: 'done' });
  expect((await replyOf(model, HELLO)).end).toEqual({ type: 'end', reason: 'done' });
  expect(fake.requests).toHaveLength(2);
});

it('counts a request as the provider does', async () => {
  const fake = await start(answer({ text: 'Hello' }));
  const model = modelOf(fake);
  const counted = await model.count?.(HELLO, new AbortController().signal);
  expect(counted).toEqual({ ok: true, value: (await replyOf(model, HELLO)).usage?.input });
});

it('R24 lists the models that can be spoken with', async () => {
  const fake = await start(answer({}));
  const official: typeof fetch = (input, init) =>
    fetch(String(input).replace('https://api.openai.com/v1', fake.access.baseUrl ?? ''), init);
  const ask = (access: object) => fake.provider.models({ apiKey: OPENAI_KEY, ...access }, new AbortController().signal);
  expect(await ask({ fetch: official })).toEqual({
    ok: true,
    value: [
      { id: 'gpt-6.2-sol', thinks: true, compacts: true },
      { id: 'gpt-4.1', thinks: false },
      { id: 'o3', thinks: true, compacts: true },
      { id: 'chatgpt-4o-latest', thinks: false },
    ],
  });
  expect(await ask(fake.access)).toMatchObject({ value: [{ id: 'gpt-6.2-sol', thinks: true }, {}, {}, {}] });
  expect(JSON.stringify(await ask(fake.access))).not.toContain('compacts');
  expect(await ask({ ...fake.access, apiKey: 'sk-wrong' })).toMatchObject({ ok: false, error: { kind: 'auth' } });
});
