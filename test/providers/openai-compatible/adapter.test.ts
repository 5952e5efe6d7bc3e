/** Chat Completions through OpenAI's library, against a server as strict as the strictest of the compatible ones. */
import { afterEach, describe, expect, it } from 'vitest';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { Fake, FakeAnswer, FakeFailure, FakeOptions } from '../../wire/fake.ts';
import { type Manners, startChatServer } from '../../wire/openai-chat-server.ts';
import { OPENAI_KEY } from '../../wire/openai-failures.ts';
import { eventsOf, heardUntilStopped, modelOf, replyOf, requestFor, says } from '../drive.ts';

const open: Fake[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

async function start(reply: FakeOptions['reply'] | FakeAnswer | FakeFailure, manners: Manners = {}): Promise<Fake> {
  const fake = await startChatServer({ reply: typeof reply === 'function' ? reply : () => reply }, manners);
  open.push(fake);
  return fake;
}

const HELLO = requestFor([says('user', 'Hello')]);
const answer = (more: Omit<FakeAnswer, 'type'>): FakeAnswer => ({ type: 'answer', ...more });
const CALL = { id: 'call_1', name: 'look', input: { path: 'a.ts' } };
const OTHER = { id: 'call_2', name: 'look', input: { path: 'b.ts', more: ['ü', 1, null] } };
const text = (words: string) => ({ type: 'text', text: words }) as const;

/** Breaks off once so many events were read: a broken socket may take some with it that had come. */
function breakingAfter(events: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const read = (await response.text())
      .split(/(?<=\n\n)/)
      .slice(0, events)
      .values();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const next = read.next();
      if (next.done) controller.error(new TypeError('terminated'));
      else controller.enqueue(new TextEncoder().encode(next.value));
    };
    return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), response);
  };
}

describe('a stream', () => {
  const thought = (words: string) => ({
    type: 'thinking',
    text: words,
    by: expect.any(String),
    signature: 'reasoning_content',
  });
  const table = [
    { name: 'text', told: answer({ text: 'Hello you' }), blocks: [text('Hello you')] },
    {
      name: 'thinking',
      told: answer({ thinking: 'Hm, well.', text: 'Yes' }),
      blocks: [thought('Hm, well.'), text('Yes')],
    },
    {
      name: 'parallel calls',
      told: answer({ thinking: 'Look.', text: 'Looking', calls: [CALL, OTHER] }),
      blocks: [thought('Look.'), text('Looking'), { type: 'tool_use', ...CALL }, { type: 'tool_use', ...OTHER }],
      end: 'calls',
    },
    {
      name: 'bytes one by one, in the middle of characters',
      told: answer({ text: 'Übergrößen 😀 漢字', calls: [OTHER], delivery: { pieceBytes: 1 } }),
      blocks: [text('Übergrößen 😀 漢字'), { type: 'tool_use', ...OTHER }],
      end: 'calls',
    },
    {
      name: 'a reply at its limit',
      told: answer({ text: 'And', end: 'length' }),
      blocks: [text('And')],
      end: 'length',
    },
    { name: 'a reply that says nothing', told: answer({}), blocks: [] },
  ];
  it.each(table)('$name', async ({ told, blocks, end = 'done' }) => {
    const fake = await start(told);
    const reply = await replyOf(modelOf(fake), HELLO);
    expect(reply.end).toEqual({ type: 'end', reason: end });
    expect(reply.blocks).toEqual(blocks);
    expect(fake.rejections).toEqual([]);
  });

  it('R40 counts read, written and other tokens once each', async () => {
    const usage = { input: 100, cacheRead: 900, cacheCreation: 30, output: 40 };
    const fake = await start(answer({ text: 'Yes', usage }));
    expect((await replyOf(modelOf(fake), HELLO)).usage).toEqual(tokenUsage(usage));
  });

  it('passes on arguments that are no JSON', async () => {
    const fake = await start(answer({ calls: [{ ...CALL, rawInput: '{"path": oops' }] }));
    const { blocks, unreadable } = await replyOf(modelOf(fake), HELLO);
    expect(blocks).toEqual([{ type: 'tool_use', ...CALL, input: '{"path": oops' }]);
    expect([...unreadable]).toEqual(['call_1']);
  });

  it('stops at once, also while nothing comes', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 2 } }));
    expect(await heardUntilStopped(modelOf(fake), HELLO)).toEqual(['text', 'cancelled']);
    expect(await eventsOf(modelOf(fake), HELLO, AbortSignal.abort())).toMatchObject([{ error: { kind: 'cancelled' } }]);
    expect(fake.requests).toHaveLength(1);
  });

  it('that is silent for too long is dead', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 2 } }));
    const reply = await replyOf(modelOf(fake, { access: { idleMs: 2_000 } }), HELLO);
    expect(reply.end).toMatchObject({ type: 'error', error: { kind: 'network' } });
    expect(reply.blocks).toEqual([text('Hel')]);
  });

  it('cut after any event ends in an error and keeps no half of a call; once it said why it stops, it is whole', async () => {
    const told = answer({ thinking: 'Hm.', text: 'Looking', calls: [CALL, OTHER] });
    const finish = 12;
    for (let cutAfter = 0; cutAfter < finish; cutAfter++) {
      const fake = await start({ ...told, delivery: { cutAfter } });
      const { end, blocks } = await replyOf(modelOf(fake), HELLO);
      expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
      expect(blocks.every(({ type }) => type === 'text' || type === 'thinking')).toBe(true);
    }
    const fake = await start(told);
    for (const read of [finish - 1, finish, finish + 1]) {
      const { end, usage } = await replyOf(modelOf(fake, { access: { fetch: breakingAfter(read) } }), HELLO);
      expect(end).toMatchObject(read < finish ? { error: { kind: 'network' } } : { type: 'end', reason: 'calls' });
      expect(usage !== undefined).toBe(read > finish);
    }
  });

  it('tells an error that comes inside it, and a filter', async () => {
    const inside = await start(answer({ text: 'Hello', delivery: { failAfter: 3 } }));
    const message = 'The model is overloaded. Please try again later.';
    expect((await replyOf(modelOf(inside), HELLO)).end).toEqual({
      type: 'error',
      error: { kind: 'overloaded', message },
    });
    const filtered = await start(answer({ text: 'Well', end: 'refused' }));
    expect((await replyOf(modelOf(filtered), HELLO)).end).toMatchObject({ error: { kind: 'refused' } });
  });
});

