/** What OpenAI is sent of a thread, through its library, against a fake that refuses what the Responses API refuses. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { field } from '../../../src/core/lang/json-fields.ts';
import type { Block, Message } from '../../../src/core/message/message.ts';
import type { Fake, FakeAnswer, FakeFailure, FakeOptions } from '../../wire/fake.ts';
import { startOpenaiFake } from '../../wire/openai-responses-server.ts';
import { modelOf, replyOf, requestFor, says } from '../drive.ts';

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
const result = (toolUseId: string, ...content: readonly string[]): Block => ({
  type: 'tool_result',
  toolUseId,
  content: content.map((text) => ({ type: 'text', text })),
});
const PNG = { type: 'image', mediaType: 'image/png', data: 'aGk=' } as const;
const PDF = { type: 'document', mediaType: 'application/pdf', data: 'aGk=', name: 'plan.pdf' } as const;

/** The input of the nth call. */
const inputOf = (fake: Fake, n: number) => field(fake.requests[n - 1], 'input') as readonly Json[];

describe('a request', () => {
  it('keeps nothing at the provider, and names the thread to its cache', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    await replyOf(modelOf(fake), requestFor([says('user', 'Hello')], { maxTokens: 3, thread: 't'.repeat(80) }));
    expect(fake.requests[0]).toMatchObject({
      store: false,
      stream: true,
      max_output_tokens: 16,
      prompt_cache_key: 't'.repeat(64),
      include: ['reasoning.encrypted_content'],
      reasoning: { summary: 'auto' },
      instructions: 'Be brief.',
      tool_choice: 'auto',
    });
    expect(fake.rejections).toEqual([]);
  });

  it('asks a model that does not reason for no reasoning', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const model = fake.provider.model({ id: 'gpt-4.1' }, fake.access);
    expect((await replyOf(model, HELLO)).end).toEqual({ type: 'end', reason: 'done' });
    expect(Object.keys(fake.requests[0] ?? {})).not.toContain('reasoning');
  });

  it('holds images, documents, checkpoints, reminders, and a line for what cannot be sent', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const blocks: readonly Block[] = [
      { type: 'text', text: 'half \ud83d' },
      PNG,
      PDF,
      { ...PNG, mediaType: 'image/tiff' },
      { type: 'reminder', text: 'R' },
      { type: 'checkpoint', id: 'abc123' },
    ];
    await replyOf(modelOf(fake), requestFor([{ role: 'user', blocks }], { system: ' ', tools: [] }));
    expect(inputOf(fake, 1)).toEqual([
      {
        type: 'message',
        role: 'user',
        content: [
          { type: 'input_text', text: 'half \ufffd' },
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
          { type: 'input_file', filename: 'plan.pdf', file_data: 'data:application/pdf;base64,aGk=' },
          { type: 'input_text', text: "[An image of type image/tiff that can't be sent.]" },
          { type: 'input_text', text: '<system-reminder>\nR\n</system-reminder>' },
          { type: 'input_text', text: '<checkpoint:abc123>' },
        ],
      },
    ]);
    expect(fake.rejections).toEqual([]);
  });

  it('holds a line for each image where the model takes none', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const shown: Block = { type: 'tool_result', toolUseId: '1', content: [PNG] };
    const messages = [
      says('user', PNG),
      says('assistant', { type: 'tool_use', id: '1', name: 'look', input: {} }),
      says('user', shown),
    ];
    await replyOf(modelOf(fake, { info: { takesImages: false } }), requestFor(messages));
    const line = "[An image of type image/png that can't be sent.]";
    expect(inputOf(fake, 1)).toMatchObject([{ content: [{ text: line }] }, {}, { output: line }]);
    expect(fake.rejections).toEqual([]);
  });

  it('holds calls of other models, their results, failures and images', async () => {
    const fake = await start(answer({ text: 'Hello' }));
    const call = (id: string, input: Json): Block => ({ type: 'tool_use', id, name: 'look at', input });
    const shown: Block = { type: 'tool_result', toolUseId: 'b'.repeat(90), content: [PNG], isError: true };
    await replyOf(
      modelOf(fake),
      requestFor(
        [
          says('user', 'Hello'),
          says('assistant', 'Looking', call('toolu.1', { path: 'a' }), call('b'.repeat(90), 'no object')),
          says('user', result('toolu.1', 'one', 'two'), shown, 'Go on'),
        ],
        { toolChoice: 'none' },
      ),
    );
    const long = 'b'.repeat(58);
    expect(inputOf(fake, 1).slice(1)).toEqual([
      { type: 'message', role: 'assistant', content: 'Looking' },
      { type: 'function_call', call_id: 'toolu_1', name: 'look_at', arguments: '{"path":"a"}' },
      { type: 'function_call', call_id: long, name: 'look_at', arguments: '{"input":"no object"}' },
      { type: 'function_call_output', call_id: 'toolu_1', output: 'one\ntwo' },
      {
        type: 'function_call_output',
        call_id: long,
        output: [
          { type: 'input_text', text: '[The call failed.]' },
          { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
        ],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go on' }] },
    ]);
    expect(fake.requests[0]).toMatchObject({ tool_choice: 'none' });
    expect(fake.rejections).toEqual([]);
  });
});

