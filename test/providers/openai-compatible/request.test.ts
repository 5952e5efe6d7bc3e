/** What servers are sent of a thread, also those with ways of their own, through OpenAI's library. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { field } from '../../../src/core/lang/json-fields.ts';
import type { Block, Message } from '../../../src/core/message/message.ts';
import type { Fake, FakeAnswer, FakeFailure, FakeOptions } from '../../wire/fake.ts';
import { type Manners, startChatServer } from '../../wire/openai-chat-server.ts';
import { modelOf, replyOf, requestFor, says } from '../drive.ts';

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
      says('assistant', { type: 'thinking', text: 'Hm.', signature: 'reasoning_content', by: model.modelKey }, 'Well.'),
      says('user', 'And?'),
    ]);
    expect((await replyOf(model, request)).end).toEqual({ type: 'end', reason: 'done' });
    expect((await replyOf(model, request)).end).toEqual({ type: 'end', reason: 'done' });
    expect(fake.requests).toHaveLength(3);
    expect(fake.rejections).toEqual([]);
  });

  it('that takes no ids but its own kind gets them spelled so, as its own ones came', async () => {
    const words = 'Tool call id was toolu_01A but must be a-z, A-Z, 0-9, with a length of 9.';
    const idsIn = (body: Json) =>
      [...JSON.stringify(body).matchAll(/"(?:tool_call_id|id)":"([^"]*)"/g)].map(([, id]) => id);
    const refuses = (body: Json) => (idsIn(body).every((id) => /^[a-zA-Z0-9]{9}$/.test(id ?? '')) ? undefined : words);
    const fake = await start(answer({ text: 'Hello' }), { refuses });
    const call = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} }) as const;
    const round = [
      says('user', 'Hi'),
      says('assistant', call('toolu_01A'), call('D681PevKs'), call('call00001')),
      says('user', result('toolu_01A', text('a')), result('D681PevKs', text('b')), result('call00001', text('c'))),
    ];
    const model = modelOf(fake);
    expect((await replyOf(model, requestFor(round))).end).toEqual({ type: 'end', reason: 'done' });
    const more = [...round, says('assistant', call('toolu_02')), says('user', result('toolu_02', text('d')))];
    expect((await replyOf(model, requestFor(more))).end).toEqual({ type: 'end', reason: 'done' });
    expect(fake.rejections).toEqual([]);
    const [refused, first, second] = fake.requests.map(idsIn);
    expect(fake.requests).toHaveLength(3);
    expect(refused).toContain('toolu_01A');
    expect(first).toContain('D681PevKs');
    expect(new Set(first).size).toBe(3);
    expect(second?.slice(0, 6)).toEqual(first);
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
