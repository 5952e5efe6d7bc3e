/** Chat Completions through OpenAI's library, against a server as strict as the strictest of the compatible ones. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import type { Block, Message } from '../../../src/core/thread/message.ts';
import { tokenUsage } from '../../../src/core/tokens/usage.ts';
import { field } from '../../../src/core/transfer/foreign.ts';
import type { Fake, FakeAnswer, FakeFailure, FakeOptions } from '../../wire/fake.ts';
import { type Manners, startChatServer } from '../../wire/openai-chat-server.ts';
import { OPENAI_KEY } from '../../wire/openai-failures.ts';
import { eventsOf, modelOf, replyOf, requestFor, says } from '../drive.ts';

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
const result = (toolUseId: string, ...content: Extract<Block, { type: 'tool_result' }>['content']): Block => ({
  type: 'tool_result',
  toolUseId,
  content,
});
const text = (words: string) => ({ type: 'text', text: words }) as const;
const PNG = { type: 'image', mediaType: 'image/png', data: 'aGk=' } as const;
const IMAGE = { type: 'image_url', image_url: { url: 'data:image/png;base64,aGk=' } };

/** The messages of the nth call. */
const messagesOf = (fake: Fake, n: number) => field(fake.requests[n - 1], 'messages') as readonly Json[];

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
    const stop = new AbortController();
    const got: string[] = [];
    for await (const event of modelOf(fake).stream(HELLO, stop.signal)) {
      got.push(event.type === 'error' ? event.error.kind : event.type);
      stop.abort();
    }
    expect(got).toEqual(['text', 'cancelled']);
    expect(await eventsOf(modelOf(fake), HELLO, AbortSignal.abort())).toMatchObject([{ error: { kind: 'cancelled' } }]);
    expect(fake.requests).toHaveLength(1);
  });

  it('that is silent for too long is dead', async () => {
    const fake = await start(answer({ text: 'Hello', delivery: { stallAfter: 2 } }));
    const reply = await replyOf(modelOf(fake, { access: { idleMs: 300 } }), HELLO);
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

describe('a request', () => {
  it('holds texts as strings, images in lists, and lines for what cannot be sent', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const pdf: Block = { type: 'document', mediaType: 'application/pdf', data: 'aGk=' };
    const messages: readonly Message[] = [
      says('user', 'half \ud83d', { type: 'reminder', text: 'R' }, { type: 'checkpoint', id: 'abc123' }),
      says('assistant', 'One', 'Two'),
      says('user', 'See', PNG, pdf),
    ];
    await replyOf(modelOf(fake), requestFor(messages, { system: ' ', tools: [] }));
    expect(fake.requests[0]).toEqual({
      model: fake.model,
      messages: [
        { role: 'user', content: 'half \ufffd\n\n<system-reminder>\nR\n</system-reminder>\n\n<checkpoint:abc123>' },
        { role: 'assistant', content: 'One\n\nTwo' },
        {
          role: 'user',
          content: [text('See'), IMAGE, text("[A document of type application/pdf that can't be sent.]")],
        },
      ],
      max_tokens: 1000,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(fake.rejections).toEqual([]);
  });

  it('moves images of results behind them, and says what failed or gave nothing', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const call = (id: string, input: Json): Block => ({ type: 'tool_use', id, name: 'look at', input });
    const messages: readonly Message[] = [
      says('user', 'Hello'),
      says('assistant', call('toolu.1', { path: 'a' }), call('', 'no object'), call('b'.repeat(90), {})),
      {
        role: 'user',
        blocks: [
          result('toolu.1', text('found'), PNG),
          { type: 'tool_result', toolUseId: '', content: [text(' ')], isError: true },
          result('b'.repeat(90)),
          text('Go on'),
        ],
      },
    ];
    await replyOf(modelOf(fake), requestFor(messages, { toolChoice: 'none' }));
    const [one, two, three] = ['toolu_1', 'call', 'b'.repeat(58)];
    const named = (args: string) => ({ name: 'look_at', arguments: args });
    expect(messagesOf(fake, 1).slice(2)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: one, type: 'function', function: named('{"path":"a"}') },
          { id: two, type: 'function', function: named('{"input":"no object"}') },
          { id: three, type: 'function', function: named('{}') },
        ],
      },
      { role: 'tool', tool_call_id: one, content: 'found\n[An image: see below.]' },
      { role: 'tool', tool_call_id: two, content: '[The call failed.]' },
      { role: 'tool', tool_call_id: three, content: '[The call gave nothing.]' },
      { role: 'user', content: [text(`[Images of the result of ${one}:]`), IMAGE, text('Go on')] },
    ]);
    expect(fake.requests[0]).toMatchObject({ tool_choice: 'none', tools: [{ type: 'function' }] });
    expect(fake.rejections).toEqual([]);
  });

  it('says beside the last result what the program says there, and what a person says after it', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const call = (id: string): Block => ({ type: 'tool_use', id, name: 'look', input: {} });
    const mark = (id: string): Block => ({ type: 'checkpoint', id });
    const results = [result('1', text('a')), result('2', text('b')), { type: 'reminder', text: 'R' } as const];
    const messages = [
      says('user', 'Hi'),
      says('assistant', call('1'), call('2')),
      says('user', ...results, mark('abc123'), 'Go on', mark('abc124')),
    ];
    await replyOf(modelOf(fake), requestFor(messages));
    const aside = '<system-reminder>\nR\n</system-reminder>\n\n<checkpoint:abc123>';
    expect(messagesOf(fake, 1).slice(3)).toEqual([
      { role: 'tool', tool_call_id: '1', content: 'a' },
      { role: 'tool', tool_call_id: '2', content: `b\n\n${aside}` },
      { role: 'user', content: 'Go on\n\n<checkpoint:abc124>' },
    ]);
    expect(fake.rejections).toEqual([]);
  });

  it('leaves out tools that are not to be called and that no call is of, and what the model does not take', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    await replyOf(modelOf(fake), requestFor([says('user', 'Hello')], { toolChoice: 'none' }));
    expect(Object.keys(fake.requests[0] ?? {})).not.toContain('tools');
    const blind = modelOf(fake, { info: { takesImages: false, takesTools: false } });
    await replyOf(blind, requestFor([says('user', PNG)]));
    expect(Object.keys(fake.requests[1] ?? {})).not.toContain('tools');
    expect(messagesOf(fake, 2)[1]).toEqual({
      role: 'user',
      content: "[An image of type image/png that can't be sent.]",
    });
    expect(fake.rejections).toEqual([]);
  });

  it('between boundaries is the one before and what was appended, reasoning where it came', async () => {
    const fake = await start((n) =>
      n < 4 ? answer({ thinking: `Look ${n}.`, calls: [{ ...CALL, id: `call_${n}` }] }) : answer({ text: 'Done' }),
    );
    const model = modelOf(fake);
    let messages: readonly Message[] = HELLO.messages;
    for (let n = 1; n <= 4; n++) {
      const { blocks } = await replyOf(model, requestFor(messages));
      messages = [
        ...messages,
        { role: 'assistant', blocks },
        says('user', result(`call_${n}`, text(`found ${n}`), PNG)),
      ];
    }
    for (let n = 2; n <= 4; n++) {
      const [before, now] = [messagesOf(fake, n - 1), messagesOf(fake, n)];
      expect(JSON.stringify(now.slice(0, before.length))).toBe(JSON.stringify(before));
    }
    expect(messagesOf(fake, 4)[2]).toMatchObject({ reasoning_content: 'Look 1.', content: null });
    expect(fake.rejections).toEqual([]);
  });
});

