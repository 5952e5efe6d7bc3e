/** A told answer as the chunks of a chat completion (developers.openai.com, "Chat Completions", "Streaming"). */
import type { Json } from '../../src/core/lang/json.ts';
import type { FakeAnswer } from './fake.ts';
import { halves } from './openai-responses-events.ts';

type Delta = { readonly [key: string]: Json };

export const OVERLOADED = chunk({
  error: { message: 'The model is overloaded. Please try again later.', type: 'server_error', code: 503 },
});

const FINISH = { done: 'stop', calls: 'tool_calls', length: 'length', refused: 'content_filter' } as const;

/** Reasoning goes where DeepSeek and vLLM put it; the usage comes last, and only where it was asked for. */
export function eventsOf(answer: FakeAnswer, counted: number, countsUsage: boolean): readonly string[] {
  const { thinking = '', text = '', calls = [], end = calls.length > 0 ? 'calls' : 'done' } = answer;
  const deltas: readonly Delta[] = [
    { role: 'assistant', content: '' },
    ...halves(thinking).map((reasoning_content) => ({ reasoning_content })),
    ...halves(text).map((content) => ({ content })),
    ...calls.flatMap(({ id, name, input, rawInput }, index) => [
      { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] },
      ...halves(rawInput ?? JSON.stringify(input)).map((piece) => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ];
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'fake' };
  return [
    ...deltas.map((delta) => chunk({ ...base, choices: [{ index: 0, delta, finish_reason: null }] })),
    chunk({ ...base, choices: [{ index: 0, delta: {}, finish_reason: FINISH[end] }] }),
    ...(countsUsage ? [chunk({ ...base, choices: [], usage: usageOf(answer, counted) })] : []),
    'data: [DONE]\n\n',
  ];
}

function usageOf({ usage = {} }: FakeAnswer, counted: number): Json {
  const { input = counted, output = 10, cacheRead = 0, cacheCreation = 0 } = usage;
  const prompt_tokens = input + cacheRead + cacheCreation;
  return {
    prompt_tokens,
    completion_tokens: output,
    total_tokens: prompt_tokens + output,
    prompt_tokens_details: { cached_tokens: cacheRead, cache_write_tokens: cacheCreation },
  };
}

function chunk(body: Json): string {
  return `data: ${JSON.stringify(body)}\n\n`;
}
