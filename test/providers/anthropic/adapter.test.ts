/** The adapter through the real SDK over loopback: what is streamed, and what comes of everything that can go wrong. */
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/core/message/message.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { eventsOf as wireEvents } from '../../wire/anthropic-events.ts';
import type { FakeAnswer, FakeFailure } from '../../wire/fake.ts';
import { eventsOf, LOOK, replyOf, requestFor } from '../drive.ts';
import { assistant, gather, user, withFake } from './steps.ts';

const WORDS = 'Seven herons stand in the reeds by the lake, and none of them moves.';
const HELLO = requestFor([user('Hello')]);
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const answer = (parts: Omit<FakeAnswer, 'type'>): FakeAnswer => ({ type: 'answer', ...parts });

describe('a streamed reply', () => {
  const streams: readonly (readonly [string, FakeAnswer, readonly Partial<Block>[], string])[] = [
    [
      'plain',
      answer({ text: 'Grüße, 世界! 👩‍👩‍👧 done' }),
      [{ type: 'text', text: 'Grüße, 世界! 👩‍👩‍👧 done' }],
      'done',
    ],
    [
      'thinking',
      answer({ thinking: 'Let me see what is asked of me here.', text: 'Yes.' }),
      [{ type: 'thinking', text: 'Let me see what is asked of me here.' }, { type: 'text' }],
      'done',
    ],
    [
      'thinking without its text',
      answer({ thinking: '', text: 'Yes.' }),
      [{ type: 'thinking', text: '' }, { type: 'text' }],
      'done',
    ],
    [
      'a call',
      answer({
        text: 'I look.',
        calls: [{ id: 'toolu_1', name: 'list', input: { path: 'äöü', deep: [1, null, true] } }],
      }),
      [
        { type: 'text' },
        { type: 'tool_use', id: 'toolu_1', name: 'list', input: { path: 'äöü', deep: [1, null, true] } },
      ],
      'calls',
    ],
    [
      'parallel calls',
      answer({
        calls: [
          { id: 'toolu_1', name: 'list', input: { path: 'a' } },
          { id: 'toolu_2', name: 'list', input: { path: 'b' } },
        ],
      }),
      [
        { type: 'tool_use', id: 'toolu_1', input: { path: 'a' } },
        { type: 'tool_use', id: 'toolu_2', input: { path: 'b' } },
      ],
      'calls',
    ],
    [
      'a call without input',
      answer({ calls: [{ id: 'toolu_1', name: 'list', input: {} }] }),
      [{ type: 'tool_use', input: {} }],
      'calls',
    ],
    ['a reply that ran into its limit', answer({ text: 'And then', end: 'length' }), [{ type: 'text' }], 'length'],
  ];
  it.each(streams)('%s', async (_name, told, blocks, reason) => {
    await withFake([told], async ({ fake, model }) => {
      const reply = await replyOf(model(), HELLO);
      expect(fake.rejections).toEqual([]);
      expect(reply.blocks).toMatchObject(blocks);
      expect(reply.end).toEqual({ type: 'end', reason });
    });
  });

  it('keeps the text of arguments that are no JSON, and says so', async () => {
    const told = answer({ calls: [{ id: 'toolu_1', name: 'list', input: {}, rawInput: '{"path": "a' }] });
    await withFake([told], async ({ model }) => {
      const reply = await replyOf(model(), HELLO);
      expect(reply.blocks).toMatchObject([{ type: 'tool_use', input: '{"path": "a' }]);
      expect([...reply.unreadable]).toEqual(['toolu_1']);
    });
  });

  it('R40 counts the tokens of a call with those of its cache', async () => {
    const told = answer({ text: 'Yes.', usage: { input: 7, output: 5, cacheRead: 900, cacheCreation: 88 } });
    await withFake([told], async ({ model }) => {
      const { usage } = await replyOf(model(), HELLO);
      expect(usage).toEqual({ input: 7, output: 5, cacheRead: 900, cacheCreation: 88, total: 1000 });
    });
  });

  it('gives a refusal in the words of the provider', async () => {
    await withFake([answer({ text: 'I', end: 'refused' })], async ({ model }) => {
      const { end } = await replyOf(model(), HELLO);
      expect(end).toEqual({
        type: 'error',
        error: { kind: 'refused', message: 'That is not something to help with.' },
      });
    });
  });
});

