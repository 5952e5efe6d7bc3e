/** A provider's model that writes summaries: what it is sent, and what its replies and failures come to (R43, R45). */
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../src/core/agent/build-request.ts';
import type { ModelEvent } from '../../../src/core/agent/model-event.ts';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { type SummaryModelInput, summaryModelOf } from '../../../src/core/agent/summary-model.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { limitsWith, perform } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { recordedAgent, replied } from './recorded-agent.ts';

const running = { aborted: false };
const tools = [{ name: 'read_file', description: 'Reads.', inputSchema: {} }];
const input: SummaryModelInput = {
  window: 200_000,
  reserve: 16_000,
  prices: DEFAULT_PRICES,
  warm: true,
  system: () => 'You are Spool.',
  tools,
  threadId: 't1',
};
const ASK = { messages: [], tools: 'none', maxTokens: 900, isEdited: false } as const;
const asked = (events: readonly ModelEvent[], signal = running) =>
  summaryModelOf(recordedAgent([events]), input).complete(ASK, signal);

describe('summaryModelOf', () => {
  const usage = tokenUsage({ input: 5, output: 3 });
  it.each<[string, readonly ModelEvent[], unknown]>([
    [
      'gives the text and what it cost',
      [{ type: 'thinking', text: 'hm' }, { type: 'usage', usage }, ...replied('S')],
      ok({ text: 'S', usage }),
    ],
    ['takes what came before a limit', replied('<summary>as far as', 'length'), ok({ text: '<summary>as far as' })],
    [
      'takes nothing of what a retry made void',
      [
        { type: 'text', text: 'half' },
        { type: 'retry', error: { kind: 'network', message: '' }, attempt: 1, most: 4, at: 0 },
        ...replied('S'),
      ],
      ok({ text: 'S' }),
    ],
    [
      'leaves calls out',
      [
        { type: 'text', text: 'S' },
        { type: 'call', id: 'a', name: 'read_file' },
        { type: 'end', reason: 'calls' },
      ],
      ok({ text: 'S' }),
    ],
    [
      'says when it was too long',
      [{ type: 'error', error: { kind: 'overflow', message: 'prompt is too long' } }],
      err({ type: 'overflow', message: 'prompt is too long' }),
    ],
    [
      'says when it was stopped',
      [{ type: 'error', error: { kind: 'cancelled', message: '' } }],
      err({ type: 'cancelled' }),
    ],
    [
      'gives any other failure in the words of the provider',
      [{ type: 'error', error: { kind: 'auth', message: 'invalid x-api-key' } }],
      err({ type: 'error', message: 'invalid x-api-key' }),
    ],
    [
      'takes a stream that just ends for a failure',
      [{ type: 'text', text: 'S' }],
      err({ type: 'error', message: 'The stream ended before the reply did.' }),
    ],
  ])('%s', async (_, events, expected) => expect(await asked(events)).toEqual(expected));

  it('case 26 ends as cancelled at the first event after a stop', async () => {
    const signal = { aborted: true };
    expect(await asked(replied('S'), signal)).toEqual(err({ type: 'cancelled' }));
  });

  it('asks about a transcript with nothing beside, and for no longer a reply than the model gives', async () => {
    const agent = recordedAgent([replied('S')]);
    const model = summaryModelOf(agent, { ...input, reserve: 500 });
    await model.complete(ASK, running);
    expect(agent.requests).toEqual([
      { system: '', messages: [], tools: [], toolChoice: 'none', maxTokens: 500, isEdited: false, thread: 't1' },
    ]);
  });
});

describe('R43 after the thread', () => {
  const sealed: readonly Block[] = [
    { type: 'thinking', text: 'mine', signature: 's1', by: 'us' },
    { type: 'thinking', text: 'of another', signature: 's2', by: 'them' },
    { type: 'text', text: 'I look.', signature: 's3', by: 'them' },
  ];
  const opened = perform(work(10), {
    type: 'messages',
    drafts: [{ type: 'message', origin: 'model', blocks: sealed }],
  });
  const typed = { type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'go on' }] } as const;
  const thread = perform(opened, { type: 'messages', drafts: [typed] });

  it.each([
    ['never compacted', thread],
    [
      'compacted before',
      perform(thread, { type: 'compact', config: { ...DEFAULT_CONFIG, strategy: 'extract' }, target: 9_000 }),
    ],
  ])(
    'the request of a thread that was %s is its last one to the byte, but for the instruction at the end',
    async (_, thread) => {
      const agent = recordedAgent([replied('<summary>Ten questions were answered.</summary>')]);
      const reserve = input.reserve;
      const last = buildRequest({ thread, modelKey: 'us', system: input.system(), tools, reserve, threadId: 't1' });
      const request = { thread, config: DEFAULT_CONFIG, limits: limitsWith(2_000), trigger: 'auto' } as const;
      const outcome = await runCompaction(request, { model: summaryModelOf(agent, input) }, running);
      expect(outcome).toMatchObject({ type: 'compacted', draft: { strategy: 'summarize', model: 'id of us' } });
      const [sent] = agent.requests;
      const message = sent?.messages.at(-1);
      const instruction = message?.blocks.at(-1);
      expect(instruction).toMatchObject({ type: 'text', text: expect.stringContaining('<summary>') });
      const messages = [...(sent?.messages ?? []).slice(0, -1), { ...message, blocks: message?.blocks.slice(0, -1) }];
      expect(JSON.stringify(messages)).toBe(JSON.stringify(last.messages));
      expect({ ...sent, messages, maxTokens: reserve }).toEqual({ ...last, toolChoice: 'none' });
      expect(sent?.maxTokens).toBeGreaterThan(4_096);
      expect(JSON.stringify(messages)).not.toContain('of another');
    },
  );

  it('R44 nothing is left of a reply that thought and called, and was not answered', async () => {
    const call: Block = { type: 'tool_use', id: 'z', name: 'run', input: {} };
    const blocks: readonly Block[] = [{ type: 'thinking', text: 'mine', signature: 's1', by: 'us' }, call];
    const open = perform(thread, { type: 'messages', drafts: [{ type: 'message', origin: 'model', blocks }] });
    const agent = recordedAgent([replied('<summary>S</summary>')]);
    const request = { thread: open, config: DEFAULT_CONFIG, limits: limitsWith(4_000), trigger: 'auto' } as const;
    await runCompaction(request, { model: summaryModelOf(agent, input) }, running);
    expect(agent.requests[0]?.messages.at(-1)?.role).toBe('user');
    expect(agent.requests[0]?.messages.at(-2)?.blocks.at(-1)?.type).not.toBe('thinking');
    expect(JSON.stringify(agent.requests[0]?.messages)).not.toContain('"z"');
  });
});
