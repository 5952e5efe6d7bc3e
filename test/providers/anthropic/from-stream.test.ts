/** Events of a stream as ours, where the wire can't be told when to break. */
import type { BetaRawMessageStreamEvent } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import { fromStream } from '../../../src/providers/anthropic/from-stream.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { usageOf } from '../../../src/providers/anthropic/usage.ts';

type Raw = { readonly type: string; readonly [key: string]: unknown };

const START = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Hi' } };
const SAID = { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: null };
const STOP = { type: 'message_stop' };

async function* raw(events: readonly Raw[], thrown?: Error): AsyncGenerator<BetaRawMessageStreamEvent> {
  for (const event of events) yield JSON.parse(JSON.stringify(event));
  if (thrown) throw thrown;
}

async function read(events: readonly Raw[], thrown?: Error): Promise<readonly (ModelEvent | string)[]> {
  const read: (ModelEvent | string)[] = [];
  try {
    for await (const event of fromStream(raw(events, thrown))) read.push(event);
  } catch (error) {
    read.push(String(error));
  }
  return read;
}

describe('a stream', () => {
  const text = { type: 'text', text: 'Hi' };
  const end = { type: 'end', reason: 'done' };

  it.each<[string, readonly Raw[], Error | undefined, readonly unknown[]]>([
    ['that says its end', [START, SAID, STOP], undefined, [text, end]],
    ['that goes on behind it', [START, SAID, STOP, START], undefined, [text, end]],
    ['that breaks once the model was done', [START, SAID], new Error('reset'), [text, end]],
    ['that stops without a word once the model was done', [START, SAID], undefined, [text, end]],
    ['that breaks before', [START], new Error('reset'), [text, 'Error: reset']],
    ['that stops before', [START], undefined, [text]],
    ['that ends without a reason', [START, STOP], undefined, [text, end]],
  ])('%s', async (_name, events, thrown, expected) => {
    expect(await read(events, thrown)).toEqual(expected);
  });

  it("tells what a block holds from its start on, and of nobody else's input", async () => {
    const call = { type: 'tool_use', id: 'a', name: 'look', input: { path: 'x' } };
    const thought = { type: 'thinking', thinking: 'Hm', signature: 's' };
    const events = await read([
      { type: 'content_block_start', index: 0, content_block: thought },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: call },
      { type: 'content_block_delta', index: 9, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'content_block_stop', index: 1 },
    ]);
    expect(events).toEqual([
      { type: 'thinking', text: 'Hm' },
      { type: 'signature', of: 'thinking', signature: 's' },
      { type: 'call', id: 'a', name: 'look' },
      { type: 'input', id: 'a', json: '{"path":"x"}' },
    ]);
  });

  it('W8 seals thinking that came without a signature, so that its server gets it back', async () => {
    const events = [
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: 'Hm', signature: '' } },
      { type: 'content_block_stop', index: 0 },
      STOP,
    ];
    expect(await read(events)).toEqual([
      { type: 'thinking', text: 'Hm' },
      { type: 'signature', of: 'thinking', signature: 'unsigned' },
      { type: 'end', reason: 'done' },
    ]);
    const blocks = [
      { type: 'thinking', text: 'Hm', signature: 'unsigned' },
      { type: 'text', text: 'Yes' },
    ] as const;
    expect(toAnthropicMessages([{ role: 'assistant', blocks }])[0]?.content[0]).toEqual({
      type: 'thinking',
      thinking: 'Hm',
      signature: '',
    });
  });

  it('takes no empty signature for one', async () => {
    const events = await read([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: '' } },
      { type: 'content_block_stop', index: 0 },
    ]);
    expect(events).toEqual([{ type: 'thinking', text: 'Hm' }]);
  });
});

describe('usageOf', () => {
  it('R40 adds up what is told, and nothing twice', () => {
    const start = { input_tokens: 10, cache_creation_input_tokens: 3, cache_read_input_tokens: 2, output_tokens: 1 };
    expect(usageOf()).toBeUndefined();
    expect(usageOf(start, { input_tokens: null, output_tokens: 7 })).toEqual({
      input: 10,
      output: 7,
      cacheCreation: 3,
      cacheRead: 2,
      total: 22,
    });
  });

  it('M3 keeps the counts of the start where a gateway puts 0 into the last report', () => {
    const start = { input_tokens: 5_000, cache_read_input_tokens: 300, output_tokens: 1 };
    const last = { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 40 };
    expect(usageOf(start, last)).toEqual({ input: 5_000, output: 40, cacheCreation: 0, cacheRead: 300, total: 5_340 });
  });

  it('takes a report with each word of a long reply', async () => {
    const begun = { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } };
    const reports = Array.from({ length: 150_000 }, (_, at) => ({
      type: 'message_delta',
      usage: { output_tokens: at },
    }));
    const events = await read([begun, ...reports, SAID]);
    expect(events.findLast((event) => typeof event !== 'string' && event.type === 'usage')).toMatchObject({
      usage: { input: 5, output: 149_999 },
    });
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'done' });
  });

  it('takes the last step of the model where there were several, and never a compaction for one', () => {
    const steps = [
      { type: 'message', input_tokens: 50, output_tokens: 5 },
      { type: 'message', input_tokens: 70, output_tokens: 6 },
      { type: 'compaction', input_tokens: 900, output_tokens: 90 },
    ];
    expect(usageOf({ input_tokens: 120, output_tokens: 11, iterations: steps })?.total).toBe(76);
    expect(usageOf({ input_tokens: 120, output_tokens: 11, iterations: [] })?.total).toBe(131);
  });
});
