/** Siblings of rows W12 to W19 and W25: other words, statuses and places of what servers refuse. */
import { type Answer, DONE, data, json, refusal, sse, stop } from './answers.ts';
import type { Row } from './drive.ts';
import { first } from './one-reply.ts';
import { overflow, refusing } from './rows-refusals.ts';

const oc = { api: 'openai-compatible' } as const;

const TOOLS = /"tools":/;

const IMAGES = /image_url/;

const withoutTools = (what: string, status: number, message: string): Row => ({
  ...oc,
  id: 'W13',
  what,
  answer: refusing('openai-compatible', TOOLS, status, message),
  messages: [{ requests: 2, notices: [/no tools/] }],
  lacks: TOOLS,
});

const withoutImages = (what: string, status: number, message: string): Row => ({
  ...oc,
  id: 'W12',
  what,
  images: ['image/png'],
  answer: refusing('openai-compatible', IMAGES, status, message),
  messages: [{ requests: 2, notices: [/no images/] }],
  lacks: IMAGES,
});

const shorter = (what: string, answer: Answer): Row => ({
  ...oc,
  id: 'W14',
  what,
  answer: ({ body }) => (Number(Reflect.get(Object(body), 'max_tokens')) > 3_500 ? answer : undefined),
  messages: [{ requests: 2, notices: [/at most 3/] }],
});

const _again = (id: string, what: string, answer: Answer): Row => ({
  ...oc,
  id,
  what,
  answer: first(answer),
  messages: [{ requests: 2, says: /Seven/ }],
});

const _plain = (id: string, what: string, ...events: readonly string[]): Row => ({
  ...oc,
  id,
  what,
  answer: first(sse(...events)),
  messages: [{ requests: 1, says: /Seven/ }],
});

