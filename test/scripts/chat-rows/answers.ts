/** Answers of a server as bytes, in the words of each API, as rows of cases put them together. */
import type { Json } from '../../../src/core/lang/json.ts';

/** One HTTP answer. */
export interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection breaks after the body. */
  readonly breaks?: boolean;
}

export type Api = 'anthropic' | 'openai' | 'openai-compatible' | 'gemini';

type Fields = Readonly<Record<string, unknown>>;

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export interface Said {
  readonly text?: string;
  readonly calls?: readonly Call[];
  /** Tokens: of the request, and of the reply. Undefined: no usage at all. */
  readonly usage?: readonly [input: number, output: number] | undefined;
}

export const TODO = { name: 'todo', input: { items: [{ text: 'Count the herons', status: 'pending' }] } } as const;
export const TODO_JSON = JSON.stringify(TODO.input);

export const data = (value: object | string, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
export const DONE = data('[DONE]');

export function sse(...events: readonly string[]): Answer {
  return { type: 'text/event-stream', body: events.join('') };
}

export function json(body: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

/** A chunk of Chat Completions; `rest` stands beside `choices`. */
export function chunk(delta: Fields, finish: string | null = null, rest: Fields = {}): string {
  return data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...rest,
  });
}

export function usageChunk(usage: unknown): string {
  return data({ id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage });
}

export const text = (content: string) => chunk({ content });
export const stop = (reason: string | null = 'stop') => chunk({}, reason);
export const counted = (input: number, output: number) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

/** Pieces of calls as they stand in one delta. */
export const pieces = (...calls: readonly Fields[]) => chunk({ tool_calls: calls });
export const piece = (index: number | undefined, id: string | undefined, name: string | undefined, json?: string) => ({
  ...(index !== undefined && { index }),
  ...(id !== undefined && { id, type: 'function' }),
  function: { ...(name !== undefined && { name }), ...(json !== undefined && { arguments: json }) },
});

/** An ordinary reply of each API. */
const REPLIES: Readonly<Record<Api, (said: Said) => Answer>> = {
  'openai-compatible': ({ text: words, calls = [], usage }) =>
    sse(
      ...(words === undefined ? [] : [text(words)]),
      ...calls.map(({ id, name, input }, at) => pieces(piece(at, id, name, JSON.stringify(input)))),
      stop(calls.length > 0 ? 'tool_calls' : 'stop'),
      ...(usage ? [usageChunk(counted(...usage))] : []),
      DONE,
    ),
  anthropic: ({ text: words, calls = [], usage }) => {
    const blocks = [
      ...(words === undefined
        ? []
        : [
            [
              { type: 'text', text: '' },
              { type: 'text_delta', text: words },
            ],
          ]),
      ...calls.map(({ id, name, input }) => [
        { type: 'tool_use', id, name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      ]),
    ];
    return sse(
      ...claude(
        {
          type: 'message_start',
          message: { id: 'msg_1', content: [], ...(usage && { usage: { input_tokens: usage[0], output_tokens: 1 } }) },
        },
        ...blocks.flatMap(([content_block, delta], index) => [
          { type: 'content_block_start', index, content_block },
          { type: 'content_block_delta', index, delta },
          { type: 'content_block_stop', index },
        ]),
        {
          type: 'message_delta',
          delta: { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn' },
          ...(usage && { usage: { output_tokens: usage[1] } }),
        },
        { type: 'message_stop' },
      ),
    );
  },
  openai: ({ text: words, calls = [], usage }) =>
    sse(
      ...responses(
        { type: 'response.created', response: { id: 'r1', status: 'in_progress' } },
        ...(words === undefined
          ? []
          : [
              {
                type: 'response.output_item.added',
                output_index: 0,
                item: { id: 'm_1', type: 'message', role: 'assistant', content: [] },
              },
              { type: 'response.output_text.delta', item_id: 'm_1', output_index: 0, delta: words },
              {
                type: 'response.output_item.done',
                output_index: 0,
                item: {
                  id: 'm_1',
                  type: 'message',
                  role: 'assistant',
                  content: [{ type: 'output_text', text: words }],
                },
              },
            ]),
        ...calls.flatMap(({ id, name, input }, at) => {
          const item = { id: `fc_${at}`, type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) };
          return [
            { type: 'response.output_item.added', output_index: at + 1, item: { ...item, arguments: '' } },
            { type: 'response.output_item.done', output_index: at + 1, item },
          ];
        }),
        {
          type: 'response.completed',
          response: {
            id: 'r1',
            status: 'completed',
            ...(usage && {
              usage: { input_tokens: usage[0], output_tokens: usage[1], total_tokens: usage[0] + usage[1] },
            }),
          },
        },
      ),
    ),
  gemini: ({ text: words, calls = [], usage }) =>
    sse(
      data({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [
                ...(words === undefined ? [] : [{ text: words }]),
                ...calls.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } })),
              ],
            },
            finishReason: 'STOP',
          },
        ],
        ...(usage && { usageMetadata: { promptTokenCount: usage[0], candidatesTokenCount: usage[1] } }),
      }),
    ),
};

export const claude = (...events: readonly (Fields & { readonly type: string })[]) =>
  events.map((event) => data(event, event.type));
export const responses = claude;

export function reply(api: Api, said: Said): Answer {
  return REPLIES[api](said);
}

/** A refusal in the form of the API. */
export function refusal(api: Api, status: number, message: string, code?: string): Answer {
  switch (api) {
    case 'anthropic':
      return json({ type: 'error', error: { type: code ?? 'invalid_request_error', message } }, status);
    case 'gemini':
      return json({ error: { code: status, message, status: code ?? 'INVALID_ARGUMENT' } }, status);
    case 'openai':
    case 'openai-compatible':
      return json({ error: { message, type: 'invalid_request_error', param: null, code: code ?? null } }, status);
  }
}
