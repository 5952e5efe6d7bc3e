/** Rows W1 to W11: what servers put into their replies. */
import {
  claude,
  counted,
  DONE,
  data,
  json,
  piece,
  pieces,
  responses,
  sse,
  stop,
  TODO,
  TODO_JSON,
  text,
  usageChunk,
} from './answers.ts';
import type { Row } from './drive.ts';

const first =
  (answer: ReturnType<Row['answer']>): Row['answer'] =>
  ({ n }) =>
    n === 1 ? answer : undefined;
const half = [TODO_JSON.slice(0, 20), TODO_JSON.slice(20)] as const;
const CALLS = stop('tool_calls');
const oc = { api: 'openai-compatible' } as const;
const ONE_CALL = { messages: [{ requests: 2, says: /Seven/ }], results: 1 } as const;

export const REPLY_ROWS: readonly Row[] = [
  {
    ...oc,
    id: 'W1',
    what: 'counts of a wrong type, and an id and a name that are numbers',
    answer: first(
      sse(
        text('Hm.'),
        pieces({ index: 0, id: 7, type: 'function', function: { name: 'todo', arguments: TODO_JSON } }),
        CALLS,
        usageChunk({ prompt_tokens: 1.5, completion_tokens: -1, prompt_tokens_details: { cached_tokens: null } }),
        DONE,
      ),
    ),
    ...ONE_CALL,
  },
  {
    api: 'anthropic',
    id: 'W1',
    what: 'counts and a signature of a wrong type',
    answer: first(
      sse(
        ...claude(
          { type: 'message_start', message: { usage: { input_tokens: null, output_tokens: '3' } } },
          {
            type: 'content_block_start',
            index: 0,
            content_block: { type: 'thinking', thinking: 'Hm.', signature: 12 },
          },
          { type: 'content_block_stop', index: 0 },
          {
            type: 'content_block_start',
            index: 1,
            content_block: { type: 'tool_use', id: 7, name: 'todo', input: TODO.input },
          },
          { type: 'content_block_stop', index: 1 },
          { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: -4 } },
          { type: 'message_stop' },
        ),
      ),
    ),
    ...ONE_CALL,
  },
  {
    api: 'gemini',
    id: 'W1',
    what: 'counts and a signature of a wrong type',
    answer: first(
      sse(
        data({
          candidates: [
            {
              content: { parts: [{ functionCall: { id: 7, name: 'todo', args: TODO.input }, thoughtSignature: 12 }] },
              finishReason: 'STOP',
            },
          ],
          usageMetadata: { promptTokenCount: '12', candidatesTokenCount: {}, cachedContentTokenCount: 1e300 },
        }),
      ),
    ),
    ...ONE_CALL,
  },
  {
    api: 'openai',
    id: 'W1',
    what: 'counts of a wrong type, and an id that is a number',
    answer: first(
      sse(
        ...responses(
          {
            type: 'response.output_item.done',
            output_index: 0,
            item: { id: 1, type: 'function_call', call_id: 7, name: 'todo', arguments: TODO_JSON },
          },
          {
            type: 'response.completed',
            response: {
              status: 'completed',
              usage: { input_tokens: 1.5, output_tokens: 'many', input_tokens_details: null },
            },
          },
        ),
      ),
    ),
    ...ONE_CALL,
  },
  {
    ...oc,
    id: 'W2',
    what: 'later pieces of a call have another id',
    answer: first(
      sse(
        pieces(piece(0, 'call_a', 'todo')),
        pieces(piece(0, 'x1', undefined, half[0])),
        pieces(piece(0, 'x2', undefined, half[1])),
        CALLS,
        DONE,
      ),
    ),
    ...ONE_CALL,
  },
  {
    ...oc,
    id: 'W3',
    what: 'pieces of the arguments at indexes of their own',
    answer: first(
      sse(
        pieces(piece(0, 'call_a', 'todo')),
        pieces(piece(1, undefined, undefined, half[0])),
        pieces(piece(2, undefined, undefined, half[1])),
        CALLS,
        DONE,
      ),
    ),
    ...ONE_CALL,
  },
  {
    ...oc,
    id: 'W4',
    what: 'the same call again at another index',
    answer: first(
      sse(pieces(piece(0, 'call_a', 'todo', TODO_JSON)), pieces(piece(1, 'call_a', 'todo', TODO_JSON)), CALLS, DONE),
    ),
    ...ONE_CALL,
  },
  {
    ...oc,
    id: 'W5',
    what: 'two calls without index, in turn, the name in each piece',
    answer: first(
      sse(
        pieces(piece(undefined, 'a', 'todo', half[0])),
        pieces(piece(undefined, 'b', 'todo', half[0])),
        pieces(piece(undefined, 'a', 'todo', half[1])),
        pieces(piece(undefined, 'b', 'todo', half[1])),
        CALLS,
        DONE,
      ),
    ),
    messages: [{ requests: 2, says: /Seven/ }],
    results: 2,
  },
  {
    ...oc,
    id: 'W6',
    what: 'no finish reason, then [DONE]',
    answer: first(sse(text('Seven '), text('herons.'), DONE)),
    messages: [{ requests: 1, says: /Seven herons/ }],
  },
  {
    ...oc,
    id: 'W7',
    what: 'a completion in one piece',
    answer: first(
      json({
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Seven herons.' }, finish_reason: 'stop' }],
        usage: counted(900, 4),
      }),
    ),
    messages: [{ requests: 1, says: /Seven herons/, tokens: [900, 1_100], measured: true }],
  },
  {
    ...oc,
    id: 'W8',
    what: 'a thought signature on a call goes back',
    answer: first(
      sse(
        pieces({ ...piece(0, 'a', 'todo', TODO_JSON), extra_content: { google: { thought_signature: 'c2VhbGVk' } } }),
        CALLS,
        DONE,
      ),
    ),
    ...ONE_CALL,
    holds: /"extra_content":\{"google":\{"thought_signature":"c2VhbGVk"\}\}/,
  },
  {
    api: 'anthropic',
    id: 'W8',
    what: 'thinking without a signature goes back',
    answer: first(
      sse(
        ...claude(
          { type: 'message_start', message: {} },
          { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Count first.' } },
          { type: 'content_block_stop', index: 0 },
          {
            type: 'content_block_start',
            index: 1,
            content_block: { type: 'tool_use', id: 'a', name: 'todo', input: TODO.input },
          },
          { type: 'content_block_stop', index: 1 },
          { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
          { type: 'message_stop' },
        ),
      ),
    ),
    ...ONE_CALL,
    holds: /Count first/,
  },
  {
    ...oc,
    id: 'W11',
    what: '<think> at the head of the text',
    answer: first(sse(text('<thi'), text('nk>Count first.</th'), text('ink>\n\nSeven herons.'), stop(), DONE)),
    messages: [{ requests: 1, says: /^Seven herons/, hides: /Count/ }],
    lacks: /think>/,
  },
  {
    api: 'anthropic',
    id: 'W11',
    what: '<think> at the head of the text, of a server that speaks like Claude',
    answer: first(
      sse(
        ...claude(
          { type: 'message_start', message: {} },
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          {
            type: 'content_block_delta',
            index: 0,
            delta: { type: 'text_delta', text: '<think>Count first.</think>Seven herons.' },
          },
          { type: 'content_block_stop', index: 0 },
          { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
          { type: 'message_stop' },
        ),
      ),
    ),
    messages: [{ requests: 1, says: /^Seven herons/, hides: /Count/ }],
  },
];
