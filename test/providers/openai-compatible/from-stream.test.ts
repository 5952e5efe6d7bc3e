/** What servers leave out of a stream, or put where the API doesn't. */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { fromStream } from '../../../src/providers/openai-compatible/from-stream.ts';

type Chunk = object;
const said = { choices: [{ index: 0, delta: { content: 'Seven.' } }] };
const over = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

async function eventsOf(chunks: AsyncIterable<Chunk>): Promise<readonly ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of fromStream(chunks as AsyncIterable<ChatCompletionChunk>)) events.push(event);
  return events;
}

async function* streamOf(...chunks: readonly Chunk[]): AsyncGenerator<Chunk> {
  yield* chunks;
}

afterEach(() => void vi.useRealTimers());

describe('a stream that said why it ends', () => {
  it('is whole, also where the server then says nothing and keeps the line open', async () => {
    vi.useFakeTimers();
    async function* open() {
      yield said;
      yield over;
      await new Promise(() => {});
    }
    const events = eventsOf(open());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await events).toEqual([
      { type: 'text', text: 'Seven.' },
      { type: 'end', reason: 'done' },
    ]);
  });

  it('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await eventsOf(streamOf(said, over, { choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('R40 the usage of', () => {
  it.each<[string, object, ReturnType<typeof tokenUsage>]>([
    [
      'xAI, which counts reasoning beside the completion',
      {
        prompt_tokens: 32,
        completion_tokens: 9,
        total_tokens: 135,
        prompt_tokens_details: { cached_tokens: 6 },
        completion_tokens_details: { reasoning_tokens: 94 },
      },
      tokenUsage({ input: 26, cacheRead: 6, output: 103 }),
    ],
    [
      'OpenAI, whose completion holds the reasoning',
      {
        prompt_tokens: 32,
        completion_tokens: 103,
        total_tokens: 135,
        completion_tokens_details: { reasoning_tokens: 94 },
      },
      tokenUsage({ input: 32, output: 103 }),
    ],
    [
      'DeepSeek, which has names of its own for its cache',
      { prompt_tokens: 50, completion_tokens: 7, prompt_cache_hit_tokens: 40, prompt_cache_miss_tokens: 10 },
      tokenUsage({ input: 10, cacheRead: 40, output: 7 }),
    ],
    [
      'Moonshot, which counts its cache beside the others',
      { prompt_tokens: 50, completion_tokens: 7, cached_tokens: 40 },
      tokenUsage({ input: 10, cacheRead: 40, output: 7 }),
    ],
  ])('%s', async (_, usage, counted) => {
    const events = await eventsOf(streamOf(said, over, { choices: [], usage }));
    expect(events).toContainEqual({ type: 'usage', usage: counted });
  });

  it('Moonshot is in the choice that ends the stream', async () => {
    const usage = { prompt_tokens: 50, completion_tokens: 7 };
    const last = { choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage }] };
    const events = await eventsOf(streamOf(said, last));
    expect(events).toContainEqual({ type: 'usage', usage: tokenUsage({ input: 50, output: 7 }) });
  });
});
