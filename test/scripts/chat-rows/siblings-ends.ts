/** Siblings of rows W20 to W24 and W26: other ends of replies, and errors in other places. */
import {
  type Answer,
  chunk,
  counted,
  DONE,
  data,
  json,
  piece,
  pieces,
  refusal,
  sse,
  stop,
  TODO_JSON,
  text,
  usageChunk,
} from './answers.ts';
import type { Row } from './drive.ts';
import { first } from './one-reply.ts';

const oc = { api: 'openai-compatible' } as const;

const fails = (id: string, what: string, answer: Answer, notice: RegExp, requests = 1): Row => ({
  ...oc,
  id,
  what,
  answer: () => answer,
  messages: [{ requests, end: 'failed', notices: [notice] }],
});

const again = (id: string, what: string, answer: Answer): Row => ({
  ...oc,
  id,
  what,
  answer: first(answer),
  messages: [{ requests: 2, says: /Seven/ }],
});

const plain = (id: string, what: string, ...events: readonly string[]): Row => ({
  ...oc,
  id,
  what,
  answer: first(sse(...events)),
  messages: [{ requests: 1, says: /Seven/ }],
});

export const END_SIBLINGS: readonly Row[] = [
  again(
    'W20',
    'OpenRouter: an error beside choices',
    sse(
      text('Se'),
      data({
        error: { code: 502, message: 'Provider disconnected' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      }),
    ),
  ),
  again('W20', 'abort of SGLang', sse(text('Se'), stop('abort'), DONE)),
  again(
    'W20',
    'HTTP 400 of an overloaded engine',
    refusal('openai-compatible', 400, 'The engine is currently overloaded, please try again later'),
  ),
  again('W20', 'a finish reason of the connection', sse(text('Se'), stop('network_error'), DONE)),
  fails('W20', 'Azure: content_filter', sse(text('Se'), stop('content_filter'), DONE), /declined/),
  plain('W20', 'EOS', text('Seven.'), stop('eos'), DONE),
  plain('W20', 'repetition', text('Seven.'), stop('repetition'), DONE),
  plain('W20', 'function_call without one', text('Seven.'), stop('function_call'), DONE),
  again('W21', 'only reasoning', sse(chunk({ reasoning_content: 'Hm.' }), stop(), DONE)),
  again('W21', 'only white space', sse(text('\n\n'), stop(), DONE)),
  again('W21', 'tool_calls without calls', sse(stop('tool_calls'), DONE)),
  again('W21', 'only <think>', sse(text('<think>Hm.</think>'), stop(), DONE)),
  again(
    'W21',
    'Groq: tool_use_failed',
    json(
      {
        error: {
          message: "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
          type: 'invalid_request_error',
          code: 'tool_use_failed',
          failed_generation: '<function=todo{',
        },
      },
      400,
    ),
  ),
  again(
    'W21',
    'Ollama: error parsing tool call',
    refusal('openai-compatible', 500, "error parsing tool call: raw='{\"a', err=unexpected end of JSON input"),
  ),
  again('W21', 'an event that says Unknown tool', sse(data({ error: { message: 'Unknown tool' } }))),
  again(
    'W21',
    'OpenRouter: native_finish_reason',
    sse(
      data({
        choices: [
          { index: 0, delta: { content: '' }, finish_reason: 'stop', native_finish_reason: 'MALFORMED_FUNCTION_CALL' },
        ],
      }),
      DONE,
    ),
  ),
  {
    ...oc,
    id: 'W22',
    what: 'once, then whole',
    answer: first(sse(pieces(piece(0, 'a', 'todo', TODO_JSON.slice(0, 30))), stop('max_tokens'), DONE)),
    messages: [{ requests: 2, says: /Seven/ }],
    results: 1,
    failures: 1,
  },
  {
    ...oc,
    id: 'W22',
    what: 'stop at the limit',
    window: 131_072,
    answer: first(
      sse(
        pieces(piece(0, 'a', 'todo', TODO_JSON.slice(0, 30))),
        stop('tool_calls'),
        usageChunk(counted(900, 16_384)),
        DONE,
      ),
    ),
    messages: [{ requests: 2, says: /Seven/ }],
    results: 1,
    failures: 1,
    holds: /cut at \d+ tokens/,
  },
  fails('W23', 'a text', { body: 'model m1 not found, try pulling it first' }, /pulling it first/),
  fails('W23', 'an error as a text', json({ error: 'model "m1" not found, try pulling it first' }), /pulling it first/),
  fails(
    'W23',
    'Cloudflare: errors in a list',
    json({ success: false, errors: [{ code: 7000, message: 'No route for that URI' }], result: null }),
    /No route/,
  ),
  fails(
    'W23',
    'MiniMax: base_resp',
    json({ base_resp: { status_code: 1004, status_msg: 'login fail: Please carry the API secret key' } }),
    /login fail/,
  ),
  fails(
    'W23',
    'Baidu: error_msg',
    json({ error_code: 336003, error_msg: 'the model name is invalid' }),
    /model name is invalid/,
  ),
  fails(
    'W23',
    'Google: a list',
    json([{ error: { code: 400, message: 'Model m1 is not allowed here', status: 'INVALID_ARGUMENT' } }]),
    /not allowed here/,
  ),
  fails(
    'W23',
    'one-api: success false',
    json({ success: false, message: '无效的令牌 (invalid token)' }),
    /invalid token/,
  ),
  fails(
    'W23',
    'an event named error',
    { body: `event: error\ndata: {"message":"No such model m1","code":404}\n\n` },
    /No such model/,
  ),
  fails(
    'W24',
    'roles',
    refusal('openai-compatible', 500, 'Only user, assistant and tool roles are supported, got system.'),
    /roles are supported/,
  ),
  fails(
    'W24',
    'Ollama’s template',
    refusal('openai-compatible', 500, 'template: :3:24: executing "" at <.System>: can\'t evaluate field System'),
    /template/,
  ),
  fails(
    'W24',
    'LM Studio',
    json({ error: 'Error rendering prompt with jinja template: "Cannot call something that is not a function"' }, 500),
    /jinja/,
  ),
  fails(
    'W24',
    'a schema',
    refusal('openai-compatible', 500, 'failed to parse grammar: JSON schema conversion failed'),
    /grammar/,
  ),
  {
    ...oc,
    id: 'W26',
    what: 'Azure',
    answer: ({ text: body }) =>
      /"reasoning_effort":"none"/.test(body)
        ? undefined
        : refusal(
            'openai-compatible',
            400,
            "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
          ),
    messages: [{ requests: 2, notices: [/no reasoning/] }],
    holds: /"reasoning_effort":"none"/,
  },
  {
    ...oc,
    id: 'W26',
    what: 'none is refused too',
    answer: ({ text: body }) =>
      refusal(
        'openai-compatible',
        400,
        /"reasoning_effort":"none"/.test(body)
          ? "Unsupported value: 'reasoning_effort' does not support 'none' with this model."
          : 'Function tools with reasoning_effort are not supported for m1 in /v1/chat/completions. Please use /v1/responses instead.',
      ),
    messages: [{ end: 'failed', notices: [/openai.*provider|provider.*openai/i] }],
  },
];
