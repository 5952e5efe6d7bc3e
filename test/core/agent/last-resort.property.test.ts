/** No thread gets stuck: where the newest typed message fits a window beside the system prompt and the tools, the turn goes on. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { Block, ResultContent } from '../../../src/core/message/message.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { estimateMessage } from '../../../src/core/tokens/estimate.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { runs } from '../../property/runs.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { type MessageDraft, numbered, someDrafts } from '../arbitrary/thread.ts';
import { Loop } from './loop.ts';
import { scriptedModel } from './scripted-model.ts';

const RUNS = runs(200);

/** What a request has at least beside the system prompt, the tools and the newest typed message: a note and "please continue". */
const BESIDE = 160;

/** An estimate without a report counts so much more (R23). */
const MARGIN = 1.1;

const lines = (tokens: number) => 'a line of text\n'.repeat(Math.ceil(tokens / 5));

/** By its tokens. */
const someSize = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 3, arbitrary: fc.integer({ min: 60, max: 3_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 3_000, max: 25_000 }) },
);

const someInput: fc.Arbitrary<Json> = fc
  .tuple(someSize, fc.constantFrom('text', 'one line', 'edits', 'numbers', 'keys', 'list', 'quotes'))
  .map(([size, form]): Json => {
    switch (form) {
      case 'text':
        return { path: 'src/a.ts', content: lines(size) };
      case 'one line':
        return { command: 'word '.repeat(size) };
      case 'edits':
        return { edits: Array.from({ length: size / 60 }, (_, n) => ({ old: `${n} ${lines(20)}`, new: lines(20) })) };
      case 'numbers':
        return { values: Array.from({ length: size / 2 }, (_, n) => n) };
      case 'keys':
        return Object.fromEntries(Array.from({ length: size / 4 }, (_, n) => [`key ${n}`, n % 2 === 0]));
      case 'list':
        return [lines(size)];
      default:
        return { content: '"\\\n'.repeat(size / 3) };
    }
  });

const someResult: fc.Arbitrary<readonly ResultContent[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: someSize.map((size) => ({ type: 'text', text: lines(size) }) as const) },
    {
      weight: 1,
      arbitrary: fc.constant({
        type: 'image',
        mediaType: 'image/png',
        data: 'iVBORw0K',
        width: 1500,
        height: 1500,
      } as const),
    },
  ),
  { minLength: 1, maxLength: 2 },
);

/** The newest round, as large as it likes: words, reasoning, calls in parallel, and their results. */
const someRound: fc.Arbitrary<readonly MessageDraft[]> = fc
  .record({
    thinking: fc.option(someSize),
    said: fc.option(someSize),
    calls: fc.array(fc.tuple(someInput, someResult), { maxLength: 5 }),
    many: fc.constantFrom(0, 0, 0, 300),
  })
  .map(({ thinking, said, calls, many }) => {
    const all = [...calls, ...Array.from({ length: many }, (): [Json, readonly ResultContent[]] => [{}, []])];
    const blocks: readonly Block[] = [
      ...(thinking === null
        ? []
        : [{ type: 'thinking', text: lines(thinking), signature: 'sig', by: 'scripted' } as const]),
      ...(said === null ? [] : [{ type: 'text', text: lines(said) } as const]),
      ...all.map(([input], at) => ({ type: 'tool_use', id: `new${at}`, name: 'write_file', input }) as const),
    ];
    const results = all.map(([, content], at): Block => ({ type: 'tool_result', toolUseId: `new${at}`, content }));
    return [
      { type: 'message', origin: 'model', blocks },
      ...(results.length > 0 ? [{ type: 'message', origin: 'tools', blocks: results } as const] : []),
    ];
  });

const someLife = fc.record({
  window: fc.oneof(fc.constantFrom(2_048, 4_096, 8_192, 16_384), fc.integer({ min: 1_000, max: 40_000 })),
  fixed: fc.double({ min: 0, max: 1, noNaN: true }),
  before: someDrafts,
  typed: fc.option(someSize),
  middle: fc.oneof(fc.constant([]), someRound),
  round: someRound,
  strategy: fc.constantFrom('extract', 'truncate', 'summarize'),
  isCached: fc.constantFrom(true, true, true, false),
  summary: fc.option(fc.constantFrom('<summary>It went on.</summary>', '', 'long '.repeat(4_000))),
});

const said = (origin: 'typed' | 'program', text: string): MessageDraft => ({
  type: 'message',
  origin,
  blocks: [{ type: 'text', text }],
});

describe('a thread whose newest round is larger than the window', () => {
  it('goes on with one valid request that fits, in any window that has room for the newest typed message', async () => {
    let tight = 0;
    await fc.assert(
      fc.asyncProperty(
        someLife,
        async ({ window, fixed, before, typed, middle, round, strategy, isCached, summary }) => {
          const entries: readonly Entry[] = numbered([
            ...before,
            typed === null ? said('program', 'Go on.') : said('typed', `Do it. ${lines(typed)}`),
            ...middle,
            ...round,
          ]);
          const toolOutput = { ...DEFAULT_CONFIG.toolOutput, enabled: isCached };
          const config = { ...DEFAULT_CONFIG, strategy, toolOutput } as const;
          const limits = limitsFor({ window }, config);
          if (!limits.ok) throw new Error(limits.error.type);
          const room = limits.value.window - limits.value.reserve;
          const newest = replay(entries).messages.findLast(({ origin }) => origin === 'typed');
          const message = newest ? estimateMessage(newest.blocks) : 0;
          const system = Math.floor((fixed * room) / MARGIN);
          const loop = new Loop(
            {
              config,
              window,
              trueWindow: room,
              fixed: system,
              reply: () => ({ blocks: [{ type: 'text', text: 'Done.' }] }),
              ...(summary !== null && { summarizer: scriptedModel([summary], { window, warm: window % 2 === 0 }) }),
            },
            entries,
          );
          const end = await loop.send();
          const isRoomy = (system + message + BESIDE) * MARGIN <= room;
          if (isRoomy) expect(end).toEqual({ type: 'done' });
          if (end.type === 'cannot-fit') {
            expect(loop.requests).toEqual([]);
            expect(end.by.base + end.by.pins + end.by.message + end.by.round + end.by.notes).toBe(end.tokens);
            return;
          }
          for (const request of loop.requests) {
            expect(checkContext(request)).toEqual([]);
            expect(anthropicRejects(toAnthropicMessages(request, 'scripted'), { request: true })).toEqual([]);
          }
          if (isRoomy) {
            expect(loop.requests).toHaveLength(1);
            if (loop.thread.compactions.some(({ steps }) => steps.some(({ kind }) => kind === 'shorten'))) tight++;
          }
        },
      ),
      RUNS,
    );
    expect(tight).toBeGreaterThan(0);
  });
});
