/** One small reply for each adapter as its server would stream it, in which a test puts foreign values where it likes. */
import type { Reply } from '../../../src/core/agent/model-event.ts';
import type { AgentModel } from '../../../src/core/agent/ports.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { anthropic } from '../../../src/providers/anthropic/adapter.ts';
import { gemini } from '../../../src/providers/gemini/adapter.ts';
import { openaiCompatible } from '../../../src/providers/openai-compatible/adapter.ts';
import { openai } from '../../../src/providers/openai-responses/adapter.ts';
import { createReplay } from '../../../src/providers/replay/adapter.ts';
import type { Recording } from '../../../src/providers/replay/recording.ts';
import type { Provider } from '../../../src/providers/shared/provider.ts';
import { createVscodeLm } from '../../../src/providers/vscode-lm/adapter.ts';
import { startServer } from '../../wire/server.ts';
import { fakeApi } from '../../wire/vscode-lm-api.ts';
import { replyOf, requestFor, says } from '../drive.ts';

/** Where a value is in a stream: the index of its chunk, then keys. */
export type Path = readonly (string | number)[];
export type Chunks = readonly Json[];

export interface Stream {
  readonly name: string;
  readonly chunks: Chunks;
  /** Places that a reply can do without. A change of one costs at most what is in it. */
  readonly optional: readonly Path[];
  start(): Promise<Server>;
}

export interface Server {
  readonly model: AgentModel;
  /** The reply that the adapter makes of these chunks. */
  reply(chunks: Chunks): Promise<Reply>;
  close(): Promise<void>;
}

/** What each of the replies says. */
export const SAID = 'Seven herons.';

/** As a value of a chunk: JSON that is nested so deeply that code which walks it overflows the stack. */
export const DEEP = 'nested deeply';
const DEEP_JSON = `${'{"a":['.repeat(15_000)}1${']}'.repeat(15_000)}`;

/** The chunks with another value at a place; without `value` the place is left out. */
export function withAt(chunks: Chunks, path: Path, ...value: [unknown?]): Chunks {
  const copy: unknown = structuredClone(chunks);
  const [last, ...rest] = path.toReversed();
  const holder = rest.reverse().reduce((inner: unknown, key) => Reflect.get(Object(inner), key), copy);
  if (value.length === 0) Reflect.deleteProperty(Object(holder), last ?? '');
  else Reflect.set(Object(holder), last ?? '', value[0]);
  return copy as Chunks;
}

const HELLO = requestFor([says('user', 'How many?')]);

const paths = (at: number, ...keys: readonly string[]): readonly Path[] => keys.map((key) => [at, ...pathOf(key)]);
const pathOf = (dotted: string): Path => dotted.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** Over a server on loopback and the provider's own library. */
function streamed(provider: Provider, path: string, textOf: (chunk: Json) => string): Stream['start'] {
  return async () => {
    let body = '';
    const server = await startServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(body);
    });
    const model = provider.model({ id: 'm1' }, { apiKey: 'the-key-of-a-test', baseUrl: `${server.url}${path}` });
    return {
      model: { ...model, modelKey: `${provider.id}/m1` },
      reply: (chunks) => {
        body = chunks.map(textOf).join('').replaceAll(JSON.stringify(DEEP), DEEP_JSON);
        return replyOf(model, HELLO);
      },
      close: server.close,
    };
  };
}

const data = (chunk: Json) => `data: ${JSON.stringify(chunk)}\n\n`;
const typed = (chunk: Json) => `event: ${Reflect.get(Object(chunk), 'type')}\n${data(chunk)}`;

const counts = { input_tokens: 10, cache_creation_input_tokens: 2, cache_read_input_tokens: 3, output_tokens: 12 };

const ANTHROPIC: Stream = {
  name: 'anthropic',
  chunks: [
    { type: 'message_start', message: { id: 'msg_1', content: [], stop_reason: null, usage: counts } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'sealed' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'redacted_thinking', data: 'hidden' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'text_delta', text: SAID } },
    { type: 'content_block_stop', index: 2 },
    { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', id: 't1', name: 'look', input: {} } },
    { type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"path":"a"}' } },
    { type: 'content_block_stop', index: 3 },
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_details: null },
      usage: { output_tokens: 12, iterations: [{ type: 'message', ...counts }] },
    },
    { type: 'message_stop' },
  ],
  optional: [
    ...paths(0, 'message', 'message.usage', ...Object.keys(counts).map((key) => `message.usage.${key}`)),
    ...paths(1, 'content_block', 'content_block.thinking', 'content_block.signature'),
    ...paths(2, 'delta', 'delta.thinking'),
    ...paths(3, 'delta', 'delta.signature'),
    ...paths(5, 'content_block', 'content_block.data'),
    ...paths(7, 'content_block', 'content_block.text'),
    ...paths(10, 'content_block', 'content_block.id', 'content_block.name', 'content_block.input'),
    ...paths(11, 'delta', 'delta.partial_json'),
    ...paths(13, 'delta', 'delta.stop_reason', 'delta.stop_details', 'usage', 'usage.output_tokens'),
    ...paths(13, 'usage.iterations', 'usage.iterations.0', 'usage.iterations.0.input_tokens'),
  ],
  start: streamed(anthropic, '', typed),
};