describe('a stream that goes wrong', () => {
  const told = answer({
    thinking: 'Hm, 世界.',
    text: 'Naïve 世界 👩‍👩‍👧 text.',
    calls: [{ id: 'toolu_1', name: 'list', input: { a: 'ü' } }],
  });

  it('is read the same when its bytes come one by one', async () => {
    await withFake([told, { ...told, delivery: { pieceBytes: 1 } }], async ({ model }) => {
      const whole = await eventsOf(model(), HELLO);
      expect(whole.at(-1)).toEqual({ type: 'end', reason: 'calls' });
      expect(await eventsOf(model(), HELLO)).toEqual(whole);
    });
  });

  it('cut after any event it is a network error, or whole when its end was said', async () => {
    const whole = await withFake([told], ({ model }) => eventsOf(model(), HELLO));
    expect(whole.at(-1)).toEqual({ type: 'end', reason: 'calls' });
    const ends = new Set<string>();
    for (let cutAfter = 0; cutAfter < 20; cutAfter++) {
      const events = await withFake([{ ...told, delivery: { cutAfter } }], ({ model }) => eventsOf(model(), HELLO));
      const reply = gather(events);
      const end = reply.end.type === 'error' ? reply.end.error.kind : reply.end.reason;
      ends.add(end);
      if (end === 'network') expect(reply.blocks.some(({ type }) => type === 'tool_use')).toBe(false);
      else expect(reply.blocks.length).toBe(3);
    }
    expect([...ends]).toEqual(['network', 'calls']);
  });

  it('is a network error once nothing came for as long as it may be silent', async () => {
    await withFake([{ ...told, delivery: { stallAfter: 4 } }], async ({ model }) => {
      const events = await eventsOf(model({}, { idleMs: 60 }), HELLO);
      expect(events.at(-1)).toMatchObject({ type: 'error', error: { kind: 'network' } });
    });
  });

  it('tells of a failure inside the stream what it is', async () => {
    await withFake([{ ...told, delivery: { failAfter: 6 } }], async ({ model }) => {
      const events = await eventsOf(model(), HELLO);
      expect(events.at(-1)).toEqual({ type: 'error', error: { kind: 'overloaded', message: 'Overloaded' } });
    });
  });

  it('ends at once when it is stopped', async () => {
    await withFake([{ ...told, delivery: { stallAfter: 5 } }], async ({ model }) => {
      const stop = new AbortController();
      const kinds: string[] = [];
      for await (const event of model().stream(HELLO, stop.signal)) {
        kinds.push(event.type === 'error' ? event.error.kind : event.type);
        stop.abort();
      }
      expect(kinds.at(-1)).toBe('cancelled');
      expect(kinds.length).toBeLessThanOrEqual(3);
    });
  });

  it('is not begun when it was stopped before', async () => {
    await withFake([told], async ({ fake, model }) => {
      expect(await eventsOf(model(), HELLO, AbortSignal.abort())).toEqual([
        { type: 'error', error: { kind: 'cancelled', message: '' } },
      ]);
      expect(fake.rejections).toEqual([]);
    });
  });
});

describe('a connection', () => {
  it('is kept for the next call', async () => {
    let connections = 0;
    const events = wireEvents(answer({ text: WORDS }), { model: 'm', input: 1, signature: '', dropped: [] });
    const server = createServer(async (asked, response) => {
      for await (const _ of asked);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events) response.write(event);
      setTimeout(() => response.end(), 5);
    });
    server.on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const model = anthropic.model({ id: 'claude-opus-5-5' }, { apiKey: 'k', baseUrl: `http://127.0.0.1:${port}` });
    for (let call = 0; call < 4; call++) expect(await replyOf(model, HELLO)).toMatchObject({ end: { reason: 'done' } });
    expect(connections).toBeLessThan(4);
    server.closeAllConnections();
    server.close();
  });
});

describe('a refusal', () => {
  it.each<[FakeFailure['kind'], string, RegExp]>([
    ['auth', 'auth', /invalid x-api-key/],
    ['rate-limit', 'rate-limit', /rate limit of 30,000/],
    ['overloaded', 'overloaded', /Overloaded/],
    ['overflow', 'overflow', /prompt is too long: \d+ tokens > \d+ maximum/],
    ['invalid-request', 'invalid-request', /not understood/],
    ['not-found', 'invalid-request', /model: claude-gone/],
    [
      'html',
      'invalid-request',
      /http:\/\/127\.0\.0\.1:\d+ is not the Claude API: it answered with text\/html \(HTTP 200\)/,
    ],
    ['empty', 'network', /ended before/],
  ])('%s is %s', async (kind, ours, message) => {
    await withFake(
      [{ type: 'failure', kind, ...(kind === 'rate-limit' && { retryAfter: 7 }) }],
      async ({ fake, model }) => {
        const events = await eventsOf(model(), HELLO);
        const retryAfter = kind === 'rate-limit' ? { retryAfter: 7000 } : {};
        expect(events).toEqual([
          { type: 'error', error: { kind: ours, message: expect.stringMatching(message), ...retryAfter } },
        ]);
        // The SDK itself never tries again.
        expect(fake.requests.length).toBe(1);
      },
    );
  });

  it('names where nobody answers', async () => {
    const gone = await withFake([], async ({ fake }) => fake);
    const events = await eventsOf(gone.provider.model({ id: gone.model }, gone.access), HELLO);
    const message = expect.stringMatching(/^Could not reach http:\/\/127\.0\.0\.1:\d+: .*ECONNREFUSED/);
    expect(events).toEqual([{ type: 'error', error: { kind: 'network', message } }]);
  });

  it('never says the key, not even one that can not be sent', async () => {
    await withFake([], async ({ model }) => {
      const wrong = await eventsOf(model({}, { apiKey: 'sk-secret-1' }), HELLO);
      expect(wrong).toEqual([{ type: 'error', error: { kind: 'auth', message: 'invalid x-api-key' } }]);
      const broken = await eventsOf(model({}, { apiKey: 'sk-secret-2\nx' }), HELLO);
      expect(broken).toMatchObject([{ type: 'error', error: { kind: 'auth' } }]);
      expect(JSON.stringify([wrong, broken])).not.toContain('secret');
      const parrot = async () => new Response('{"error":{"message":"No key sk-secret-3-sk here"}}', { status: 401 });
      const said = await eventsOf(model({}, { apiKey: 'sk-secret-3-sk', fetch: parrot }), HELLO);
      expect(said).toEqual([{ type: 'error', error: { kind: 'auth', message: 'No key [key] here' } }]);
    });
  });

  it('without a key is the server to decide', async () => {
    await withFake([], async ({ fake }) => {
      const { baseUrl = '' } = fake.access;
      const events = await eventsOf(fake.provider.model({ id: fake.model }, { baseUrl }), HELLO);
      expect(events).toMatchObject([{ type: 'error', error: { kind: 'auth' } }]);
    });
  });
});

