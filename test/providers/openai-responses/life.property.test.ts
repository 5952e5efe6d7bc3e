/** Lives of a thread with a model that reasons: compacted by any strategy between and in the middle of rounds, undone, reopened; nothing is ever refused. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildRequest } from '../../../src/core/agent/build-request.ts';
import { nativeModelOf } from '../../../src/core/agent/native-model.ts';
import type { AgentModel } from '../../../src/core/agent/ports.ts';
import { runCompaction } from '../../../src/core/agent/run-compaction.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planUndo } from '../../../src/core/compaction/undo.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import type { Planned } from '../../../src/core/thread/entry.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { limitsWith } from '../../core/arbitrary/operations.ts';
import { runs } from '../../property/runs.ts';
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

/** A life with a fake of its own, so that a refusal is the fault of this life alone. */
interface Life {
  readonly fake: Fake;
  readonly model: AgentModel;
  readonly told: FakeReply[];
  ids: number;
}

const add = (thread: Thread, planned: Planned) => append(thread, { ...planned, id: nextId(thread), at: 0 });
const words = (text: string) => ({ type: 'text', text }) as const;

async function ask(thread: Thread, life: Life, { thinks, says, calls, size }: Step): Promise<Thread> {
  const { fake, model, told } = life;
  const called = Array.from({ length: calls }, () => {
    return { id: `call_${++life.ids}`, name: 'look', input: { path: 'a' } };
  });
  const isSpoken = says || calls === 0;
  told.push({
    type: 'answer',
    ...(thinks && { thinking: `Thought ${life.ids}.` }),
    ...(isSpoken && { text: 'I look. '.repeat(size) }),
    calls: called,
  });
  const { blocks, end } = await replyOf(model, buildRequest({ ...BESIDE, thread, modelKey: model.modelKey }));
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

async function perform(thread: Thread, life: Life, step: Step): Promise<Thread> {
  switch (step.act) {
    case 'ask':
      return ask(thread, life, step);
    case 'restart':
      return replay(JSON.parse(JSON.stringify(thread.entries)));
    case 'undo': {
      const last = thread.entries.findLast((entry) => entry.type === 'compaction');
      const planned = last && planUndo(thread, last.id);
      return planned?.ok ? append(thread, applyBoundary(thread, planned.value, 0)) : thread;
    }
    default: {
      const config = { ...DEFAULT_CONFIG, strategy: step.act };
      const native = nativeModelOf(life.model, { ...BESIDE, system: () => BESIDE.system, prices: DEFAULT_PRICES });
      const input = { thread, config, limits: limitsWith(Math.floor(thread.tokens / 2)), trigger: 'auto' } as const;
      const outcome = await runCompaction(input, { model: undefined, native }, { aborted: false });
      return outcome.type === 'compacted' ? append(thread, applyBoundary(thread, outcome.draft, 0)) : thread;
    }
  }
}

async function live(steps: readonly Step[]): Promise<readonly Json[]> {
  const told: FakeReply[] = [];
  const fake = await startOpenaiFake({ reply: () => told.shift() ?? { type: 'answer', text: 'Done.' } });
  try {
    const life = { fake, told, model: modelOf(fake, { info: { compacts: true } }), ids: 0 };
    let thread = add(replay([]), { type: 'message', origin: 'typed', blocks: [words('Build it. '.repeat(50))] });
    for (const step of steps) thread = await perform(thread, life, step);
    return fake.requests;
  } finally {
    await fake.close();
  }
}

it('R57 case 23: a thread goes through every compaction, undo and restart without a refusal', async () => {
  const sent: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      sent.push(JSON.stringify(await live(steps)));
    }),
    runs(20),
  );
  for (const type of ['reasoning', 'compaction']) expect(sent.join()).toContain(`"type":"${type}"`);
});