const responsesUsage = {
  input_tokens: 15,
  input_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
  output_tokens: 12,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 27,
};
const reasoning = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] };
const spoken = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', phase: 'final_answer' };
const called = { id: 'fc_1', type: 'function_call', call_id: 'c1', name: 'look', status: 'completed' };

const RESPONSES: Stream = {
  name: 'openai-responses',
  chunks: [
    { type: 'response.created', response: { id: 'r1', status: 'in_progress', usage: null } },
    { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, summary: [] } },
    { type: 'response.reasoning_summary_part.added', item_id: 'rs_1', summary_index: 0 },
    { type: 'response.reasoning_summary_text.delta', item_id: 'rs_1', summary_index: 0, delta: 'Hm.' },
    { type: 'response.output_item.done', output_index: 0, item: { ...reasoning, encrypted_content: 'gAAA' } },
    { type: 'response.output_item.added', output_index: 1, item: { ...spoken, content: [] } },
    { type: 'response.output_text.delta', item_id: 'msg_1', delta: SAID },
    { type: 'response.output_item.done', output_index: 1, item: { ...spoken, content: [] } },
    { type: 'response.output_item.added', output_index: 2, item: { ...called, arguments: '' } },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '{"path":"a"}' },
    { type: 'response.output_item.done', output_index: 2, item: { ...called, arguments: '{"path":"a"}' } },
    {
      type: 'response.completed',
      response: { id: 'r1', status: 'completed', error: null, incomplete_details: null, usage: responsesUsage },
    },
  ],
  optional: [
    ...paths(1, 'item', 'item.id', 'item.summary'),
    ...paths(2, 'summary_index'),
    ...paths(3, 'delta'),
    ...paths(4, 'item', 'item.id', 'item.summary', 'item.summary.0', 'item.encrypted_content'),
    ...paths(5, 'item', 'item.id', 'item.phase'),
    ...paths(7, 'item', 'item.id', 'item.phase', 'item.status'),
    ...paths(8, 'item', 'item.id', 'item.call_id', 'item.name', 'item.arguments'),
    ...paths(9, 'item_id', 'delta'),
    ...paths(10, 'item', 'item.id', 'item.call_id', 'item.name', 'item.status', 'item.arguments'),
    ...paths(11, 'response.status', 'response.incomplete_details', 'response.usage', 'response.usage.input_tokens'),
    ...paths(11, 'response.usage.output_tokens', 'response.usage.total_tokens', 'response.usage.input_tokens_details'),
    ...paths(11, 'response.usage.input_tokens_details.cached_tokens'),
    ...paths(11, 'response.usage.input_tokens_details.cache_write_tokens'),
  ],
  start: streamed(openai, '/v1', typed),
};

const chatUsage = {
  prompt_tokens: 15,
  completion_tokens: 12,
  total_tokens: 27,
  prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: 4 },
};
const piece = (delta: Json, finish_reason: Json = null): Json => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
});
const callPiece = { index: 0, id: 'c1', type: 'function', function: { name: 'look', arguments: '{"path":"a"}' } };

const CHAT: Stream = {
  name: 'openai-compatible',
  chunks: [
    piece({ role: 'assistant', content: '' }),
    piece({ reasoning_content: 'Hm.' }),
    piece({ content: SAID }),
    piece({ tool_calls: [callPiece] }),
    piece({}, 'tool_calls'),
    { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [], usage: chatUsage },
  ],
  optional: [
    ...paths(
      0,
      'id',
      'object',
      'choices',
      'choices.0',
      'choices.0.delta',
      'choices.0.delta.content',
      'choices.0.finish_reason',
    ),
    ...paths(1, 'choices.0.delta', 'choices.0.delta.reasoning_content'),
    ...paths(3, 'choices.0.delta', 'choices.0.delta.content'),
    ...paths(3, 'choices.0.delta.tool_calls', 'choices.0.delta.tool_calls.0', 'choices.0.delta.tool_calls.0.id'),
    ...paths(3, 'choices.0.delta.tool_calls.0.index', 'choices.0.delta.tool_calls.0.function'),
    ...paths(3, 'choices.0.delta.tool_calls.0.function.name', 'choices.0.delta.tool_calls.0.function.arguments'),
    ...paths(4, 'choices.0.delta'),
    ...paths(5, 'usage', 'usage.prompt_tokens', 'usage.completion_tokens', 'usage.total_tokens'),
    ...paths(5, 'usage.prompt_tokens_details', 'usage.prompt_tokens_details.cached_tokens'),
    ...paths(5, 'usage.prompt_tokens_details.cache_write_tokens', 'usage.completion_tokens_details'),
    ...paths(5, 'usage.completion_tokens_details.reasoning_tokens', 'usage.prompt_cache_hit_tokens'),
  ],
  start: streamed(openaiCompatible, '/v1', data),
};