describe('what is sent back', () => {
  it('a round with thinking, calls and an image in a result is taken as it came', async () => {
    const first = answer({ thinking: 'First.', calls: [{ id: 'toolu_1', name: 'list', input: {} }] });
    await withFake(
      [first, answer({ thinking: 'Second.', text: 'A dot.' }), answer({ text: 'Bye.' })],
      async ({ fake, model }) => {
        const claude = model();
        const one = await replyOf(claude, HELLO);
        const image = { type: 'image', mediaType: 'image/png', data: PNG } as const;
        const result = user({ type: 'tool_result', toolUseId: 'toolu_1', content: [image] });
        const round = [user('Hello'), assistant(...one.blocks), result];
        const two = await replyOf(claude, requestFor(round));
        const three = await replyOf(claude, requestFor([...round, assistant(...two.blocks), user('Thanks')]));
        expect(three.end).toEqual({ type: 'end', reason: 'done' });
        expect(fake.rejections).toEqual([]);
      },
    );
  });

  it('goes on where the provider finds another prefix than we know of, at the price of one refusal', async () => {
    const thinks = answer({ thinking: 'Hm.', text: 'Yes.' });
    await withFake([thinks], async ({ fake, model }) => {
      const claude = model();
      const { blocks } = await replyOf(claude, HELLO);
      const changed = [user('Hullo'), assistant(...blocks), user('Go on')];
      for (let n = 0; n < 2; n++)
        expect(await replyOf(claude, requestFor(changed))).toMatchObject({ end: { reason: 'done' } });
      expect(fake.rejections).toEqual([expect.stringMatching(/bound to a different conversation/)]);
      const other = await eventsOf(claude, requestFor(changed, { thread: 'other', isEdited: true }));
      expect(other.at(-1)).toEqual({ type: 'end', reason: 'done' });
      expect(fake.rejections.length).toBe(1);
    });
  });

  it.each([
    ['tools', { tools: [LOOK, { ...LOOK, name: 'look_again' }] }],
    ['system prompt', { system: 'Be brief, and be kind.' }],
  ])('says that thoughts may fail once the thread has another %s, before one is refused', async (_, change) => {
    const thinks = answer({ thinking: 'Hm.', text: 'Yes.' });
    await withFake([thinks], async ({ fake, model }) => {
      const claude = model();
      const { blocks } = await replyOf(claude, requestFor([user('Hello')], { tools: [LOOK] }));
      const second = [user('Hello'), assistant(...blocks), user('And now')];
      expect(await replyOf(claude, requestFor(second, { tools: [LOOK], ...change }))).toMatchObject({
        end: { reason: 'done' },
      });
      expect(fake.rejections).toEqual([]);
    });
  });

  it('has tools beside calls even where it may call none', async () => {
    const call = { type: 'tool_use', id: 'x', name: 'my tool', input: {} } as const;
    const result = { type: 'tool_result', toolUseId: 'x', content: [] } as const;
    const messages = [user('Hello'), assistant(call), user(result)];
    await withFake([], async ({ fake, model }) => {
      await replyOf(model(), requestFor(messages, { tools: [] }));
      await replyOf(model(), requestFor(messages, { tools: [LOOK], toolChoice: 'none', system: ' ' }));
      expect(fake.rejections).toEqual([]);
      expect(fake.requests).toMatchObject([
        { tools: [{ name: 'my_tool' }] },
        { tools: [{ name: 'look' }], tool_choice: { type: 'none' } },
      ]);
    });
  });
});
