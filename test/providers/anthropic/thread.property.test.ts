/** Whole lives of a thread with a Claude that binds its thoughts: compacted by any strategy, in the middle of rounds, undone; nothing is ever refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRequest } from '../../../src/core/agent/build-request.ts';
import { nativeModelOf } from '../../../src/core/agent/native-model.ts';
import type { AgentModel } from '../../../src/core/agent/ports.ts';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { ToolUseBlock } from '../../../src/core/message/message.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import type { Strategy } from '../../../src/core/thread/strategy.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { limitsWith } from '../../core/arbitrary/operations.ts';
import { runs } from '../../property/runs.ts';
import { startAnthropicFake } from '../../wire/anthropic-server.ts';
import type { Fake, FakeReply } from '../../wire/fake.ts';
import { LOOK, modelOf, replyOf } from '../drive.ts';

const BESIDE = { system: 'Be brief.', tools: [LOOK], threadId: 't', reserve: 1000 };

const act = fc.constantFrom('native', 'extract', 'truncate', 'undo', 'redo', 'restart', undefined);
const round = fc.record({
  thinks: fc.boolean(),
  calls: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 0, max: 3000 }),
  after: act,
});
const turn = fc.record({
  says: fc.lorem({ maxCount: 40 }),
  rounds: fc.array(round, { maxLength: 4 }),
  thinks: fc.boolean(),
  after: act,
});

type Turn = typeof turn extends fc.Arbitrary<infer T> ? T : never;
interface Life {
  readonly model: AgentModel;
  readonly fake: Fake;
}

type Act = 'native' | 'extract' | 'truncate' | 'undo' | 'redo' | 'restart' | undefined;

const add = (thread: Thread, planned: Planned): Thread => append(thread, { ...planned, id: nextId(thread), at: 0 });

async function perform(thread: Thread, what: Act, model: AgentModel): Promise<Thread> {
  const compactions = thread.entries.flatMap((entry) => (entry.type === 'compaction' ? [entry.id] : []));
  switch (what) {
    case undefined:
      return thread;
    case 'restart':
      return replay(JSON.parse(JSON.stringify(thread.entries)));
    case 'undo':
    case 'redo': {
      const [first] = compactions.slice(-1);
      if (first === undefined) return thread;
      const planned = (what === 'undo' ? planUndo : planRedo)(thread, first);
      return planned.ok ? append(thread, applyBoundary(thread, planned.value, 0)) : thread;
    }
    default:
      return compacted(thread, what, model);
  }
}

async function compacted(thread: Thread, strategy: Strategy, model: AgentModel): Promise<Thread> {
  // However little it frees, and without room for a summary that nobody reads.
  const config = { ...DEFAULT_CONFIG, strategy, thresholdTokens: 1 };
  const native = nativeModelOf(model, { ...BESIDE, system: () => BESIDE.system, prices: DEFAULT_PRICES });
  const limits = { ...limitsWith(Math.floor(thread.tokens / 2)), floor: 0 };
  const input = { thread, config, limits, trigger: 'auto' } as const;
  const outcome = await runCompaction(input, { model: undefined, native }, { aborted: false });
  return outcome.type === 'compacted' ? append(thread, applyBoundary(thread, outcome.draft, 0)) : thread;
}

async function call(thread: Thread, { model, fake }: Life): Promise<readonly [Thread, readonly ToolUseBlock[]]> {
  const { blocks, end } = await replyOf(model, buildRequest({ ...BESIDE, thread, modelKey: model.modelKey }));
  expect({ end: end.type, rejections: fake.rejections }).toEqual({ end: 'end', rejections: [] });
  const calls = blocks.filter((block) => block.type === 'tool_use');
  return [add(thread, { type: 'message', origin: 'model', blocks }), calls];
}

/** One life with a fake of its own, so that a refusal is the fault of this life alone; the requests that it came to. */
async function live(turns: readonly Turn[]): Promise<readonly Json[]> {
  const told: FakeReply[] = [];
  const fake = await startAnthropicFake({ reply: () => told.shift() ?? { type: 'answer', text: 'Done.' } });
  try {
    const model = modelOf(fake, { info: { compacts: true } });
    const life = { model, fake };
    let thread = replay([]);
    let ids = 0;
    for (const { says, rounds, thinks, after } of turns) {
      thread = add(thread, { type: 'message', origin: 'typed', blocks: [{ type: 'text', text: says }] });
      for (const { thinks, calls, size, after } of rounds) {
        const uses = Array.from({ length: calls }, () => ({ id: `c${++ids}`, name: 'look', input: { path: 'a' } }));
        told.push({ type: 'answer', ...(thinks && { thinking: `Thought ${ids}.` }), calls: uses });
        const [said, asked] = await call(thread, life);
        const blocks = asked.map(({ id }) => ({
          type: 'tool_result' as const,
          toolUseId: id,
          content: [{ type: 'text' as const, text: `line of ${id}\n`.repeat(size / 10 + 1) }],
        }));
        thread = await perform(add(said, { type: 'message', origin: 'tools', blocks }), after, model);
      }
      told.push({ type: 'answer', text: 'Well.', ...(thinks && { thinking: `Thought at the end, ${ids}.` }) });
      [thread] = await call(thread, life);
      thread = await perform(thread, after, model);
    }
    return fake.requests;
  } finally {
    await fake.close();
  }
}

/** A compaction took the thinking from the first turn's round; the next one asks Claude about messages that end with that round. */
const STRIPPED_ROUND_ENDS_THE_HEAD: readonly Turn[] = [
  {
    says: 'pellentesque',
    rounds: [{ thinks: false, calls: 1, size: 200, after: 'native' }],
    thinks: false,
    after: 'redo',
  },
  {
    says: 'elementum',
    rounds: [
      { thinks: false, calls: 1, size: 250, after: undefined },
      { thinks: true, calls: 2, size: 70, after: undefined },
    ],
    thinks: false,
    after: 'truncate',
  },
  { says: 'nisl', rounds: [{ thinks: false, calls: 1, size: 0, after: 'native' }], thinks: false, after: 'native' },
];

const RUNS = runs(15);

describe('a thread with thoughts that are bound to it', () => {
  it('is compacted by Claude where what goes ends with a round that lost its thinking', async () => {
    const requests = await live(STRIPPED_ROUND_ENDS_THE_HEAD);
    expect(JSON.stringify(requests)).toContain('"compaction":{"type":"summarize"');
  });

  it('R57 goes through every compaction, undo and restart without a refusal', async () => {
    const sent: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 6 }), async (turns) => {
        sent.push(JSON.stringify(await live(turns)));
      }),
      { numRuns: RUNS.numRuns, examples: [[STRIPPED_ROUND_ENDS_THE_HEAD]] },
    );
    // A value that is tried alone need not meet both.
    if (RUNS.numRuns > 1)
      for (const type of ['thinking', 'compaction']) expect(sent.join()).toContain(`{"type":"${type}"`);
  });
});
