/** Gemini through its SDK, against a fake that refuses what the real one refuses. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import type { Fake, FakeAnswer, FakeFailure, FakeOptions } from '../../wire/fake.ts';
import { startGeminiFake } from '../../wire/gemini-server.ts';
import { sendEvents, startServer } from '../../wire/server.ts';
import { eventsOf, heardUntilStopped, modelOf, replyOf, requestFor, says } from '../drive.ts';

const open: Fake[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((fake) => fake.close()));
});

async function start(reply: FakeOptions['reply'] | FakeAnswer | FakeFailure, window?: number): Promise<Fake> {
  const fake = await startGeminiFake({
    reply: typeof reply === 'function' ? reply : () => reply,
    ...(window && { window }),
  });
  open.push(fake);
  return fake;
}

const HELLO = requestFor([says('user', 'Hello')]);
const answer = (more: Omit<FakeAnswer, 'type'>): FakeAnswer => ({ type: 'answer', ...more });
const FIRST = 'data: {"candidates":[{"content":{"parts":[{"text":"Hel"}],"role":"model"},"index":0}]}\r\n\r\n';
const CALL = { id: 'c1', name: 'look', input: { path: 'a.ts' } };
const PNG = { type: 'image', mediaType: 'image/png', data: 'iVBORw==' } as const;
const OTHER = { id: 'c2', name: 'look', input: { path: 'b.ts', more: ['ü', 1, null] } };

describe('a stream', () => {
  const seal = { by: expect.any(String), signature: expect.any(String) };
  const table = [
    { name: 'text', told: answer({ text: 'Hello you' }), blocks: [{ type: 'text', text: 'Hello you', ...seal }] },
    {
      name: 'thinking, which nobody seals',
      told: answer({ thinking: 'Hm, well.', text: 'Yes' }),
      blocks: [
        { type: 'thinking', text: 'Hm, well.' },
        { type: 'text', text: 'Yes', ...seal },
      ],
    },
    {
      name: 'parallel calls, the first one sealed',
      told: answer({ text: 'Looking', calls: [CALL, OTHER] }),
      blocks: [
        { type: 'text', text: 'Looking' },
        { type: 'tool_use', ...CALL, ...seal },
        { type: 'tool_use', ...OTHER },
      ],
      end: 'calls',
    },
    {
      name: 'bytes one by one, in the middle of characters',
      told: answer({ text: 'Übergrößen 😀 漢字', calls: [OTHER], delivery: { pieceBytes: 1 } }),
      blocks: [
        { type: 'text', text: 'Übergrößen 😀 漢字' },
        { type: 'tool_use', ...OTHER, ...seal },
      ],
      end: 'calls',
    },
    {
      name: 'a reply at its limit',
      told: answer({ text: 'And then', end: 'length' }),
      blocks: [{ type: 'text', text: 'And then', ...seal }],
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

  it('R40 counts cached, thought and other tokens once each', async () => {
    const fake = await start(
      answer({ thinking: 'Hm.', text: 'Yes', usage: { input: 100, cacheRead: 900, output: 40 } }),
    );
    const { usage } = await replyOf(modelOf(fake), HELLO);
    expect(usage).toEqual(tokenUsage({ input: 100, cacheRead: 900, output: 40 }));
  });

  it('gives a call without an id one of its own', async () => {
    const fake = await start(answer({ calls: [{ ...CALL, id: '' }] }));
    const { blocks } = await replyOf(modelOf(fake), HELLO);
    expect(blocks).toEqual([
      expect.objectContaining({ type: 'tool_use', name: 'look', id: expect.stringMatching(/./) }),
    ]);
  });

  it('stops at once, also while nothing comes', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 1 } }));
    expect(await heardUntilStopped(modelOf(fake), HELLO)).toEqual(['text', 'cancelled']);
  });

  it.each(['before the first word', 'between two words'])('stopped %s leaves no connection open', async (when) => {
    const stop = new AbortController();
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const server = await startServer((_, response) => {
      response.on('close', () => close());
      if (when !== 'before the first word') return sendEvents(response, [FIRST, FIRST], { stallAfter: 1 });
      stop.abort();
    });
    const model = gemini.model({ id: 'gemini-3.8-flash' }, { apiKey: 'k', baseUrl: server.url });
    for await (const event of model.stream(HELLO, stop.signal)) if (event.type === 'text') stop.abort();
    await closed;
    await server.close();
  });

  it('that a stop was asked for before asks nobody', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const events = await eventsOf(modelOf(fake), HELLO, AbortSignal.abort());
    expect(events).toEqual([{ type: 'error', error: { kind: 'cancelled', message: '' } }]);
  });

  it('that is silent for too long is dead', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 1 } }));
    const reply = await replyOf(modelOf(fake, { access: { idleMs: 40 } }), HELLO);
    expect(reply.end).toMatchObject({
      type: 'error',
      error: { kind: 'network', message: expect.stringMatching(/^Nothing came/) },
    });
  });

  it('cut after any event ends in an error and keeps no half of a call', async () => {
    const told = answer({ thinking: 'Hm.', text: 'Looking', calls: [CALL, OTHER] });
    for (let cutAfter = 0; cutAfter < 7; cutAfter++) {
      const fake = await start({ ...told, delivery: { cutAfter } });
      const { end, blocks } = await replyOf(modelOf(fake), HELLO);
      expect(end).toMatchObject({ type: 'error', error: { kind: 'network' } });
      expect(blocks.every(({ type }) => type === 'text')).toBe(true);
    }
  });

  it('tells an error that comes inside it', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { failAfter: 1 } }));
    const { end } = await replyOf(modelOf(fake), HELLO);
    const message = 'The model is overloaded. Please try again later.';
    expect(end).toEqual({ type: 'error', error: { kind: 'overloaded', message } });
  });

  it('tells a refusal, and a call that has not the form of one', async () => {
    const refused = await replyOf(modelOf(await start(answer({ text: 'Well', end: 'refused' }))), HELLO);
    expect(refused.end).toMatchObject({
      type: 'error',
      error: { kind: 'refused', message: expect.stringContaining('SAFETY') },
    });
    const malformed = await replyOf(modelOf(await start(answer({ calls: [{ ...CALL, rawInput: '{' }] }))), HELLO);
    expect(malformed.end).toMatchObject({ type: 'error', error: { kind: 'empty' } });
  });
});

describe('a failure', () => {
  const table: readonly { kind: FakeFailure['kind']; error: object; retryAfter?: number }[] = [
    { kind: 'auth', error: { kind: 'auth', message: 'API key not valid. Please pass a valid API key.' } },
    { kind: 'rate-limit', error: { kind: 'rate-limit', message: expect.stringContaining('current quota') } },
    {
      kind: 'rate-limit',
      retryAfter: 7.5,
      error: { kind: 'rate-limit', retryAfter: 7500, message: expect.any(String) },
    },
    { kind: 'overloaded', error: { kind: 'overloaded', message: expect.stringMatching(/^The model is/) } },
    { kind: 'overflow', error: { kind: 'overflow', message: expect.stringMatching(/^The input token count/) } },
    { kind: 'invalid-request', error: { kind: 'invalid-request', message: 'Request contains an invalid argument.' } },
    { kind: 'not-found', error: { kind: 'invalid-request', message: expect.stringContaining('is not found') } },
    { kind: 'html', error: { kind: 'invalid-request', message: expect.stringContaining('is not the Gemini API') } },
    { kind: 'empty', error: { kind: 'network', message: 'The stream ended before the reply did.' } },
  ];
  it.each(table)('$kind $retryAfter', async ({ kind, error, retryAfter }) => {
    const fake = await start({ type: 'failure', kind, ...(retryAfter !== undefined && { retryAfter }) });
    const { end, blocks } = await replyOf(modelOf(fake), HELLO);
    expect(end).toEqual({ type: 'error', error });
    expect(blocks).toEqual([]);
    expect(fake.requests).toHaveLength(1);
  });

  it('says so where nobody is there, and where there is no key', async () => {
    const fake = await start(answer({}));
    const gone = await replyOf(modelOf(fake, { access: { baseUrl: 'http://127.0.0.1:9' } }), HELLO);
    expect(gone.end).toMatchObject({
      type: 'error',
      error: { kind: 'network', message: expect.stringMatching(/^The connection to http:\/\/127\.0\.0\.1:9 failed: /) },
    });
    const keyless = await replyOf(modelOf(fake, { access: { apiKey: '' } }), HELLO);
    expect(keyless.end).toMatchObject({ type: 'error', error: { kind: 'auth' } });
    expect(fake.requests).toHaveLength(0);
  });

  it('case 18: of a request that is too long gives the numbers', async () => {
    const fake = await start(answer({ text: 'Hello' }), 50);
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({
      type: 'error',
      error: { kind: 'overflow', message: expect.stringMatching(/allowed \(50\)/) },
    });
  });
});

describe('a thread', () => {
  it('grows: each request is the one before and what was appended, sealed as it came', async () => {
    const told = [
      answer({ thinking: 'Hm.', text: 'Looking', calls: [CALL, OTHER] }),
      answer({ calls: [{ ...CALL, id: 'c3' }] }),
      answer({ thinking: 'So.', text: 'Both are empty.' }),
      answer({ text: 'Good bye' }),
    ];
    const fake = await start((n) => told[n - 1] ?? answer({}));
    const model = modelOf(fake);
    const messages: Message[] = [says('user', 'Look at both', { type: 'checkpoint', id: 'abc123' })];
    for (const [n] of told.entries()) {
      const { blocks, end } = await replyOf(model, requestFor(messages));
      expect(end.type).toBe('end');
      const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
      const results = calls.map((toolUseId) => ({ type: 'tool_result', toolUseId, content: [] }) as const);
      // What nobody sealed is not open to the model itself (`openTo`).
      messages.push({ role: 'assistant', blocks: blocks.filter((block) => block.type !== 'thinking') });
      messages.push(results.length > 0 ? says('user', ...results) : says('user', `And ${n}`));
    }
    expect(fake.rejections).toEqual([]);
    expect(fake.requests).toHaveLength(4);
    const bodies = fake.requests.map((body) => ({ ...(body as object), contents: undefined }));
    expect(bodies.every((body) => JSON.stringify(body) === JSON.stringify(bodies[0]))).toBe(true);
    const contents = fake.requests.map((body) => JSON.stringify((body as { contents: unknown }).contents).slice(0, -1));
    for (const [at, one] of contents.slice(1).entries()) expect(one.startsWith(contents[at] ?? '-')).toBe(true);
    expect(contents.at(-1)).toContain('thoughtSignature');
  });

  it('of another provider goes on: its calls get the signature that is documented for that', async () => {
    const fake = await start(answer({ text: 'I see.' }));
    const { end } = await replyOf(
      modelOf(fake),
      requestFor([
        says('user', 'Look', PNG),
        says('assistant', { type: 'tool_use', ...CALL }, { type: 'tool_use', ...OTHER }),
        says(
          'user',
          { type: 'tool_result', toolUseId: 'c1', content: [PNG] },
          { type: 'tool_result', toolUseId: 'c2', content: [], isError: true },
        ),
      ]),
    );
    expect(end).toEqual({ type: 'end', reason: 'done' });
    expect(fake.rejections).toEqual([]);
    expect(JSON.stringify(fake.requests[0]).match(/iVBORw==/g)).toHaveLength(2);
    expect(JSON.stringify(fake.requests[0]).match(/skip_thought_signature_validator/g)).toHaveLength(1);
  });
});

describe('a provider', () => {
  it('R24 lists the models that make content, with their limits, from every page', async () => {
    const fake = await start(answer({}), 5000);
    const found = await fake.provider.models(fake.access, new AbortController().signal);
    expect(found).toEqual({
      ok: true,
      value: [
        { id: 'gemini-3.8-flash', name: 'Gemini 3.8 Flash', size: { maxInput: 5000, maxOutput: 65_536 }, thinks: true },
        { id: 'gemini-2.0-flash-lite', name: 'Gemini 2.0 Flash-Lite', size: { maxInput: 5000, maxOutput: 8192 } },
      ],
    });
  });

  it('tells a wrong key from a right one, and never says it', async () => {
    const fake = await start(answer({}));
    const access = { ...fake.access, apiKey: 'AIza-wrong' };
    const found = await fake.provider.models(access, new AbortController().signal);
    expect(found).toMatchObject({ ok: false, error: { kind: 'auth' } });
    expect(JSON.stringify(found)).not.toContain('AIza-wrong');
  });

  it('R24 counts the whole request, system prompt and tools with it', async () => {
    const fake = await start(answer({}));
    const model = modelOf(fake);
    const signal = new AbortController().signal;
    const count = async (system: string) => model.count?.({ ...HELLO, system }, signal);
    const [short, long] = [await count('Be brief.'), await count('Be brief.'.repeat(100))];
    expect(short).toMatchObject({ ok: true });
    expect(long?.ok && short?.ok && long.value - short.value).toBeGreaterThan(220);
    expect(fake.rejections).toEqual([]);
  });

  it('sends through the fetch that it is given, and through no other', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const seen: string[] = [];
    const own: typeof fetch = (input, init) => {
      seen.push(String(input));
      return fetch(input, init);
    };
    await replyOf(modelOf(fake, { access: { fetch: own } }), HELLO);
    expect(seen).toEqual([expect.stringMatching(/:streamGenerateContent\?alt=sse$/)]);
  });

  it('R57 has no compaction of its own', async () => {
    const fake = await start(answer({}));
    expect(modelOf(fake).compact).toBeUndefined();
  });
});
