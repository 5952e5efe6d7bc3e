/** What a server refused once is left out of all later calls, is asked once more and no further, and is told. */
import { describe, expect, it } from 'vitest';
import type { ModelError, ModelEvent } from '../../../../src/core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../../../src/core/agent/ports.ts';
import { type Conceded, localMemory } from '../../../../src/core/agent/refusals/conceded.ts';
import { conceding } from '../../../../src/core/agent/refusals/conceding.ts';
import { err, ok } from '../../../../src/core/lang/result.ts';
import type { Block, Message } from '../../../../src/core/message/message.ts';
import { checkContext } from '../../../../src/core/thread/check-context.ts';

const KEY = 'openai-compatible/m';
const ADAPTS = ['usage', 'reasoning', 'effort'] as const;
const STREAM_OPTIONS = 'Unrecognized request argument supplied: stream_options';

const user = (...blocks: readonly Block[]): Message => ({ role: 'user', blocks });
const text = (words: string): Block => ({ type: 'text', text: words });
const image = (data: string, mediaType = 'image/png') => ({ type: 'image', mediaType, data }) as const;
const call = (id: string, more: object = {}): Block => ({
  type: 'tool_use',
  id,
  name: 'look',
  input: { path: id },
  ...more,
});
const result = (id: string, ...content: (ReturnType<typeof image> | { type: 'text'; text: string })[]): Block => ({
  type: 'tool_result',
  toolUseId: id,
  content,
});

const TOOL = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
const requestOf = (messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'Be brief.',
  messages,
  tools: [TOOL],
  toolChoice: 'auto',
  maxTokens: 16_384,
  isEdited: false,
  thread: 't',
  ...more,
});
const HELLO = requestOf([user(text('Hello'))]);

/** A server that answers each request with what `refuse` says of it, else with "Yes". */
function serverOf(refuse: (sent: ModelRequest) => string | ModelError | undefined, memory = localMemory()) {
  const sent: ModelRequest[] = [];
  const error = (request: ModelRequest): ModelError | undefined => {
    sent.push(request);
    const refused = refuse(request);
    return typeof refused === 'string' ? { kind: 'invalid-request', message: refused } : refused;
  };
  const model: AgentModel = {
    id: KEY,
    modelKey: KEY,
    stream: async function* (request) {
      const refused = error(request);
      await new Promise((resolve) => setTimeout(resolve));
      if (refused) yield { type: 'error', error: refused };
      else {
        yield { type: 'text', text: 'Yes' };
        yield { type: 'end', reason: 'done' };
      }
    },
    count: async (request) => {
      const refused = error(request);
      return refused ? err(refused) : ok(7);
    },
    compact: async (request) => {
      const refused = error(request);
      return refused ? err(refused) : ok({ data: {} });
    },
  };
  return { sent, memory, model: conceding(model, { memory, adapts: ADAPTS }) };
}

async function typesOf(model: AgentModel, request: ModelRequest) {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  return events.map(({ type }) => type);
}

const conceded = (sent: ModelRequest | undefined): Conceded => sent?.conceded ?? {};

