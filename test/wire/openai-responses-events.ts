/** A told answer as the events that the Responses API streams (developers.openai.com, "Streaming events"). */
import type { Json } from '../../src/core/lang/json.ts';
import type { FakeAnswer, FakeCall } from './fake.ts';
import { mintId, seal } from './openai-seals.ts';

type Body = { readonly [key: string]: Json };
type Event = Body & { readonly type: string };

export const OVERLOADED = sse({
  type: 'error',
  code: 'server_is_overloaded',
  message: 'Our servers are currently overloaded. Please try again later.',
  param: null,
  sequence_number: 99,
});

/** `n`: number of the response, so that its ids are like no others. */
export function eventsOf(answer: FakeAnswer, counted: number, n: number): readonly string[] {
  const { thinking, text, calls = [], end } = answer;
  const at = n * 100;
  const reasoning = thinking === undefined ? undefined : mintId('rs', at);
  const message = mintId('msg', at + 1, reasoning);
  const said = text ?? (end === 'refused' ? "I'm sorry, but I can't help with that." : undefined);
  const callIds = calls.map((_, i) => mintId('fc', at + 2 + i, reasoning));
  const first = said === undefined ? callIds[0] : message;
  const items = [
    ...(reasoning === undefined ? [] : [reasoningItem(reasoning, thinking ?? '', first)]),
    ...(said === undefined ? [] : [messageItem(message, said, end)]),
    ...calls.map((call, i) => callItem(callIds[i] ?? '', call, end)),
  ];
  const response = { id: `resp_${n}`, object: 'response', created_at: 1, model: 'fake', error: null };
  const isCut = end === 'length';
  const ended: Event = {
    type: isCut ? 'response.incomplete' : 'response.completed',
    response: {
      ...response,
      status: isCut ? 'incomplete' : 'completed',
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
      output: items.map(({ item }) => item),
      usage: usageOf(answer, counted),
    },
  };
  const begun = { ...response, status: 'in_progress', incomplete_details: null, output: [], usage: null };
  const events: readonly Event[] = [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
    ...items.flatMap(({ events: own, item, begun: empty }, output_index) => [
      { type: 'response.output_item.added', output_index, item: empty },
      ...own.map((event) => ({ ...event, output_index, item_id: item.id ?? '' })),
      { type: 'response.output_item.done', output_index, item },
    ]),
    ended,
  ];
  return events.map((event, sequence_number) => sse({ ...event, sequence_number }));
}

interface Item {
  readonly item: Body;
  readonly begun: Body;
  readonly events: readonly Event[];
}

function reasoningItem(id: string, text: string, next: string | undefined): Item {
  const part = { type: 'summary_text', text };
  const item = {
    id,
    type: 'reasoning',
    summary: text === '' ? [] : [part],
    encrypted_content: seal({ id, next: next ?? null }),
  };
  const at = { summary_index: 0 };
  const events: readonly Event[] = [
    { type: 'response.reasoning_summary_part.added', ...at, part: { type: 'summary_text', text: '' } },
    ...halves(text).map((delta) => ({ type: 'response.reasoning_summary_text.delta', ...at, delta })),
    { type: 'response.reasoning_summary_text.done', ...at, text },
    { type: 'response.reasoning_summary_part.done', ...at, part },
  ];
  return { item, begun: { ...item, summary: [], encrypted_content: 'gAAA' }, events: text === '' ? [] : events };
}

function messageItem(id: string, text: string, end: FakeAnswer['end']): Item {
  const isRefusal = end === 'refused';
  const part = isRefusal ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [] };
  const kind = isRefusal ? 'refusal' : 'output_text';
  const status = end === 'length' ? 'incomplete' : 'completed';
  const item = { id, type: 'message', role: 'assistant', status, phase: 'final_answer', content: [part] };
  const at = { content_index: 0 };
  const events: readonly Event[] = [
    { type: 'response.content_part.added', ...at, part: { ...part, [isRefusal ? 'refusal' : 'text']: '' } },
    ...halves(text).map((delta) => ({ type: `response.${kind}.delta`, ...at, delta })),
    { type: `response.${kind}.done`, ...at, [isRefusal ? 'refusal' : 'text']: text },
    { type: 'response.content_part.done', ...at, part },
  ];
  return { item, begun: { ...item, status: 'in_progress', content: [] }, events };
}

function callItem(id: string, { id: call_id, name, input, rawInput }: FakeCall, end: FakeAnswer['end']): Item {
  const args = rawInput ?? JSON.stringify(input);
  const status = end === 'length' ? 'incomplete' : 'completed';
  const item = { id, type: 'function_call', call_id, name, arguments: args, status };
  const events: readonly Event[] = [
    ...halves(args).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
    { type: 'response.function_call_arguments.done', arguments: args },
  ];
  return { item, begun: { ...item, arguments: '', status: 'in_progress' }, events };
}

/** Input tokens include those read from and written to the cache. */
function usageOf({ usage = {}, thinking }: FakeAnswer, counted: number): Json {
  const { input = counted, output = 10, cacheRead = 0, cacheCreation = 0 } = usage;
  const input_tokens = input + cacheRead + cacheCreation;
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheCreation },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: thinking === undefined ? 0 : Math.floor(output / 2) },
    total_tokens: input_tokens + output,
  };
}

export function halves(text: string): readonly string[] {
  const characters = [...text];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle).join(''), characters.slice(middle).join('')].filter((piece) => piece !== '');
}

function sse(event: Event): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
