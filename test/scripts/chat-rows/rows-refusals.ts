/** Rows W12 to W26: what servers refuse, and how replies end. */
import {
  type Answer,
  type Api,
  claude,
  counted,
  DONE,
  data,
  json,
  piece,
  pieces,
  refusal,
  reply,
  sse,
  stop,
  TODO_JSON,
  text,
  usageChunk,
} from './answers.ts';
import type { Row, Seen } from './drive.ts';

const oc = { api: 'openai-compatible' } as const;

/** Refuses requests that hold something. */
export const refusing =
  (api: Api, match: RegExp, status: number, message: string, code?: string): Row['answer'] =>
  ({ text: body }: Seen) =>
    match.test(body) ? refusal(api, status, message, code) : undefined;

const once =
  (answer: ReturnType<Row['answer']>): Row['answer'] =>
  ({ n }) =>
    n === 1 ? answer : undefined;
const TOOLS = /"tools":|"functionDeclarations"/;
const IMAGES = /image_url|"type":"image"|inlineData|input_image/;
const limitOver =
  (most: number) =>
  ({ text: body }: Seen) =>
    Number(/"(?:max_tokens|max_output_tokens|maxOutputTokens|max_completion_tokens)":(\d+)/.exec(body)?.[1] ?? 0) >
    most;

/** The first message is taken, the second makes the request too long for the server. */
export const overflow = (id: string, what: string, answer: Answer, window: 'known' | 'unknown' = 'known'): Row => ({
  ...oc,
  id,
  what,
  ...(window === 'known' && { window: 131_072 }),
  answer: ({ text: body }) =>
    /(a heron, ){90}/.test(body) && /(an egret, ){90}/.test(body)
      ? answer
      : reply('openai-compatible', { text: 'Seven.', usage: [Math.ceil(body.length / 4), 2] }),
  messages: [
    { say: `Count: ${'a heron, '.repeat(1_000)}` },
    { say: `Count: ${'an egret, '.repeat(1_000)}`, compactions: 1, says: /Seven/ },
  ],
});

