/** Replies with foreign values in their places: whatever a server puts there, what it said is kept, written and read again. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callsIn, resultOf } from '../../../src/core/agent/call-tools.ts';
import type { Reply } from '../../../src/core/agent/model-event.ts';
import { type Entry, type MessageEntry, roleOf } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { toWireOrder } from '../../../src/core/thread/wire-order.ts';
import type { LogWriter } from '../../../src/extension/storage/log-writer.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { newFolder } from '../../new-folder.ts';
import { runs, someOf } from '../../property/runs.ts';
import { type Chunks, type Path, SAID, type Server, STREAMS, withAt } from './streams.ts';

/** A thread on disk that takes one reply after the other. */
class Thread {
  readonly #store = openStore(newFolder('foreign'));
  readonly #written: Entry[] = [];
  #writer: LogWriter | undefined;

  /** The reply and the results of its calls, as they are written. */
  async append({ blocks, usage }: Reply): Promise<readonly MessageEntry[]> {
    this.#writer ??= await this.#open();
    const base = { at: 1, type: 'message' } as const;
    const id = this.#written.length + 1;
    const said: MessageEntry = { ...base, id: entryId(id), origin: 'model', blocks, ...(usage && { usage }) };
    const answers = callsIn(blocks).map((call) => resultOf(call, { content: [{ type: 'text', text: 'a heron' }] }));
    const told: MessageEntry = { ...base, id: entryId(id + 1), origin: 'tools', blocks: answers };
    for (const entry of [said, told]) expect(await this.#writer.append(entry)).toEqual({ ok: true, value: undefined });
    this.#written.push(said, told);
    return [said, told];
  }

  /** What a restart finds is what was written. */
  async close(): Promise<void> {
    await this.#writer?.close();
    const { entries, skipped } = await this.#store.read('t1');
    expect(skipped).toEqual([]);
    expect(entries).toEqual(this.#written);
  }

  async #open(): Promise<LogWriter> {
    await this.#store.create({ thread: 't1', createdAt: 1 });
    const opened = await this.#store.open('t1');
    if (!opened.ok || opened.value.access.type !== 'writer') throw new Error('not opened');
    return opened.value.access.writer;
  }
}

const textOf = ({ blocks }: Reply) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** What holds of every reply, whatever is in its optional places. */
async function holds(reply: Reply, thread: Thread): Promise<void> {
  expect(reply.end.type).toBe('end');
  expect(textOf(reply)).toContain(SAID);
  if (reply.usage) expect(Object.values(reply.usage).every(isCount), JSON.stringify(reply.usage)).toBe(true);
  const messages = (await thread.append(reply)).map(({ origin, blocks }) => ({ role: roleOf(origin), blocks }));
  // Each call can be answered to the server: a text for an id, and its result with the same.
  const { repairs } = toWireOrder([{ role: 'user', blocks: [{ type: 'text', text: 'How many?' }] }, ...messages]);
  expect(repairs.filter(({ type }) => type !== 'duplicate-id')).toEqual([]);
}

/** Values that JSON can carry, and that stand where none of them belongs. */
const FOREIGN: readonly unknown[] = [
  null,
  '12',
  '',
  -5,
  1.5,
  1e300,
  0,
  7,
  {},
  [],
  [7],
  [null],
  true,
  false,
  { text: 1 },
];

describe.each(STREAMS)('W1 $name', ({ chunks, optional, start }) => {
  let server: Server;
  const thread = new Thread();
  beforeAll(async () => {
    server = await start();
  });
  afterAll(async () => {
    await server.close();
    await thread.close();
  });

  it('says what it says', async () => {
    const reply = await server.reply(chunks);
    await holds(reply, thread);
    expect(reply.blocks.filter(({ type }) => type === 'tool_use')).toHaveLength(1);
  });

  it.each(optional.map((place, n) => [place.join('.'), place, n] as const))(
    'keeps its reply whatever is at %s',
    async (_, at, n) => {
      for (const value of someOf(FOREIGN, n)) await holds(await server.reply(withAt(chunks, at, value)), thread);
      await holds(await server.reply(withAt(chunks, at)), thread);
    },
  );

  it('keeps its reply with any values in any of these places', async () => {
    const place = fc.constantFrom(...optional);
    const value = fc.oneof(fc.constantFrom(...FOREIGN), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(place, value), { minLength: 1, maxLength: 6 }), async (changes) => {
        const changed = changes.reduce((given: Chunks, [at, foreign]) => withAt(given, at, foreign), chunks);
        await holds(await server.reply(changed), thread);
      }),
      runs(60),
    );
  });
});

const named = (name: string) => {
  const found = STREAMS.find((stream) => stream.name === name);
  if (!found) throw new Error(name);
  return found;
};