describe('a concession', () => {
  const noUsage = (sent: ModelRequest) => (conceded(sent).usage ? undefined : STREAM_OPTIONS);

  it('is made to all calls that are refused for want of it, also at the same time, and told once', async () => {
    const { model, sent } = serverOf(noUsage);
    const told: boolean[] = [];
    const ask = async () => {
      for await (const event of model.stream(HELLO, new AbortController().signal))
        if (event.type === 'concession') told.push(event.isNew);
    };
    await Promise.all([ask(), ask(), ask()]);
    expect(sent).toHaveLength(6);
    expect(told.toSorted()).toEqual([false, false, true]);
    expect(await typesOf(model, HELLO)).toEqual(['text', 'end']);
    expect(sent).toHaveLength(7);
  });

  it('holds for counts and compactions, and for a model that is made later with the same memory', async () => {
    const { model, sent, memory } = serverOf(noUsage);
    const signal = new AbortController().signal;
    expect(await model.count?.(HELLO, signal)).toEqual(ok(7));
    expect(await model.compact?.(HELLO, signal)).toEqual(ok({ data: {} }));
    expect(sent).toHaveLength(3);
    const later = serverOf(noUsage, memory);
    expect(await typesOf(later.model, HELLO)).toEqual(['text', 'end']);
    expect(later.sent).toHaveLength(1);
  });

  it.each([STREAM_OPTIONS, 'm does not support tools', 'max_tokens must be at most 100'])(
    'is made once, and is none where the server refuses all the same: %s',
    async (said) => {
      const { model, sent, memory } = serverOf(() => said);
      for (const calls of [2, 4]) {
        expect(await typesOf(model, HELLO)).toEqual(['error']);
        expect(sent).toHaveLength(calls);
        expect(memory.read(KEY)).toEqual({});
      }
      expect(await model.count?.(HELLO, new AbortController().signal)).toMatchObject({ ok: false });
      expect(memory.read(KEY)).toEqual({});
    },
  );

  it('stays where the next refusal is another one', async () => {
    const { model, memory } = serverOf((sent) => (conceded(sent).usage ? 'no such model' : STREAM_OPTIONS));
    expect(await typesOf(model, HELLO)).toEqual(['concession', 'error']);
    expect(memory.read(KEY)).toEqual({ usage: 'unasked' });
  });

  it('in vain takes back what was left out of the thread, too', async () => {
    const { model, sent } = serverOf(() => (sent.length < 3 ? 'Could not process image' : undefined));
    const shown = requestOf([user(image('1'))]);
    expect(await typesOf(model, shown)).toEqual(['error']);
    expect(await typesOf(model, shown)).toEqual(['text', 'end']);
    expect(JSON.stringify(sent.at(-1))).toContain('"data":"1"');
  });

  it.each(['auth', 'rate-limit', 'overloaded', 'network', 'refused', 'cancelled'] as const)(
    'is not made to an error of the kind %s',
    async (kind) => {
      const { model, sent } = serverOf(() => ({ kind, message: STREAM_OPTIONS }));
      expect(await typesOf(model, HELLO)).toEqual(['error']);
      expect(sent).toHaveLength(1);
    },
  );

  it('is not made where the adapter has no other way, nor where the request has nothing of it', async () => {
    const { model, sent } = serverOf(() => 'messages.0: cache_control: Extra inputs are not permitted');
    expect(await typesOf(model, HELLO)).toEqual(['error']);
    const bare = requestOf([user(text('Hi'))], { tools: [] });
    for (const said of ['m does not support tools', 'image input is not supported', 'Corrupted thought signature.']) {
      const other = serverOf(() => said);
      expect(await typesOf(other.model, bare)).toEqual(['error']);
      expect(other.sent).toHaveLength(1);
    }
    expect(sent).toHaveLength(1);
  });

  it('a server that lowers a number again and again is asked twice', async () => {
    const { model, sent } = serverOf(({ maxTokens }) => `max_tokens must be at most ${maxTokens - 1}`);
    expect(await typesOf(model, HELLO)).toEqual(['concession', 'error']);
    expect(sent.map(({ maxTokens }) => maxTokens)).toEqual([16_384, 16_383]);
  });
});

it('W14 a limit of the reply is kept to', async () => {
  const { model, sent, memory } = serverOf(({ maxTokens }) =>
    maxTokens > 8_192 ? 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]' : undefined,
  );
  expect(await typesOf(model, HELLO)).toEqual(['concession', 'text', 'end']);
  expect(await typesOf(model, requestOf(HELLO.messages, { maxTokens: 500 }))).toEqual(['text', 'end']);
  expect(sent.map(({ maxTokens }) => maxTokens)).toEqual([16_384, 8_192, 500]);
  expect(memory.read(KEY)).toEqual({ maxTokens: 8_192 });
});

const ROUNDS = [
  user(text('Look.')),
  { role: 'assistant', blocks: [text('Looking.'), call('a'), call('b')] },
  user(result('a', { type: 'text', text: 'herons' }), result('b'), text('And?')),
] as const;

describe('W13 a model without tools', () => {
  it.each(['gemma:2b does not support tools', 'tools param requires --jinja flag'])('%s', async (said) => {
    const { model, sent } = serverOf(({ tools }) => (tools.length > 0 ? said : undefined));
    expect(await typesOf(model, requestOf(ROUNDS))).toEqual(['concession', 'text', 'end']);
    const blocks = sent[1]?.messages.flatMap((message) => message.blocks) ?? [];
    expect(blocks.every(({ type }) => type === 'text')).toBe(true);
    expect(JSON.stringify(blocks)).toMatch(/Called look with .*herons.*look gave nothing/);
    expect(checkContext(sent[1]?.messages ?? [])).toEqual([]);
    expect(await typesOf(model, HELLO)).toEqual(['text', 'end']);
  });

  it('is asked for a summary without tools where no choice of them can be named', async () => {
    const { model, sent } = serverOf(({ toolChoice }) =>
      toolChoice === 'none' ? 'deepseek-reasoner does not support this tool_choice' : undefined,
    );
    expect(await typesOf(model, requestOf(ROUNDS, { toolChoice: 'none' }))).toEqual(['concession', 'text', 'end']);
    expect(sent[1]).toMatchObject({ tools: [], toolChoice: 'auto' });
    await typesOf(model, requestOf(ROUNDS));
    expect(sent[2]).toMatchObject({ tools: [TOOL], messages: ROUNDS });
  });
});