describe('a server with ways of its own', () => {
  const table = [
    {
      name: 'without usage at the end',
      refuses: (body: Json) =>
        field(body, 'stream_options') ? 'Unrecognized request argument: stream_options' : undefined,
    },
    {
      name: 'with another name for the limit',
      refuses: (body: Json) =>
        field(body, 'max_tokens')
          ? "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
          : undefined,
    },
    {
      name: 'that takes no word of the user after results',
      refuses: (body: Json) =>
        /"role":"tool"[^}]*\},\{"role":"user"/.test(JSON.stringify(body))
          ? "Unexpected role 'user' after role 'tool'"
          : undefined,
    },
    {
      name: 'that does not take the reasoning that it gave',
      refuses: (body: Json) =>
        JSON.stringify(body).includes('reasoning_content') ? "property 'reasoning_content' is unsupported" : undefined,
    },
    {
      name: 'that wants reasoning with each message',
      refuses: (body: Json) =>
        JSON.stringify(body).includes('"reasoning_content":""')
          ? undefined
          : 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    },
  ];
  it.each(table)('$name is asked once more, and from then on as it wants', async ({ refuses }) => {
    const fake = await start(answer({ text: 'Hello' }), { refuses });
    const model = modelOf(fake);
    const request = requestFor([
      says('user', 'Hi'),
      says('assistant', 'Hello', { type: 'tool_use', id: '1', name: 'look', input: {} }),
      says('user', result('1', text('a')), 'Go on'),
      says('assistant', { type: 'thinking', text: 'Hm.', signature: 'reasoning_content', by: model.maker }, 'Well.'),
      says('user', 'And?'),
    ]);
    expect((await replyOf(model, request)).end).toEqual({ type: 'end', reason: 'done' });
    expect((await replyOf(model, request)).end).toEqual({ type: 'end', reason: 'done' });
    expect(fake.requests).toHaveLength(3);
    expect(fake.rejections).toEqual([]);
  });

  it('that refuses on is told as it is', async () => {
    const fake = await start(answer({}), { refuses: () => 'I know no stream_options.' });
    const { end } = await replyOf(modelOf(fake), HELLO);
    expect(end).toMatchObject({ error: { kind: 'invalid-request', message: 'I know no stream_options.' } });
    expect(fake.requests).toHaveLength(2);
  });

  it('that wants no key is sent none of the environment', async () => {
    const before = process.env.OPENAI_API_KEY;
    process.env.OPENAI_API_KEY = 'sk-of-the-environment';
    const fake = await start(answer({ text: 'Hello' }), { isOpen: true });
    const seen: string[] = [];
    const watching: typeof fetch = (input, init) => {
      seen.push(new Headers(init?.headers).get('authorization') ?? '');
      return fetch(input, init);
    };
    const model = fake.provider.model({ id: fake.model }, { baseUrl: fake.access.baseUrl ?? '', fetch: watching });
    const { end } = await replyOf(model, HELLO);
    if (before === undefined) delete process.env.OPENAI_API_KEY;
    else process.env.OPENAI_API_KEY = before;
    expect(end).toEqual({ type: 'end', reason: 'done' });
    expect(seen).toEqual(['Bearer none']);
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
      },
      { id: 'local/plain', size: { window: 32_768, maxOutput: undefined } },
      { id: 'local/unknown' },
    ],
  });
  const wrong = await fake.provider.models({ ...fake.access, apiKey: 'sk-wrong' }, signal);
  expect(wrong).toMatchObject({ ok: false, error: { kind: 'auth' } });
});
