/** Siblings of rows W6 to W11: other forms of ends, whole completions, seals and thoughts. */
import { chunk, counted, DONE, data, json, piece, pieces, sse, stop, TODO_JSON, text, usageChunk } from './answers.ts';
import type { Row } from './drive.ts';
import { calls, first, says } from './one-reply.ts';

const half = [TODO_JSON.slice(0, 20), TODO_JSON.slice(20)] as const;
const CALLS = stop('tool_calls');
const oc = { api: 'openai-compatible' } as const;

export const REPLY_SIBLINGS: readonly Row[] = [
  says(
    'W6',
    'null everywhere, [DONE] without a space',
    /Seven/,
    undefined,
    chunk({ content: 'Seven' }),
    'data:[DONE]\n\n',
  ),
  says('W6', 'the finish reason with the text', /Seven/, undefined, chunk({ content: 'Seven' }, 'stop'), DONE),
  says('W6', 'no [DONE], the usage last', /Seven/, undefined, text('Seven'), stop(), usageChunk(counted(900, 2))),
  calls('W6', 'calls without a finish reason', 1, pieces(piece(0, 'a', 'todo', TODO_JSON)), DONE),
  says(
    'W7',
    'a completion as one event',
    /Seven/,
    undefined,
    data({
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Seven' }, finish_reason: 'stop' }],
    }),
    DONE,
  ),
  says(
    'W7',
    'legacy text of completions',
    /Seven/,
    undefined,
    data({ object: 'text_completion', choices: [{ index: 0, text: 'Seven', finish_reason: null }] }),
    data({ choices: [{ index: 0, text: '', finish_reason: 'stop' }] }),
    DONE,
  ),
  {
    ...oc,
    id: 'W7',
    what: 'a completion as plain text of JSON',
    answer: first({
      type: 'text/plain',
      body: JSON.stringify({ choices: [{ message: { content: 'Seven' }, finish_reason: 'stop' }] }),
    }),
    messages: [{ requests: 1, says: /Seven/ }],
  },
  {
    ...oc,
    id: 'W7',
    what: 'a completion with a call',
    answer: first(
      json({
        object: 'chat.completion',
        choices: [
          {
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'a', type: 'function', function: { name: 'todo', arguments: TODO_JSON } }],
            },
            finish_reason: 'tool_calls',
          },
        ],
      }),
    ),
    messages: [{ requests: 2, says: /Seven/ }],
    results: 1,
  },
  {
    ...oc,
    id: 'W7',
    what: 'lines of JSON without data:',
    answer: first({
      type: 'application/x-ndjson',
      body: `${JSON.stringify({ choices: [{ delta: { content: 'Seven' } }] })}\n${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n`,
    }),
    messages: [{ requests: 1, says: /Seven/ }],
  },
  {
    ...oc,
    id: 'W7',
    what: 'Ollama’s own API names its address',
    answer: () => ({
      type: 'application/x-ndjson',
      body: `${JSON.stringify({ model: 'm1', message: { role: 'assistant', content: 'Seven' }, done: false })}\n${JSON.stringify({ model: 'm1', done: true })}\n`,
    }),
    messages: [{ requests: 1, end: 'failed', notices: [/\/v1/] }],
  },
  ...(['extra_content', 'provider_specific_fields'] as const).map(
    (name): Row => ({
      ...calls(
        'W8',
        `${name} on a call`,
        1,
        pieces({ ...piece(0, 'a', 'todo', TODO_JSON), [name]: { google: { thought_signature: 'c2VhbGVk' } } }),
      ),
      holds: new RegExp(`"${name}":\\{"google":\\{"thought_signature":"c2VhbGVk"`),
    }),
  ),
  {
    ...calls(
      'W8',
      'a thought signature in a later piece of its call',
      1,
      pieces(piece(0, 'a', 'todo', half[0])),
      pieces({
        ...piece(0, undefined, undefined, half[1]),
        extra_content: { google: { thought_signature: 'c2VhbGVk' } },
      }),
    ),
    holds: /"thought_signature":"c2VhbGVk"/,
  },
  {
    ...calls(
      'W8',
      'LiteLLM: thinking_blocks of Claude',
      1,
      chunk({ reasoning_content: 'Hm', thinking_blocks: [{ type: 'thinking', thinking: 'Hm', signature: null }] }),
      chunk({ reasoning_content: '.', thinking_blocks: [{ type: 'thinking', thinking: '.', signature: 'c2VhbGVk' }] }),
      pieces(piece(0, 'a', 'todo', TODO_JSON)),
    ),
    holds: /"thinking_blocks":\[\{"type":"thinking","thinking":"Hm\.","signature":"c2VhbGVk"\}\]/,
  },
  {
    ...calls(
      'W8',
      'Copilot: reasoning_text and reasoning_opaque',
      1,
      chunk({ reasoning_text: 'Hm.' }),
      chunk({ reasoning_opaque: 'c2VhbGVk' }),
      pieces(piece(0, 'a', 'todo', TODO_JSON)),
    ),
    holds: /"reasoning_opaque":"c2VhbGVk"/,
  },
  {
    ...calls(
      'W8',
      'OpenRouter: encrypted reasoning details',
      1,
      chunk({
        reasoning_details: [
          { type: 'reasoning.encrypted', data: 'c2VhbGVk', id: 'a', format: 'google-gemini-v1', index: 0 },
        ],
      }),
      pieces(piece(0, 'a', 'todo', TODO_JSON)),
    ),
    holds: /"data":"c2VhbGVk"/,
  },
  {
    ...oc,
    id: 'W8',
    what: 'a call that Gemini did not sign gets the stand-in once it is refused',
    answer: ({ n, text: body }) => {
      if (n === 1) return sse(pieces(piece(0, 'a', 'todo', TODO_JSON)), CALLS, DONE);
      return /tool_calls/.test(body) && !/skip_thought_signature_validator/.test(body)
        ? json(
            [
              {
                error: {
                  code: 400,
                  message:
                    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly.',
                  status: 'INVALID_ARGUMENT',
                },
              },
            ],
            400,
          )
        : undefined;
    },
    messages: [{ requests: 3, says: /Seven/ }],
    results: 1,
    holds: /"extra_content":\{"google":\{"thought_signature":"skip_thought_signature_validator"\}\}/,
  },
  {
    ...says(
      'W11',
      'only </think> arrives',
      /Seven herons/,
      undefined,
      text('Count first.\n'),
      text('</thi'),
      text('nk>\n\nSeven herons.'),
      stop(),
      DONE,
    ),
    lacks: /Count first|think>/,
  },
  {
    ...says(
      'W11',
      'only </think>, and no line break before it',
      /Seven herons/,
      undefined,
      text('Count first.</think>\n\nSeven herons.'),
      stop(),
      DONE,
    ),
    lacks: /Count first/,
  },
  says(
    'W11',
    '[THINK] of Mistral',
    /^Seven/,
    /Count/,
    text('[THI'),
    text('NK]Count first.[/TH'),
    text('INK]Seven herons.'),
    stop(),
    DONE,
  ),
  says(
    'W11',
    '<thinking>',
    /^Seven/,
    /Count/,
    text('<thinking>\nCount first.\n</thinking>\n\nSeven herons.'),
    stop(),
    DONE,
  ),
  says(
    'W11',
    'gpt-oss: channels',
    /^Seven herons\.$/,
    /Count|channel/,
    text('<|channel|>ana'),
    text('lysis<|message|>Count first.<|e'),
    text('nd|><|start|>assistant<|channel|>final<|mess'),
    text('age|>Seven herons.'),
    stop(),
    DONE,
  ),
  says(
    'W11',
    'Cohere: START_THINKING',
    /^Seven/,
    /Count/,
    text('<|START_THINKING|>Count first.<|END_THINKING|>Seven herons.'),
    stop(),
    DONE,
  ),
  says('W11', 'Kimi: ◁think▷', /^Seven/, /Count/, text('◁think▷Count first.◁/think▷Seven herons.'), stop(), DONE),
  says(
    'W11',
    'Gemini: a part of the text is marked as a thought',
    /^Seven/,
    /Count/,
    chunk({ content: 'Count first.', extra_content: { google: { thought: true } } }),
    text('Seven herons.'),
    stop(),
    DONE,
  ),
  says(
    'W11',
    'a field thinking',
    /^Seven/,
    /Count/,
    chunk({ thinking: 'Count first.' }),
    text('Seven herons.'),
    stop(),
    DONE,
  ),
  {
    ...says(
      'W11',
      'text about the tags stays',
      /Close it with `<\/think>`/,
      undefined,
      text('Close it with `</think>` please.'),
      stop(),
      DONE,
    ),
    holds: /Close it with/,
  },
];
