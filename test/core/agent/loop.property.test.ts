/** Whatever the model, the disk and the numbers do: no thread gets stuck, nothing is lost, every request is valid (R27–R31). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelFailure, NativeCompaction, NativeModel } from '../../../src/core/agent/ports.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { err, ok } from '../../../src/core/lang/result.ts';
import type { Block } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { runs } from '../../property/runs.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { someText } from '../arbitrary/thread.ts';
import { Loop, type ScriptedReply, type World } from './loop.ts';
import { scriptedModel } from './scripted-model.ts';

const MAKER = 'scripted';
const RUNS = runs(100);

const cancelled = fc.constant({ type: 'cancelled' } as const);
const answered = fc.oneof(
  fc.constantFrom(
    '<retain>- a</retain><summary>It went on.</summary>',
    '',
    ' \n',
    '<summary></summary>',
    '<retain>- only this</retain>',
    'no tags at all',
    'a long summary '.repeat(4_000),
  ),
  fc.constantFrom({ type: 'error', message: '500' } as const, { type: 'overflow', message: 'too long' } as const),
);

const compactedBy = fc.constantFrom<NativeCompaction | ModelFailure>(
  { data: { type: 'compaction' }, text: 'It went on.', usage: tokenUsage({ output: 200 }) },
  { data: { type: 'compaction' } },
  { data: { type: 'compaction' }, tokens: 50_000 },
  { type: 'error', message: '529' },
  { type: 'overflow', message: 'too long' },
);

/** Answers in order, the last one again and again. */
function nativeOf(answers: readonly (NativeCompaction | ModelFailure)[]): NativeModel {
  let calls = 0;
  const compact = async () => {
    const answer = answers[Math.min(++calls, answers.length) - 1];
    return answer && 'data' in answer ? ok(answer) : err(answer ?? ({ type: 'cancelled' } as const));
  };
  return { id: 'scripted', modelKey: MAKER, prices: DEFAULT_PRICES, compact };
}

interface Life {
  readonly world: World;
  readonly turns: readonly { readonly text: string; readonly queued: readonly string[]; readonly restarts: boolean }[];
}

type Ending = ScriptedReply['ending'] | 'empty';

const whole: fc.Arbitrary<readonly Ending[]> = fc.constant([]);

/** By turn, again and again. */
const broken: fc.Arbitrary<readonly Ending[]> = fc.array(
  fc.constantFrom<Ending>(undefined, undefined, 'length', 'failed', 'broken-off', 'retried', 'empty'),
  { maxLength: 5 },
);

const livesWith = (
  answer: fc.Arbitrary<Parameters<typeof scriptedModel>[0][number]>,
  endings = broken,
  natives: fc.Arbitrary<NativeCompaction | ModelFailure> = compactedBy,
): fc.Arbitrary<Life> =>
  fc
    .record({
      window: fc.integer({ min: 2_000, max: 30_000 }),
      trueShare: fc.constantFrom(0.4, 0.8, 1, 1),
      factor: fc.constantFrom(0.7, 1, 1, 1.4, 1.9),
      reports: fc.boolean(),
      answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
      hasModel: fc.boolean(),
      natives: fc.array(natives, { maxLength: 3 }),
      strategy: fc.constantFrom('summarize', 'summarize', 'native', 'native', 'extract'),
      rounds: fc.integer({ min: 0, max: 6 }),
      endings,
      lengths: fc.array(fc.integer({ min: 0, max: 6_000 }), { minLength: 1, maxLength: 5 }),
      failing: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 3 }),
      auto: fc.constantFrom(true, true, true, false, 'ask' as const),
      enabled: fc.constantFrom(true, true, true, false),
      turns: fc.array(
        fc.record({ text: someText, queued: fc.array(someText, { maxLength: 2 }), restarts: fc.boolean() }),
        { minLength: 1, maxLength: 6 },
      ),
    })
    .map(
      ({
        window,
        trueShare,
        answers,
        hasModel,
        natives,
        strategy,
        rounds,
        endings,
        lengths,
        failing,
        auto,
        enabled,
        turns,
        ...more
      }) => {
        const summarizer = scriptedModel(answers);
        const world: World = {
          ...more,
          config: { ...DEFAULT_CONFIG, auto, enabled, strategy },
          window,
          trueWindow: Math.round(window * trueShare),
          ...(hasModel && { summarizer }),
          ...(natives.length > 0 && { native: nativeOf(natives) }),
          reply: (turn) => endedBy(endings[turn % Math.max(1, endings.length)], replyOf(turn, rounds, lengths)),
          failsToWrite: (attempt) => failing.includes(attempt),
        };
        return { world, turns };
      },
    );

function endedBy(ending: Ending, reply: ScriptedReply): ScriptedReply {
  if (ending === 'empty') return { blocks: [] };
  return { ...reply, ...(ending && { ending }) };
}

function replyOf(turn: number, rounds: number, lengths: readonly number[]): ScriptedReply {
  const text = `${turn} ${'some output that is read\n'.repeat((lengths[turn % lengths.length] ?? 0) / 25)}`;
  if (turn % (rounds + 1) === 0) return { blocks: [{ type: 'text', text }] };
  const ids = turn % 3 === 0 ? [`a${turn}`, `b${turn}`] : [`a${turn}`];
  return {
    blocks: ids.map((id): Block => ({ type: 'tool_use', id, name: 'run_command', input: { command: `make ${turn}` } })),
    results: ids.map((id) => ({ type: 'tool_result', toolUseId: id, content: [{ type: 'text', text }] })),
  };
}