export const REFUSAL_SIBLINGS: readonly Row[] = [
  withoutTools(
    'LiteLLM',
    400,
    "litellm.UnsupportedParamsError: ollama does not support parameters: ['tools'], for model=gemma. To drop these, set `litellm.drop_params=True`",
  ),
  withoutTools(
    'FastAPI',
    422,
    '[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted"}]',
  ),
  withoutTools('Zhipu', 400, '当前模型不支持 function call 功能'),
  withoutTools('not implemented', 501, 'Tool calling is not implemented for this backend'),
  withoutTools(
    'Rust',
    422,
    'Failed to deserialize the JSON body into the target type: unknown field `tools`, expected one of `model`, `messages`',
  ),
  withoutTools('llama.cpp', 500, 'Unsupported param: tools'),
  {
    ...oc,
    id: 'W13',
    what: 'the parameter in a field',
    answer: ({ text: body }) =>
      TOOLS.test(body)
        ? json({ error: { message: 'Unsupported parameter', param: 'tools', code: 'unsupported_parameter' } }, 400)
        : undefined,
    messages: [{ requests: 2, notices: [/no tools/] }],
    lacks: TOOLS,
  },
  withoutImages(
    'a string is wanted',
    400,
    "litellm.BadRequestError: GroqException - 'messages.1.content' : value must be a string",
  ),
  withoutImages(
    'pydantic',
    422,
    '[{"type":"string_type","loc":["body","messages",1,"content"],"msg":"Input should be a valid string"}]',
  ),
  withoutImages('Alibaba', 400, '当前模型不支持图片输入'),
  withoutImages('llama.cpp', 500, 'unknown part type: image_url'),
  withoutImages(
    'Cloudflare',
    400,
    "AiError: Bad input: Error: oneOf at '/' not met, 0 matches: Type mismatch of '/messages/1/content', 'array' not in 'string'",
  ),
  withoutImages('a model that is no vision model', 404, 'The model m1 is not a vision model'),
  {
    ...oc,
    id: 'W12',
    what: 'a GIF',
    images: ['image/gif', 'image/png'],
    answer: refusing(
      'openai-compatible',
      /image\/gif;base64/,
      400,
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'webp'].",
    ),
    messages: [{ requests: 2, notices: [/gif/] }],
    lacks: /image\/gif;base64/,
  },
  shorter(
    'OpenRouter’s credits',
    refusal(
      'openai-compatible',
      402,
      'This request requires more credits, or fewer max_tokens. You requested up to 8192 tokens, but can only afford 3500.',
    ),
  ),
  shorter(
    'new-api, in the parameter',
    json(
      {
        error: {
          message: 'Param Incorrect',
          type: 'upstream_error',
          param:
            'max_tokens is too large: 8192. This model supports at most 3500 completion tokens, whereas you provided 8192.',
          code: '400',
        },
      },
      400,
    ),
  ),
  shorter(
    'vLLM',
    refusal(
      'openai-compatible',
      400,
      'max_tokens=8192 cannot be greater than max_model_len=max_total_tokens=3500. Please request fewer output tokens.',
    ),
  ),
  shorter(
    'pydantic',
    json(
      {
        detail: [
          {
            type: 'less_than_equal',
            loc: ['body', 'max_tokens'],
            msg: 'Input should be less than or equal to 3500',
            input: 8192,
            ctx: { le: 3500 },
          },
        ],
      },
      422,
    ),
  ),
  shorter('Zhipu', refusal('openai-compatible', 400, 'max_tokens参数非法：取值范围[1,3500]')),
  shorter('an error of 500', refusal('openai-compatible', 500, 'Invalid max_tokens value: must be between 1 and 3500')),
  overflow('W16', 'a code alone', json({ error: { message: 'Too big.', code: 'context_length_exceeded' } }, 400)),
  overflow(
    'W16',
    'an unknown window, and Chinese words',
    refusal('openai-compatible', 400, '输入的 tokens 数量超过模型最大上下文长度限制'),
    'unknown',
  ),
  overflow('W18', '413 of a proxy, a page', {
    status: 413,
    type: 'text/html',
    body: '<html><head><title>413 Request Entity Too Large</title></head></html>',
  }),
  overflow(
    'W18',
    '413 where no window is known',
    { status: 413, type: 'text/html', body: '<html><head><title>413 Request Entity Too Large</title></head></html>' },
    'unknown',
  ),
  overflow('W18', 'Axum', { status: 413, type: 'text/plain', body: 'length limit exceeded' }),
  overflow(
    'W18',
    'characters of a message',
    refusal(
      'openai-compatible',
      400,
      'Malformed input request: expected maxLength: 20480, actual: 40960, please reformat your input and try again.',
    ),
  ),
  overflow(
    'W19',
    'Groq: more than a minute’s tokens',
    refusal(
      'openai-compatible',
      413,
      'Request too large for model `m1` in organization `org_01` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Requested 9830, please reduce your message size and try again.',
      'rate_limit_exceeded',
    ),
  ),
  overflow(
    'W19',
    'OpenAI: more than a minute’s tokens',
    refusal(
      'openai-compatible',
      429,
      'Request too large for m1 in organization org-1 on tokens per min (TPM): Limit 8000, Requested 9830. The input or output tokens must be reduced in order to run successfully.',
      'tokens',
    ),
  ),
  overflow(
    'W25',
    'Atlas',
    refusal(
      'openai-compatible',
      400,
      'Prompt too long: 9152 tokens exceeds max_seq_len 8192 (leave room for output tokens)',
    ),
  ),
  overflow(
    'W25',
    'llama.cpp of old, numbers in fields',
    json(
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9200,
          n_ctx: 8192,
        },
      },
      400,
    ),
  ),
  overflow(
    'W25',
    'vLLM of 2026',
    refusal(
      'openai-compatible',
      400,
      "You passed 9001 input tokens and requested 1 output tokens. However, the model's context length is only 8192 tokens, resulting in a maximum input length of 8191 tokens.",
    ),
  ),
  overflow(
    'W25',
    'HTTP 500',
    refusal('openai-compatible', 500, 'context length of 8192 exceeded (prompt is 9000 tokens)'),
  ),
  overflow(
    'W25',
    'an error inside the stream',
    sse(
      data({
        error: {
          message: "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
          code: 400,
        },
      }),
    ),
  ),
  overflow('W25', 'a finish reason', sse(stop('model_context_window_exceeded'), DONE)),
  overflow(
    'W25',
    'OpenRouter, the words of the server behind it',
    json(
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: {
            raw: '{"error":{"message":"Prompt length 9000 is greater than max_seq_len 8192"}}',
            provider_name: 'x',
          },
        },
      },
      400,
    ),
  ),
];
