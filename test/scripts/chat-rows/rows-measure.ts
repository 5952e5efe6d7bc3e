/** Rows M1 to M8: what servers report of tokens, and what follows from it. */
import { type Answer, chunk, counted, DONE, reply, sse, stop, text, usageChunk } from './answers.ts';
import type { Row, Seen } from './drive.ts';

const oc = { api: 'openai-compatible' } as const;
/** What an honest server counts of a request. */
const size = ({ text: body }: Seen) => Math.ceil(body.length / 4.2);
const honest = (seen: Seen): Answer => reply('openai-compatible', { text: 'Seven.', usage: [size(seen), 3] });
const reporting =
  (input: (seen: Seen) => number, output: (seen: Seen) => number = () => 3): Row['answer'] =>
  (seen) =>
    reply('openai-compatible', { text: 'Seven.', usage: [input(seen), output(seen)] });
const words = (count: number, word = 'a heron, ') => `Count: ${word.repeat(count)}`;

export const MEASURE_ROWS: readonly Row[] = [
  {
    ...oc,
    id: 'M1',
    what: 'hidden reasoning in a short reply',
    window: 32_000,
    answer: reporting(size, ({ n }) => (n === 1 ? 4_000 : 3)),
    messages: [
      { say: 'hi', measured: true },
      { say: words(2_500), requests: 1 },
    ],
  },
  {
    ...oc,
    id: 'M2',
    what: 'a server that adds 10,000 tokens to each request',
    window: 131_072,
    answer: reporting((seen) => size(seen) + 10_000),
    messages: [
      { say: 'hi', measured: true, tokens: [11_000, 14_500] },
      { say: words(20_000, 'heron '), requests: 1 },
    ],
  },
  {
    ...oc,
    id: 'M3',
    what: 'one absurd report',
    window: 131_072,
    answer: reporting((seen) => (seen.n === 1 ? 5_000_000 : size(seen))),
    messages: [
      { measured: false, tokens: [1_300, 4_500] },
      { requests: 1, measured: true, tokens: [1_300, 4_500] },
    ],
  },
  {
    ...oc,
    id: 'M3',
    what: 'a cumulative count above the window',
    window: 8_192,
    answer: reporting(({ n, ...seen }) => n * size({ n, ...seen }) * 3),
    messages: [{}, {}, {}],
  },
  {
    ...oc,
    id: 'M4',
    what: 'an estimate that fits is sent, whatever was reported',
    window: 16_384,
    answer: reporting((seen) => size(seen) * 3),
    messages: [{}, { say: words(1_500) }, { say: words(1_500) }],
  },
  {
    ...oc,
    id: 'M5',
    what: 'the next model is smaller',
    window: 1_000_000,
    answer: honest,
    messages: [
      { say: words(4_000) },
      { say: words(4_000) },
      { say: words(400) },
      { say: 'And now?', model: 'small', window: 16_384, compactions: 1, tokens: [1_000, 14_000] },
    ],
  },
  {
    ...oc,
    id: 'M6',
    what: 'a model whose input limit is below its window',
    models: { data: [{ id: 'm1', context_length: 20_000, max_output_tokens: 8_000 }] },
    answer: honest,
    messages: [{ say: words(2_600) }, { say: words(2_600) }, { say: words(2_600), compactions: 1 }],
  },
  {
    ...oc,
    id: 'M7',
    what: 'the reserve decides the trigger',
    window: 32_000,
    answer: honest,
    messages: [{ say: words(4_000) }, { say: words(4_000) }, { say: words(4_000), compactions: 1 }, { say: 'And?' }],
  },
  {
    ...oc,
    id: 'M8',
    what: 'right after a compaction',
    window: 16_384,
    answer: (seen) => (seen.n === 3 ? reply('openai-compatible', { text: 'Seven.' }) : honest(seen)),
    messages: [{ say: words(2_200) }, { say: words(2_200), tokens: [1_300, 15_000] }, { say: 'And?' }],
  },
];

const alone = (what: string, answer: Row['answer'], more: Partial<Row> = {}): Row => ({
  ...oc,
  id: 'M3',
  what,
  window: 32_768,
  answer,
  messages: [{}, {}, { say: words(1_000) }],
  ...more,
});