async function replyWith(name: string, at: Path, ...value: [unknown?]): Promise<Reply> {
  const { chunks, start } = named(name);
  const server = await start();
  try {
    return await server.reply(withAt(chunks, at, ...value));
  } finally {
    await server.close();
  }
}

describe('W1 a bad count costs that count and no other', () => {
  const whole = { input: 10, output: 12, cacheCreation: 2, cacheRead: 3, total: 27 };
  it.each<[string, Path, object]>([
    ['anthropic', [13, 'usage', 'iterations', 0, 'input_tokens'], { ...whole, input: 0, total: 17 }],
    ['anthropic', [13, 'usage', 'iterations'], whole],
    ['openai-responses', [11, 'response', 'usage', 'output_tokens'], { ...whole, output: 0, total: 15 }],
    [
      'openai-responses',
      [11, 'response', 'usage', 'input_tokens_details', 'cached_tokens'],
      { ...whole, input: 13, cacheRead: 0 },
    ],
    ['openai-compatible', [5, 'usage', 'completion_tokens'], { ...whole, output: 0, total: 15 }],
    [
      'openai-compatible',
      [5, 'usage', 'prompt_tokens_details', 'cached_tokens'],
      { ...whole, input: 13, cacheRead: 0 },
    ],
    [
      'gemini',
      [3, 'usageMetadata', 'candidatesTokenCount'],
      { ...whole, input: 12, cacheCreation: 0, output: 4, total: 19 },
    ],
    ['replay', [0, 'usage', 'cacheRead'], { ...whole, cacheRead: 0, total: 24 }],
  ])('%s %j', async (name, at, usage) => {
    for (const bad of [null, '12', -5, 1.5, 1e300, Number.MAX_SAFE_INTEGER + 1, {}, [7]])
      expect((await replyWith(name, at, bad)).usage).toEqual(usage);
  });

  it.each<[string, Path]>([
    ['openai-responses', [11, 'response', 'usage']],
    ['openai-compatible', [5, 'usage']],
    ['gemini', [3, 'usageMetadata']],
  ])('%s: {} is no report', async (name, at) => {
    for (const empty of [{}, null, 'many', [], { total_tokens: null }])
      expect((await replyWith(name, at, empty)).usage).toBeUndefined();
  });
});

describe('W1 an id and a name that are numbers', () => {
  it.each<[string, Path, Path]>([
    ['anthropic', [10, 'content_block', 'id'], [10, 'content_block', 'name']],
    ['openai-responses', [8, 'item', 'call_id'], [8, 'item', 'name']],
    [
      'openai-compatible',
      [3, 'choices', 0, 'delta', 'tool_calls', 0, 'id'],
      [3, 'choices', 0, 'delta', 'tool_calls', 0, 'function', 'name'],
    ],
    [
      'gemini',
      [2, 'candidates', 0, 'content', 'parts', 0, 'functionCall', 'id'],
      [2, 'candidates', 0, 'content', 'parts', 0, 'functionCall', 'name'],
    ],
    ['vscode-lm', [1, 'callId'], [1, 'name']],
    ['replay', [0, 'calls', 0, 'id'], [0, 'calls', 0, 'name']],
  ])('%s: are their digits', async (name, id, called) => {
    expect(callsIn((await replyWith(name, id, 0)).blocks)).toMatchObject([
      { id: '0', name: 'look', input: { path: 'a' } },
    ]);
    expect(callsIn((await replyWith(name, called, 7)).blocks)).toMatchObject([{ name: '7', input: { path: 'a' } }]);
    const unnamed = callsIn((await replyWith(name, id, { a: 1 })).blocks);
    expect(unnamed).toMatchObject([{ id: expect.stringMatching(/./), name: 'look', input: { path: 'a' } }]);
  });
});

it.each<[string, Path, string]>([
  ['anthropic', [3, 'delta', 'signature'], 'thinking'],
  ['openai-responses', [4, 'item', 'encrypted_content'], 'thinking'],
  ['gemini', [2, 'candidates', 0, 'content', 'parts', 0, 'thoughtSignature'], 'tool_use'],
])('W1 %s: a signature that is no text is none', async (name, at, type) => {
  for (const bad of [5, {}, ['s'], true, null]) {
    const { blocks } = await replyWith(name, at, bad);
    const block = blocks.find((one) => one.type === type);
    expect(block).toBeDefined();
    expect(block).not.toHaveProperty('signature');
    expect(block).not.toHaveProperty('by');
  }
});

it('W1 a refusal that is no text is none', async () => {
  for (const none of [null, 5, true, {}, ['no']])
    expect((await replyWith('openai-compatible', [3, 'choices', 0, 'delta', 'refusal'], none)).end.type).toBe('end');
});