export const REFUSAL_ROWS: readonly Row[] = [
  {
    ...oc,
    id: 'W12',
    what: 'images are an unknown variant',
    images: ['image/png', 'image/png'],
    answer: refusing(
      'openai-compatible',
      IMAGES,
      400,
      'Failed to deserialize the JSON body into the target type: messages[1]: unknown variant `image_url`, expected `text` at line 1 column 2084',
    ),
    messages: [{ requests: 2, notices: [/no images/] }],
    lacks: IMAGES,
  },
  {
    api: 'anthropic',
    id: 'W12',
    what: 'too many images',
    images: ['image/png', 'image/png', 'image/png'],
    answer: ({ text: body }) =>
      (body.match(/"type":"image"/g)?.length ?? 0) > 2
        ? refusal('anthropic', 400, 'Too much media: 0 document pages + 3 images > 2')
        : undefined,
    messages: [{ requests: 2, notices: [/at most 2 images/] }],
  },
  {
    api: 'gemini',
    id: 'W12',
    what: 'images are not enabled',
    images: ['image/png'],
    answer: refusing('gemini', IMAGES, 400, 'Image input modality is not enabled for models/m1'),
    messages: [{ requests: 2, notices: [/no images/] }],
    lacks: IMAGES,
  },
  {
    api: 'openai',
    id: 'W12',
    what: 'images are not supported',
    images: ['image/png'],
    answer: refusing('openai', IMAGES, 400, 'Invalid content type. input_image is only supported by certain models.'),
    messages: [{ requests: 2, notices: [/no images/] }],
    lacks: IMAGES,
  },
  ...(['openai-compatible', 'anthropic', 'openai', 'gemini'] as const).map(
    (api): Row => ({
      api,
      id: 'W13',
      what: 'a model without tools',
      answer: refusing(
        api,
        TOOLS,
        api === 'openai-compatible' ? 404 : 400,
        {
          'openai-compatible': 'No endpoints found that support tool use.',
          anthropic: 'm1 does not support tools',
          openai: 'Tools are not supported with this model.',
          gemini: 'Function calling is not enabled for models/m1',
        }[api],
      ),
      messages: [{ requests: 2, notices: [/no tools/] }],
      lacks: TOOLS,
    }),
  ),
  ...(['openai-compatible', 'anthropic', 'openai', 'gemini'] as const).map(
    (api): Row => ({
      api,
      id: 'W14',
      what: 'the limit of a reply is above what the server allows',
      answer: (seen) =>
        limitOver(2_048)(seen)
          ? refusal(
              api,
              400,
              {
                'openai-compatible': 'Invalid max_tokens value, the valid range of max_tokens is [1, 2048]',
                anthropic: 'max_tokens: 8192 > 2048, which is the maximum allowed number of output tokens for m1',
                openai: 'max_output_tokens is too large: 8192. This model supports at most 2048 completion tokens.',
                gemini:
                  'Unable to submit request because it has a maxOutputTokens value of 8192 but the supported range is from 1 (inclusive) to 2049 (exclusive).',
              }[api],
            )
          : undefined,
      messages: [{ requests: 2, notices: [/at most (2k|2,048|2\.0k) tokens|2k/] }],
    }),
  ),
  {
    api: 'anthropic',
    id: 'W15',
    what: 'a signature is refused',
    answer: ({ n, text: body }) =>
      n === 1
        ? sse(
            ...claude(
              { type: 'message_start', message: {} },
              {
                type: 'content_block_start',
                index: 0,
                content_block: { type: 'thinking', thinking: 'Hm.', signature: '' },
              },
              { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2VhbGVk' } },
              { type: 'content_block_stop', index: 0 },
              { type: 'content_block_start', index: 1, content_block: { type: 'text', text: 'Hm.' } },
              { type: 'content_block_stop', index: 1 },
              { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
              { type: 'message_stop' },
            ),
          )
        : /c2VhbGVk/.test(body)
          ? refusal('anthropic', 400, 'messages.1.content.0: Invalid `signature` in `thinking` block')
          : undefined,
    messages: [{ requests: 1 }, { requests: 2, notices: [/reasoning/] }],
  },
  {
    ...oc,
    id: 'W17',
    what: 'a window that is smaller than believed, in words about max_tokens',
    window: 131_072,
    answer: (seen) =>
      limitOver(8_000)(seen)
        ? refusal(
            'openai-compatible',
            400,
            "'max_tokens' or 'max_completion_tokens' is too large: 16384. This model's maximum context length is 16384 tokens and your request has 1701 input tokens (16384 > 16384 - 1701).",
          )
        : undefined,
    messages: [{ requests: 2 }],
  },
  overflow(
    'W16',
    'an overflow without a number',
    json({ error: { message: 'Too big.', code: 'context_length_exceeded' } }, 400),
  ),
  overflow('W18', 'too many bytes', {
    status: 413,
    type: 'text/html',
    body: '<html><head><title>413 Request Entity Too Large</title></head></html>',
  }),
  overflow(
    'W19',
    'a tier of the account',
    refusal('openai-compatible', 429, 'Extra usage is required for long context requests above 8,000 tokens.'),
  ),
  {
    ...oc,
    id: 'W20',
    what: 'insufficient_system_resource is overload',
    answer: once(sse(text('Seven he'), stop('insufficient_system_resource'), DONE)),
    messages: [{ requests: 2, says: /Seven\.$/ }],
  },
  {
    ...oc,
    id: 'W20',
    what: 'sensitive is a refusal',
    answer: once(sse(text('Seven he'), stop('sensitive'), DONE)),
    messages: [{ requests: 1, end: 'failed', notices: [/declined/] }],
  },
  {
    ...oc,
    id: 'W20',
    what: 'an unknown reason is an ordinary end',
    answer: once(sse(text('Seven herons.'), stop('eos_token'), DONE)),
    messages: [{ requests: 1 }],
  },
  {
    api: 'gemini',
    id: 'W21',
    what: 'MALFORMED_FUNCTION_CALL once',
    answer: once(sse(data({ candidates: [{ content: {}, finishReason: 'MALFORMED_FUNCTION_CALL' }] }))),
    messages: [{ requests: 2, says: /Seven/ }],
  },
  {
    api: 'gemini',
    id: 'W21',
    what: 'STOP without parts',
    answer: once(sse(data({ candidates: [{ finishReason: 'STOP' }] }))),
    messages: [{ requests: 2, says: /Seven/ }],
  },
  {
    ...oc,
    id: 'W21',
    what: 'an empty reply twice',
    answer: ({ n }) => (n <= 2 ? sse(stop(), DONE) : undefined),
    messages: [{ requests: 2, end: 'failed', notices: [/said nothing/] }],
  },
  {
    ...oc,
    id: 'W22',
    what: 'a call is cut by the output limit, again and again',
    answer: () =>
      sse(pieces(piece(0, 'a', 'todo', TODO_JSON.slice(0, 30))), stop('length'), usageChunk(counted(900, 500)), DONE),
    messages: [{ requests: 2, end: 'output-limit', notices: [/cut at 500 tokens/] }],
    results: 2,
    failures: 2,
  },
  {
    ...oc,
    id: 'W23',
    what: 'an event stream whose bytes are one JSON error',
    answer: () => ({ body: '{"error":{"message":"Model herons-7b is not loaded on this key","code":401}}' }),
    messages: [{ requests: 1, end: 'failed', notices: [/herons-7b/] }],
  },
  {
    ...oc,
    id: 'W24',
    what: 'HTTP 500 whose text names the template',
    answer: () =>
      refusal('openai-compatible', 500, 'Error rendering prompt with jinja template: "Unknown test: sequence"'),
    messages: [{ requests: 1, end: 'failed', notices: [/jinja/] }],
  },
  {
    ...oc,
    id: 'W25',
    what: 'overflow in words about the decoder',
    window: 131_072,
    answer: ({ text: body }) =>
      /(a heron, ){90}/.test(body) && /(an egret, ){90}/.test(body)
        ? refusal(
            'openai-compatible',
            400,
            'The decoder prompt (length 9000) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens.',
          )
        : undefined,
    messages: [
      { say: `Count: ${'a heron, '.repeat(1_000)}` },
      { say: `Count: ${'an egret, '.repeat(1_000)}`, compactions: 1 },
    ],
  },
  {
    ...oc,
    id: 'W26',
    what: 'tools are refused with the default effort',
    answer: ({ text: body }) =>
      /"reasoning_effort":"none"/.test(body)
        ? undefined
        : refusal(
            'openai-compatible',
            400,
            'Function tools with reasoning_effort are not supported for m1 in /v1/chat/completions. Please use /v1/responses instead.',
          ),
    messages: [{ requests: 2, notices: [/no reasoning/] }],
    holds: /"reasoning_effort":"none"/,
  },
];