export const MEASURE_SIBLINGS: readonly Row[] = [
  {
    ...oc,
    id: 'M4',
    what: 'a window of 2,048: one clear error',
    window: 2_048,
    answer: honest,
    messages: [{ requests: 0, end: 'cannot-fit', notices: [/must stay/] }],
    last: { requests: 0, end: 'cannot-fit', notices: [/must stay/] },
  },
  {
    ...oc,
    id: 'M4',
    what: 'a window of 4,096',
    window: 4_096,
    answer: honest,
    messages: [{ requests: 1 }, { requests: 1 }],
  },
  {
    ...oc,
    id: 'M4',
    what: 'a window of 6,000',
    window: 6_000,
    answer: honest,
    messages: [{ say: words(400) }, { say: words(400) }, { say: words(400) }, { say: words(400) }],
  },
  {
    ...oc,
    id: 'M4',
    what: 'a window of 8,192',
    window: 8_192,
    answer: honest,
    messages: [{ say: words(800) }, { say: words(800) }, { say: words(800) }, { say: words(800) }],
  },
  {
    ...oc,
    id: 'M4',
    what: 'a window of 8,192 that the server tells',
    models: { data: [{ id: 'm1', max_model_len: 8_192 }] },
    answer: (seen) =>
      size(seen) > 8_192
        ? { status: 400, type: 'application/json', body: '{"error":{"message":"Too long: exceeds context length"}}' }
        : honest(seen),
    messages: [{ say: words(800) }, { say: words(800) }, { say: words(800) }],
  },
  alone(
    'absurd and good reports in turn',
    reporting((seen) => (seen.n % 2 ? size(seen) : 5_000_000)),
  ),
  alone(
    'usage in the first chunk only',
    () =>
      sse(
        chunk({ role: 'assistant' }, null, { usage: { prompt_tokens: 2_600, completion_tokens: 0 } }),
        text('Seven.'),
        stop(),
        DONE,
      ),
    { messages: [{ tokens: [2_500, 3_200] }] },
  ),
  alone(
    'usage in each chunk, growing',
    (seen) =>
      sse(
        ...[1, 2, 3].map((n) => chunk({ content: n === 1 ? 'Seven.' : '' }, null, { usage: counted(size(seen), n) })),
        chunk({}, 'stop', { usage: counted(size(seen), 3) }),
        DONE,
      ),
    { messages: [{ measured: true, tokens: [1_300, 4_000] }] },
  ),
  alone(
    'usage in each chunk, the last one zero',
    (seen) =>
      sse(
        chunk({ content: 'Seven.' }, null, { usage: counted(size(seen), 2) }),
        chunk({}, 'stop', { usage: counted(0, 0) }),
        DONE,
      ),
    { messages: [{ tokens: [1_300, 4_000] }] },
  ),
  alone(
    'zero input tokens',
    reporting(() => 0),
    {
      messages: [
        { measured: false, tokens: [1_300, 4_500] },
        { measured: false, tokens: [1_300, 4_500] },
      ],
    },
  ),
  alone(
    'cached tokens above the input',
    (seen) =>
      sse(
        text('Seven.'),
        stop(),
        usageChunk({ prompt_tokens: 100, completion_tokens: 3, prompt_tokens_details: { cached_tokens: size(seen) } }),
        DONE,
      ),
    { messages: [{ tokens: [1_300, 5_000] }, { tokens: [1_300, 5_000] }] },
  ),
  alone('no usage at all', () => reply('openai-compatible', { text: 'Seven.' }), {
    messages: [
      { measured: false, tokens: [1_300, 4_500] },
      { say: words(1_000), measured: false, tokens: [3_000, 8_000] },
    ],
  }),
  alone(
    'only what was not cached is reported',
    reporting(({ n }) => 20 + n),
    { messages: [{ measured: false, tokens: [1_300, 4_500] }, {}, {}] },
  ),
  alone('total_tokens alone', () => sse(text('Seven.'), stop(), usageChunk({ total_tokens: 2_700 }), DONE), {
    messages: [{ tokens: [1_300, 4_500] }],
  }),
  {
    ...oc,
    id: 'M2',
    what: 'a server that adds 30,000',
    window: 131_072,
    answer: reporting((seen) => size(seen) + 30_000),
    messages: [{ say: 'hi' }, { say: words(20_000, 'heron '), requests: 1 }, { say: 'And?' }],
  },
  {
    ...oc,
    id: 'M1',
    what: 'hidden reasoning in each reply',
    window: 32_000,
    answer: reporting(size, () => 5_000),
    messages: [{ say: 'hi' }, { say: 'hi' }, { say: 'hi' }, { say: words(2_500), requests: 1 }],
  },
  {
    ...oc,
    id: 'M5',
    what: 'after a switch of model an absurd report of the old one counts for nothing',
    window: 32_768,
    answer: reporting((seen) => (seen.n === 1 ? 500_000 : size(seen))),
    messages: [{}, { model: 'other', requests: 1, measured: true, tokens: [1_300, 4_500] }],
  },
  {
    ...oc,
    id: 'M5',
    what: 'to a model without a known window and back',
    window: 32_768,
    answer: honest,
    messages: [{ say: words(1_000) }, { model: 'unknown', requests: 1 }, { requests: 1 }],
  },
  ...(['anthropic', 'openai', 'gemini'] as const).flatMap((api): readonly Row[] => [
    {
      api,
      id: 'M3',
      what: 'one absurd report',
      window: 131_072,
      answer: (seen) => reply(api, { text: 'Seven.', usage: [seen.n === 1 ? 5_000_000 : size(seen), 3] }),
      messages: [{ measured: false }, { requests: 1, measured: true }],
    },
    {
      api,
      id: 'M1',
      what: 'hidden reasoning in a short reply',
      window: 32_000,
      answer: (seen) => reply(api, { text: 'Seven.', usage: [size(seen), seen.n === 1 ? 4_000 : 3] }),
      messages: [{ say: 'hi' }, { say: words(2_500), requests: 1 }],
    },
    {
      api,
      id: 'M4',
      what: 'no usage at all',
      window: 32_000,
      answer: () => reply(api, { text: 'Seven.' }),
      messages: [
        { say: 'hi', measured: false },
        { say: words(1_000), measured: false },
      ],
    },
  ]),
];
