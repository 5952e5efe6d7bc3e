/** Lives of a thread with a model that reasons: compacted by any strategy between and in the middle of rounds, undone, reopened; nothing is ever refused. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nativeOf } from '../../../src/core/agent/native-model.ts';
import type { AgentModel } from '../../../src/core/agent/ports.ts';
import { requestOf } from '../../../src/core/agent/request.ts';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { DEFAULT_PRICES } from '../../../src/core/compaction/price.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { limitsWith } from '../../core/arbitrary/operations.ts';
import type { Fake, FakeReply } from '../../wire/fake.ts';
import { startOpenaiFake } from '../../wire/openai-responses-server.ts';
import { LOOK, modelOf, replyOf } from '../drive.ts';

const BESIDE = { system: 'Be brief.', tools: [LOOK], threadId: 't', reserve: 1000 };
const ACTS = ['ask', 'native', 'extract', 'truncate', 'undo', 'restart'] as const;

/** A step: a reply with so many calls, or what is done to the thread before the next. */
const someStep = fc.record({
  act: fc.oneof({ weight: 3, arbitrary: fc.constant('ask' as const) }, fc.constantFrom(...ACTS)),
  thinks: fc.boolean(),
  says: fc.boolean(),
  calls: fc.integer({ min: 0, max: 3 }),
  size: fc.integer({ min: 1, max: 200 }),
});
type Step = typeof someStep extends fc.Arbitrary<infer T> ? T : never;

let fake: Fake;
let ids = 0;
const told: FakeReply[] = [];
beforeAll(async () => {
  fake = await startOpenaiFake({ reply: () => told.shift() ?? { type: 'answer', text: 'Done.' } });
});
afterAll(() => fake.close());

const add = (thread: Thread, planned: Planned) => append(thread, { ...planned, id: nextId(thread), at: 0 });
const words = (text: string) => ({ type: 'text', text }) as const;

async function ask(thread: Thread, model: AgentModel, { thinks, says, calls, size }: Step): Promise<Thread> {
  const called = Array.from({ length: calls }, () => ({ id: `call_${++ids}`, name: 'look', input: { path: 'a' } }));
  const isSpoken = says || calls === 0;
  told.push({
    type: 'answer',
    ...(thinks && { thinking: `Thought ${ids}.` }),
    ...(isSpoken && { text: 'I look. '.repeat(size) }),
    calls: called,
  });
  const { blocks, end } = await replyOf(model, requestOf({ ...BESIDE, thread, maker: model.maker }));
  expect({ end: end.type, rejections: fake.rejections }).toEqual({ end: 'end', rejections: [] });
  const said = add(thread, { type: 'message', origin: 'model', blocks });
  if (calls === 0) return add(said, { type: 'message', origin: 'typed', blocks: [words('And then?')] });
  const results = called.map(({ id }) => ({
    type: 'tool_result' as const,
    toolUseId: id,
    content: [words(`line of ${id}\n`.repeat(size))],
  }));
  return add(said, { type: 'message', origin: 'tools', blocks: results });
}

async function perform(thread: Thread, model: AgentModel, step: Step): Promise<Thread> {
  switch (step.act) {
    case 'ask':
      return ask(thread, model, step);
    case 'restart':
      return replay(JSON.parse(JSON.stringify(thread.entries)));
    case 'undo': {
      const last = thread.entries.findLast((entry) => entry.type === 'compaction');
      const planned = last && planUndo(thread, last.id);
      return planned?.ok ? append(thread, applyBoundary(thread, planned.value, 0)) : thread;
    }
    default: {
      const config = { ...DEFAULT_CONFIG, strategy: step.act };
      const native = nativeOf(model, { ...BESIDE, prices: DEFAULT_PRICES });
      const input = { thread, config, limits: limitsWith(Math.floor(thread.tokens / 2)), trigger: 'auto' } as const;
      const outcome = await runCompaction(input, { model: undefined, native }, { aborted: false });
      return outcome.type === 'compacted' ? append(thread, applyBoundary(thread, outcome.draft, 0)) : thread;
    }
  }
}

it('R57 case 23: a thread goes through every compaction, undo and restart without a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const model = modelOf(fake, { info: { compacts: true } });
      let thread = add(replay([]), { type: 'message', origin: 'typed', blocks: [words('Build it. '.repeat(50))] });
      for (const step of steps) thread = await perform(thread, model, step);
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 20) },
  );
  const sent = JSON.stringify(fake.requests);
  for (const type of ['reasoning', 'compaction']) expect(sent).toContain(`"type":"${type}"`);
});