describe('W12 images', () => {
  const shown = [
    user(text('See.'), image('1'), image('2', 'image/gif')),
    { role: 'assistant', blocks: [call('a')] },
    user(result('a', image('3'), { type: 'text', text: 'x' }), image('4')),
  ] as const;
  const imagesOf = (sent: ModelRequest | undefined) =>
    JSON.stringify(sent?.messages)
      .match(/"data":"\d"/g)
      ?.join('') ?? '';

  it('that a model does not take have a line each, also in results and later messages', async () => {
    const { model, sent, memory } = serverOf((request) =>
      imagesOf(request) === '' ? undefined : 'image input is not supported - hint: you may need to provide the mmproj',
    );
    expect(await typesOf(model, requestOf(shown))).toEqual(['concession', 'text', 'end']);
    expect(JSON.stringify(sent[1]?.messages).match(/An image of type/g)).toHaveLength(4);
    expect(memory.read(KEY)).toEqual({ images: 0 });
    expect(await typesOf(model, requestOf([...shown, user(image('5'))]))).toEqual(['text', 'end']);
  });

  it('beyond the number have a line, the oldest first', async () => {
    const { model, sent } = serverOf((request) =>
      imagesOf(request).split('data').length - 1 > 2 ? 'At most 2 image(s) may be provided in one request.' : undefined,
    );
    expect(await typesOf(model, requestOf(shown))).toEqual(['concession', 'text', 'end']);
    expect(imagesOf(sent[1])).toBe('"data":"3""data":"4"');
  });

  it('of a type that is not taken have a line, others stay', async () => {
    const { model, sent } = serverOf((request) =>
      JSON.stringify(request.messages).includes('"image","mediaType":"image/gif"')
        ? 'Unsupported image format: image/gif'
        : undefined,
    );
    expect(await typesOf(model, requestOf(shown))).toEqual(['concession', 'text', 'end']);
    expect(imagesOf(sent[1])).toBe('"data":"1""data":"3""data":"4"');
  });

  it('that came last go where one of them is broken, in this thread only', async () => {
    const { model, sent } = serverOf((request) =>
      imagesOf(request).includes('4') ? 'Could not process image' : undefined,
    );
    expect(await typesOf(model, requestOf(shown.slice(0, 1)))).toEqual(['text', 'end']);
    expect(await typesOf(model, requestOf(shown))).toEqual(['concession', 'text', 'end']);
    expect(imagesOf(sent.at(-1))).toBe('"data":"1""data":"2"');
    expect(await typesOf(model, requestOf(shown))).toEqual(['text', 'end']);
    await typesOf(model, requestOf([user(image('3'))], { thread: 'u' }));
    expect(imagesOf(sent.at(-1))).toBe('"data":"3"');
  });

  it('W18 older ones go where the request has too many bytes', async () => {
    const { model, sent } = serverOf((request) =>
      imagesOf(request).includes('1')
        ? { kind: 'overflow', message: 'Request body too large: 30000000 bytes' }
        : undefined,
    );
    expect(await typesOf(model, requestOf(shown))).toEqual(['concession', 'text', 'end']);
    expect(imagesOf(sent[1])).toBe('"data":"3""data":"4"');
  });
});