describe('an agent that makes room for itself', () => {
  it('sends only valid requests, loses nothing, and ends every turn in one of the ways there are', async () => {
    await fc.assert(
      fc.asyncProperty(
        livesWith(fc.oneof(answered, cancelled), broken, fc.oneof(compactedBy, cancelled)),
        async ({ world, turns }) => {
          let loop = new Loop(world);
          let written = '';
          for (const { text, queued, restarts } of turns) {
            for (const one of queued) loop.queue(one);
            const before = loop.thread.messages.length + loop.thread.queue.length;
            const end = await loop.send(text);
            expect([
              'done',
              'cannot-fit',
              'ask',
              'failed',
              'stopped',
              'call-limit',
              'write-failed',
              'compaction-off',
            ]).toContain(end.type);
            if (world.config.enabled && world.config.auto === true) expect(end.type).not.toBe('ask');
            const [typed] = loop.thread.messages.slice(before);
            if (typed) {
              const said = typed.blocks.filter(({ type }) => type !== 'reminder');
              expect([typed.origin, ...said]).toMatchObject(['typed', { type: 'text', text }, { type: 'checkpoint' }]);
            }
            if (end.type === 'done') expect(loop.thread.queue).toEqual([]);
            for (const request of loop.requests) {
              expect(checkContext(request)).toEqual([]);
              expect(anthropicRejects(toAnthropicMessages(request, MAKER), { request: true })).toEqual([]);
            }
            const now = loop.thread.entries.map((entry) => JSON.stringify(entry)).join('\n');
            expect(now.startsWith(written)).toBe(true);
            written = now;
            if (restarts) loop = loop.restart();
          }
          expect(JSON.stringify(loop.thread.messages)).not.toContain('"void"');
          const ids = loop.thread.messages.flatMap(({ queued }) => (queued === undefined ? [] : [queued]));
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
      RUNS,
    );
  });

  it('always gets a request through where compaction is on and what must stay fits well within the true window', async () => {
    const used = new Set<string>();
    await fc.assert(
      fc.asyncProperty(livesWith(answered, whole), fc.integer({ min: 2, max: 12 }), async ({ world }, count) => {
        const roomy = {
          ...world,
          config: { ...DEFAULT_CONFIG, strategy: world.config.strategy },
          window: 40_000,
          trueWindow: 24_000,
          factor: 1,
          failsToWrite: () => false,
        };
        const loop = new Loop(roomy);
        for (let turn = 0; turn < count; turn++) expect(await loop.send(`question ${turn}`)).toEqual({ type: 'done' });
        for (const { strategy } of loop.thread.compactions) used.add(strategy);
      }),
      RUNS,
    );
    // The fixed seed of `npm test` is known to meet all; new seeds, as `npm run test:deep` uses them, meet them by chance.
    const isFixed = process.env.PROPERTY_RUNS === undefined;
    if (isFixed) expect([...used]).toEqual(expect.arrayContaining(['native', 'summarize', 'extract']));
  });

  it('case 26 case 27 stopped or unable to write at any step: the log only grows by whole entries, each queued message is sent once, and the thread goes on', async () => {
    const steps = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(livesWith(answered), steps, steps, async ({ world, turns }, stops, failures) => {
        const signal = { aborted: false };
        const seen = { steps: 0, writes: 0 };
        const step = () => {
          if (stops.includes(++seen.steps)) signal.aborted = true;
        };
        const troubled: World = {
          ...world,
          config: { ...DEFAULT_CONFIG, strategy: world.config.strategy },
          signal,
          watch: step,
          failsToWrite: () => false,
          failsEntry: () => {
            step();
            return failures.includes(++seen.writes);
          },
        };
        let loop = new Loop(troubled);
        const queued: number[] = [];
        for (const turn of turns) {
          signal.aborted = false;
          for (const text of turn.queued) {
            loop.queue(text);
            queued.push(loop.thread.entries.at(-1)?.id ?? 0);
          }
          const before = JSON.stringify(loop.thread.entries).slice(0, -1);
          const end = await loop.send(turn.text);
          if (failures.length === 0) expect(end.type).not.toBe('write-failed');
          expect(JSON.stringify(loop.thread.entries).startsWith(before)).toBe(true);
          for (const request of loop.requests)
            expect(anthropicRejects(toAnthropicMessages(request, MAKER), { request: true })).toEqual([]);
          const waiting: readonly number[] = loop.thread.queue.map(({ id }) => id);
          const sent = loop.thread.messages.flatMap(({ queued: id }) => (id === undefined ? [] : [Number(id)]));
          expect([...sent, ...waiting]).toEqual(queued);
          if (turn.restarts) loop = loop.restart();
        }
        const calm = loop.restart({
          config: DEFAULT_CONFIG,
          window: 1_000_000,
          reply: () => ({ blocks: [{ type: 'text', text: 'done' }] }),
        });
        calm.knowledge = { ...calm.knowledge, learned: {} };
        expect(await calm.send('go on')).toEqual({ type: 'done' });
        expect(calm.thread.queue).toEqual([]);
      }),
      RUNS,
    );
  });
});