describe('a failure', () => {
  const table = [
    { kind: 'auth', told: 'auth', says: 'Incorrect API key provided: [key].' },
    { kind: 'rate-limit', told: 'rate-limit', says: 'Rate limit reached' },
    { kind: 'overloaded', told: 'overloaded', says: 'currently overloaded' },
    { kind: 'overflow', told: 'overflow', says: 'maximum context length is 128000 tokens' },
    { kind: 'invalid-request', told: 'invalid-request', says: 'Invalid value' },
    { kind: 'invalid-request', told: 'not-found', says: 'The model `gone` does not exist' },
    { kind: 'invalid-request', told: 'html', says: 'A web page came' },
    { kind: 'network', told: 'empty', says: 'ended before the reply did' },
  ] as const;
  it.each(table)('$told is told as $kind', async ({ kind, told, says: words }) => {
    const fake = await start({ type: 'failure', kind: told, retryAfter: 7 });
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ type: 'error', error: { kind, message: expect.stringContaining(words) } });
    if (kind === 'rate-limit') expect(end).toMatchObject({ error: { retryAfter: 7000 } });
    expect(JSON.stringify(end)).not.toContain(OPENAI_KEY);
    expect(fake.requests).toHaveLength(1);
  });

  it('to connect, and a wrong path, name the address', async () => {
    const fake = await start(answer({}));
    const baseUrl = fake.access.baseUrl?.replace('/v1', '');
    const wrong = await replyOf(modelOf(fake, { access: { baseUrl: `${baseUrl}/v2/` } }), HELLO);
    expect(wrong.end).toMatchObject({
      error: { message: `Invalid URL (POST /v2/chat/completions) (asked at ${baseUrl}/v2)` },
    });
    await fake.close();
    open.splice(0);
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ error: { kind: 'network', message: expect.stringContaining(`${baseUrl}/v1 failed`) } });
  });

  it('without an address names the setting', async () => {
    const fake = await start(answer({}));
    const model = fake.provider.model({ id: 'm' }, {});
    const message = expect.stringContaining('spool.openai-compatible.baseUrl');
    expect((await replyOf(model, HELLO)).end).toMatchObject({ error: { kind: 'invalid-request', message } });
    expect(await fake.provider.models({}, new AbortController().signal)).toMatchObject({
      ok: false,
      error: { message },
    });
  });
});

it('R24 lists models with what the server says of them', async () => {
  const fake = await start(answer({}));
  const signal = new AbortController().signal;
  expect(await fake.provider.models(fake.access, signal)).toEqual({
    ok: true,
    value: [
      {
        id: fake.model,
        name: 'Coder 30B',
        size: { window: 128_000, maxOutput: 8192 },
        takesImages: true,
        takesTools: true,
        efforts: [],
      },
      { id: 'local/plain', size: { window: 32_768, maxOutput: undefined } },
      { id: 'local/unknown' },
    ],
  });
  const wrong = await fake.provider.models({ ...fake.access, apiKey: 'sk-wrong' }, signal);
  expect(wrong).toMatchObject({ ok: false, error: { kind: 'auth' } });
});