it('what the program says beside results is in the last of them, what a person says is not', async () => {
  const fake = await start(answer({ text: 'Hello' }));
  const call = (id: string): Block => ({ type: 'tool_use', id, name: 'look', input: {} });
  const [reminder, mark, next] = [
    { type: 'reminder', text: 'R' },
    { type: 'checkpoint', id: 'abc123' },
    { type: 'checkpoint', id: 'abc124' },
  ] as const;
  const begun = [says('user', 'Hi'), says('assistant', call('1'), call('2'))];
  const shown: Block = { type: 'tool_result', toolUseId: '2', content: [PNG] };
  const said = says('user', result('1', 'a'), result('2', 'b'), reminder, mark, 'Go on', next);
  await replyOf(modelOf(fake), requestFor([...begun, said]));
  expect(inputOf(fake, 1).slice(3)).toEqual([
    { type: 'function_call_output', call_id: '1', output: 'a' },
    {
      type: 'function_call_output',
      call_id: '2',
      output: 'b\n\n<system-reminder>\nR\n</system-reminder>\n\n<checkpoint:abc123>',
    },
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'Go on' },
        { type: 'input_text', text: '<checkpoint:abc124>' },
      ],
    },
  ]);
  const images = says('user', result('1', 'a'), shown, mark);
  await replyOf(modelOf(fake), requestFor([...begun, images]));
  expect(inputOf(fake, 2).slice(4)).toEqual([
    {
      type: 'function_call_output',
      call_id: '2',
      output: [
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
        { type: 'input_text', text: '<checkpoint:abc123>' },
      ],
    },
  ]);
  expect(fake.rejections).toEqual([]);
});

describe('reasoning', () => {
  const REPLY = answer({ thinking: 'I must look.', text: 'Looking', calls: [CALL] });

  /** The thread after a reply and its results. */
  async function round(fake: Fake): Promise<readonly Message[]> {
    const { blocks } = await replyOf(modelOf(fake), HELLO);
    return [...HELLO.messages, { role: 'assistant', blocks }, says('user', result('call_1', 'found'))];
  }

  it('goes back as it came, with the ids and the phase of what it led to', async () => {
    const fake = await start(REPLY);
    const messages = await round(fake);
    expect((await replyOf(modelOf(fake), requestFor(messages))).end.type).toBe('end');
    expect(inputOf(fake, 2).slice(1, 4)).toMatchObject(
      [
        { type: 'reasoning', id: /^rs_/, summary: [{ type: 'summary_text', text: 'I must look.' }] },
        { type: 'message', id: /^msg_/, status: 'completed', phase: 'final_answer' },
        { type: 'function_call', id: /^fc_/, call_id: 'call_1' },
      ].map((item) => ({ ...item, id: expect.stringMatching(item.id) })),
    );
    expect(fake.rejections).toEqual([]);
  });

  const edits: readonly { name: string; edit: (blocks: readonly Block[]) => readonly Block[] }[] = [
    { name: 'thinking taken out', edit: (blocks) => blocks.filter(({ type }) => type !== 'thinking') },
    { name: 'what it led to taken out', edit: (blocks) => blocks.filter(({ type }) => type !== 'text') },
    { name: 'a call told as text', edit: ([first]) => (first ? [first, { type: 'text', text: 'I looked.' }] : []) },
    { name: 'nothing left but thinking', edit: ([first]) => (first ? [first] : []) },
    {
      name: 'a seal that cannot be read',
      edit: (blocks) => blocks.map((block) => (block.type === 'thinking' ? { ...block, signature: 'x' } : block)),
    },
  ];
  it.each(edits)('case 23: a round with $name is sent without its other half', async ({ edit }) => {
    const fake = await start(REPLY);
    const [first, said, results] = await round(fake);
    const blocks = edit(said?.blocks ?? []);
    const hasCall = blocks.some(({ type }) => type === 'tool_use');
    const messages = [first, { role: 'assistant', blocks } as const, hasCall ? results : says('user', 'Go on')];
    const reply = await replyOf(modelOf(fake), requestFor(messages.flatMap((message) => message ?? [])));
    expect(reply.end).toEqual({ type: 'end', reason: 'calls' });
    expect(fake.rejections).toEqual([]);
    expect(JSON.stringify(inputOf(fake, 2))).not.toMatch(/"type":"reasoning"/);
  });

  it('that the service cannot open any more is left out, from then on', async () => {
    const fake = await start(REPLY);
    const [first, said, results] = await round(fake);
    const broken = said?.blocks.map((block) =>
      block.type === 'thinking' ? { ...block, signature: block.signature?.replace('gAAA', 'gAAB') ?? '' } : block,
    );
    const messages = [first, { role: 'assistant', blocks: broken ?? [] } as const, results];
    const model = modelOf(fake);
    const request = requestFor(messages.flatMap((message) => message ?? []));
    expect((await replyOf(model, request)).end.type).toBe('end');
    expect((await replyOf(model, request)).end.type).toBe('end');
    expect(fake.requests).toHaveLength(4);
    expect(fake.rejections).toEqual(['The encrypted content gAAA... could not be verified.']);
  });

  it('between boundaries a request is the one before and what was appended', async () => {
    const fake = await start((n) =>
      n < 4 ? { ...REPLY, calls: [{ ...CALL, id: `call_${n}` }] } : answer({ text: 'Done' }),
    );
    const model = modelOf(fake);
    let messages: readonly Message[] = HELLO.messages;
    for (let n = 1; n <= 4; n++) {
      const { blocks } = await replyOf(model, requestFor(messages));
      messages = [...messages, { role: 'assistant', blocks }, says('user', result(`call_${n}`, `found ${n}`))];
    }
    for (let n = 2; n <= 4; n++) {
      const [before, now] = [inputOf(fake, n - 1), inputOf(fake, n)];
      expect(JSON.stringify(now.slice(0, before.length))).toBe(JSON.stringify(before));
      const { input: _, ...rest } = fake.requests[n - 1] as { input: Json };
      const { input: __, ...first } = fake.requests[0] as { input: Json };
      expect(rest).toEqual(first);
    }
    expect(fake.rejections).toEqual([]);
  });
});