describe('W15 seals', () => {
  const by = KEY;
  const sealed = [
    user(text('Go.')),
    {
      role: 'assistant',
      blocks: [{ type: 'thinking', text: 'Hm.', signature: 's1', by }, call('a', { signature: 's2', by })],
    },
    user(result('a', { type: 'text', text: 'x' })),
  ] as const;
  const native = { type: 'native', by, data: { encrypted: 'z' }, text: 'We counted herons.' } as const;

  it.each([
    'Corrupted thought signature.',
    'messages.1.content.0: Invalid `signature` in `thinking` block',
    "Item 'rs_68' of type 'reasoning' was provided without its required following item.",
  ])('are left out once refused, and those made after it are sent: %s', async (said) => {
    const { model, sent } = serverOf(({ messages }) => (JSON.stringify(messages).includes('"s1"') ? said : undefined));
    expect(await typesOf(model, requestOf(sealed))).toEqual(['concession', 'text', 'end']);
    expect(JSON.stringify(sent[1])).not.toMatch(/"s[12]"|thinking/);
    expect(sent[1]?.isEdited).toBe(true);
    const more: Message = { role: 'assistant', blocks: [call('b', { signature: 's3', by })] };
    const all = [...sealed, more, user(result('b', { type: 'text', text: 'y' }))];
    expect(await typesOf(model, requestOf(all))).toEqual(['text', 'end']);
    expect(JSON.stringify(sent[2])).toContain('"s3"');
    await typesOf(model, requestOf(sealed, { thread: 'u' }));
    expect(JSON.stringify(sent[3])).toContain('"s1"');
  });

  it('that were refused are left out after a restart too, without being refused again', async () => {
    const kept = new Map<string, readonly string[]>();
    const memory = {
      ...localMemory(),
      readSeals: (modelKey: string, thread: string) => kept.get(`${modelKey} ${thread}`) ?? [],
      writeSeals: (modelKey: string, thread: string, seals: readonly string[]) =>
        void kept.set(`${modelKey} ${thread}`, seals),
    };
    const refuses = ({ messages }: ModelRequest) =>
      JSON.stringify(messages).includes('"s1"') ? 'Corrupted thought signature.' : undefined;
    expect(await typesOf(serverOf(refuses, memory).model, requestOf(sealed))).toEqual(['concession', 'text', 'end']);
    const { model, sent } = serverOf(refuses, memory);
    expect(await typesOf(model, requestOf(sealed))).toEqual(['text', 'end']);
    expect(sent).toHaveLength(1);
    expect(JSON.stringify([...kept.values()])).not.toContain('"s1"');
  });

  it('a sealed compaction goes as its text', async () => {
    const { model, sent } = serverOf(({ messages }) =>
      JSON.stringify(messages).includes('encrypted')
        ? 'The encrypted content gAAA...Rg== could not be verified. Reason: Encrypted content organization_id did not match the target organization.'
        : undefined,
    );
    expect(await typesOf(model, requestOf([{ role: 'assistant', blocks: [native] }, user(text('Go on.'))]))).toEqual([
      'concession',
      'text',
      'end',
    ]);
    expect(JSON.stringify(sent[1]?.messages)).toContain('We counted herons.');
    expect(checkContext(sent[1]?.messages ?? [])).toEqual([]);
  });
});

describe('a system prompt that is refused', () => {
  const refuses = ({ system }: ModelRequest) => (system === '' ? undefined : 'System role not supported');

  it('stands at the head of the first message', async () => {
    const { model, sent } = serverOf(refuses);
    expect(await typesOf(model, HELLO)).toEqual(['concession', 'text', 'end']);
    expect(sent[1]?.messages).toEqual([user(text('Be brief.'), text('Hello'))]);
    expect(await typesOf(model, HELLO)).toEqual(['text', 'end']);
  });

  it('is a message of its own before a compaction that the provider made', async () => {
    const { model, sent } = serverOf(refuses);
    const native: Message = { role: 'assistant', blocks: [{ type: 'native', by: KEY, data: {}, text: 'Herons.' }] };
    await typesOf(model, requestOf([native, user(text('Go on.'))]));
    expect(sent[1]?.messages[0]).toEqual(user(text('Be brief.')));
  });
});

it('W26 effort is asked to be none where tools are refused beside it, and left out where that is refused too', async () => {
  const said =
    'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.';
  const takes = serverOf((sent) => (conceded(sent).effort === 'none' ? undefined : said));
  expect(await typesOf(takes.model, HELLO)).toEqual(['concession', 'text', 'end']);
  const refuses = serverOf((sent) =>
    conceded(sent).effort === 'none'
      ? "Unsupported value: 'reasoning_effort' does not support 'none' with this model."
      : said,
  );
  expect(await typesOf(refuses.model, HELLO)).toEqual(['error']);
  expect(refuses.sent).toHaveLength(3);
  expect(refuses.memory.read(KEY)).toEqual({});
});