const content = (part: Json): Json => ({ candidates: [{ content: { parts: [part], role: 'model' }, index: 0 }] });

const GEMINI: Stream = {
  name: 'gemini',
  chunks: [
    content({ text: 'Hm.', thought: true }),
    content({ text: SAID }),
    content({ functionCall: { id: 'c1', name: 'look', args: { path: 'a' } }, thoughtSignature: 'sealed' }),
    {
      candidates: [{ finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: 13,
        cachedContentTokenCount: 3,
        toolUsePromptTokenCount: 2,
        candidatesTokenCount: 8,
        thoughtsTokenCount: 4,
        totalTokenCount: 27,
      },
    },
  ],
  optional: [
    ...paths(0, 'candidates', 'candidates.0', 'candidates.0.content', 'candidates.0.content.parts'),
    ...paths(0, 'candidates.0.content.parts.0', 'candidates.0.content.parts.0.text'),
    ...paths(0, 'candidates.0.content.parts.0.thought', 'candidates.0.content.parts.0.thoughtSignature'),
    ...paths(2, 'candidates.0', 'candidates.0.content', 'candidates.0.content.parts'),
    ...paths(2, 'candidates.0.content.parts.0', 'candidates.0.content.parts.0.functionCall'),
    ...paths(2, 'candidates.0.content.parts.0.functionCall.id', 'candidates.0.content.parts.0.functionCall.name'),
    ...paths(2, 'candidates.0.content.parts.0.functionCall.args', 'candidates.0.content.parts.0.thoughtSignature'),
    ...paths(2, 'usageMetadata', 'promptFeedback'),
    ...paths(3, 'usageMetadata', 'usageMetadata.promptTokenCount', 'usageMetadata.cachedContentTokenCount'),
    ...paths(3, 'usageMetadata.toolUsePromptTokenCount', 'usageMetadata.candidatesTokenCount'),
    ...paths(3, 'usageMetadata.thoughtsTokenCount', 'candidates.0.content'),
  ],
  start: streamed(gemini, '', data),
};

const EDITOR: Stream = {
  name: 'vscode-lm',
  chunks: [{ value: SAID }, { callId: 'c1', name: 'look', input: { path: 'a' } }],
  optional: [...paths(1, 'callId', 'name', 'input'), [1]],
  start: async () => {
    let chunks: Chunks = [];
    async function* stream() {
      for (const chunk of chunks) yield partOf(chunk);
    }
    const api = fakeApi([
      {
        id: 'm1',
        vendor: 'v',
        family: 'f',
        version: '1',
        name: 'M1',
        maxInputTokens: 100_000,
        countTokens: async () => 1,
        sendRequest: async () => ({ stream: stream(), text: noText() }),
      },
    ]);
    const partOf = (chunk: Json): unknown => {
      const { value, ...call } = Object(chunk);
      if (value !== undefined) return new api.LanguageModelTextPart(value);
      if (Object.keys(call).length === 0) return chunk;
      return Object.assign(new api.LanguageModelToolCallPart('', '', {}), { callId: undefined, ...call });
    };
    const model = createVscodeLm(api).model({ id: 'v/m1' }, {});
    return {
      model,
      reply: (given) => {
        chunks = given;
        return replyOf(model, HELLO);
      },
      close: async () => {},
    };
  },
};

async function* noText(): AsyncGenerator<never> {}

const REPLAY: Stream = {
  name: 'replay',
  chunks: [
    {
      thinking: 'Hm.',
      text: SAID,
      calls: [{ id: 'c1', name: 'look', input: { path: 'a' }, result: '' }],
      usage: { input: 10, output: 12, cacheCreation: 2, cacheRead: 3, total: 27 },
    },
  ],
  optional: [
    ...paths(0, 'thinking', 'calls', 'calls.0', 'calls.0.id', 'calls.0.name', 'calls.0.input', 'usage'),
    ...paths(0, 'usage.input', 'usage.output', 'usage.cacheCreation', 'usage.cacheRead', 'usage.total'),
  ],
  start: async () => ({
    model: replayOf([]),
    reply: (chunks) => replyOf(replayOf(chunks), HELLO),
    close: async () => {},
  }),
};

/** A recording that nobody has checked. */
function replayOf(replies: Chunks): AgentModel {
  const recording = { id: 'm1', name: 'm1', window: 100_000, tools: [], replies };
  return createReplay([recording as unknown as Recording], { speed: 0, wait: async () => {} }).model({ id: 'm1' }, {});
}

export const STREAMS: readonly Stream[] = [ANTHROPIC, RESPONSES, CHAT, GEMINI, EDITOR, REPLAY];
