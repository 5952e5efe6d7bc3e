/** What a model is sent after each kind of compaction: every note, marker and label in its place. */
import { it } from 'vitest';
import { resumeMessages } from '../../../src/core/agent/queued-messages.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { finishNative, nativeInstructions, planNative } from '../../../src/core/compaction/native.ts';
import { planDeduplication } from '../../../src/core/compaction/outputs/deduplicate.ts';
import { planCollapse } from '../../../src/core/compaction/outputs/plan-collapse.ts';
import { planTrim } from '../../../src/core/compaction/outputs/trim.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { compactMap } from '../../../src/core/compaction/replace/compact-call.ts';
import { planReplace } from '../../../src/core/compaction/replace/plan-replace.ts';
import { sizeBudget } from '../../../src/core/compaction/size-budget.ts';
import { finishSummary } from '../../../src/core/compaction/summarize/finish-summary.ts';
import { planSummary } from '../../../src/core/compaction/summarize/plan-summary.ts';
import type { Message } from '../../../src/core/message/message.ts';
import { projectContext, projectHead } from '../../../src/core/thread/context.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { toWireOrder } from '../../../src/core/thread/wire-order.ts';
import { expectGolden, messagesText } from '../../golden-file.ts';
import { scriptedModel } from '../agent/scripted-model.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { checkpointAt } from '../arbitrary/work.ts';
import { DEPOT_THREAD, edited, written } from '../depot-thread.ts';

async function expectContext(name: string, thread: Thread, modelKey?: string): Promise<void> {
  await expectGolden(`contexts/${name}.txt`, messagesText(projectContext(thread, modelKey).messages));
}

const inputFor = (thread: Thread, target: number, changes: Partial<CompactionConfig> = {}) =>
  ({ thread, config: { ...DEFAULT_CONFIG, ...changes }, limits: limitsWith(target), trigger: 'auto' }) as const;

function planned(strategy: CompactionConfig['strategy'], target: number): Thread {
  const plan = planCompaction(inputFor(DEPOT_THREAD, target, { strategy }));
  if (plan.type !== 'compaction') throw new Error(plan.type);
  return written(DEPOT_THREAD, plan.draft);
}

function summarized(thread: Thread, target: number, reply: string): Thread {
  const input = inputFor(thread, target);
  const plan = planSummary(input, sizeBudget(input), scriptedModel([]));
  const made = plan && finishSummary(input, plan, reply);
  if (!made?.ok) throw new Error(made?.error.type);
  return written(thread, made.value);
}

const REPLY = `<retain>
- Never change the format of the log.
- Offsets are those of the instant, not of the depot.
</retain>
<summary>
## Goal
Parcels that cross the date line are to have their local day.
## State
src/zones.ts takes the offset of the instant; the depots in Samoa pass.
</summary>`;

it('golden: a thread without a compaction', async () => {
  await expectContext('uncompacted', DEPOT_THREAD);
});

it('golden: old rounds collapsed', async () => {
  await expectContext('collapsed-rounds', edited(DEPOT_THREAD, planCollapse(DEPOT_THREAD, { collapseAfterTurns: 8 })));
});

it('golden: outputs that are shown again later', async () => {
  await expectContext('superseded-outputs', edited(DEPOT_THREAD, planDeduplication(DEPOT_THREAD)));
});

it('golden: the oldest outputs trimmed', async () => {
  await expectContext('trimmed-outputs', edited(DEPOT_THREAD, planTrim(DEPOT_THREAD, { budget: 2_000 })));
});

it('golden: the strategy extract', async () => {
  await expectContext('strategy-extract', planned('extract', 1_000));
});

it('golden: the strategy truncate', async () => {
  await expectContext('strategy-truncate', planned('truncate', 1_000));
});

it('golden: the strategy summarize, and again with the retained lines carried over', async () => {
  const first = summarized(DEPOT_THREAD, 2_000, REPLY);
  await expectContext('strategy-summarize', first);
  const more = DEPOT_THREAD.entries.slice(0, 12).map((entry, i) => ({ ...entry, id: entryId(nextId(first) + i) }));
  const grown = more.reduce(append, first);
  await expectContext('strategy-summarize-twice', summarized(grown, 2_000, '<summary>The work went on.</summary>'));
});

it('golden: a summary of what was done on the newest typed message', async () => {
  const [typed, ...work] = DEPOT_THREAD.entries.slice(0, 14);
  if (!typed) throw new Error('empty');
  await expectContext('strategy-summarize-middle', summarized(replay([typed, ...work]), 2_000, REPLY));
});

it('golden: the strategy native, for the model that can read the block and for another one', async () => {
  const input = inputFor(DEPOT_THREAD, 2_000);
  const plan = planNative(input, sizeBudget(input), 'scripted');
  const made = plan && finishNative(input, plan, { by: 'scripted', data: { sealed: 'by the provider' } });
  if (!made?.ok) throw new Error('nothing');
  const thread = written(DEPOT_THREAD, made.value);
  await expectContext('strategy-native', thread, 'scripted');
  await expectContext('strategy-native-other-model', thread, 'another');
  await expectGolden('summarizer/native-instructions.md', nativeInstructions('Keep the depots.'));
});

it('golden: ranges replaced by the model', async () => {
  const thread = append(DEPOT_THREAD, {
    type: 'message',
    id: nextId(DEPOT_THREAD),
    at: 0,
    origin: 'model',
    blocks: [
      { type: 'text', text: 'I make room first.' },
      { type: 'tool_use', id: 'own', name: 'compact', input: {} },
    ],
  });
  const made = planReplace({
    thread,
    replacements: [
      { to: checkpointAt(thread, 4), summary: 'I read the zones and their tests.' },
      { from: checkpointAt(thread, 6), to: checkpointAt(thread, 12), summary: 'I took the offset of the instant.' },
    ],
    trigger: 'model',
    callId: 'own',
    namesRef: true,
  });
  if (!made.ok) throw new Error(made.error.type);
  await expectContext('compact-tool', written(thread, made.value));
});

it('golden: the map of what the model could compact', async () => {
  const text = compactMap(DEPOT_THREAD, DEFAULT_CONFIG, { trigger: 1_000 });
  await expectGolden(
    'contexts/compact-tool-map.txt',
    messagesText([{ role: 'user', blocks: [{ type: 'reminder', text }] }]),
  );
});

it('golden: what is said after a compaction between two calls', async () => {
  const messages = resumeMessages({ queue: [], entries: [] }).map(({ blocks }): Message => ({ role: 'user', blocks }));
  await expectGolden('contexts/resumed-thread.txt', messagesText(messages));
});

it('golden: messages for a native compaction that end with a round without its thinking', async () => {
  const entries = DEPOT_THREAD.entries.slice(0, 3).map((entry, i) => {
    if (i !== 1 || entry.type !== 'message') return entry;
    return {
      ...entry,
      blocks: [{ type: 'thinking', text: 'Zones first.', signature: 's', by: 'scripted' } as const, ...entry.blocks],
    };
  });
  const span = { entry: entryId(2), from: 0, to: 0 };
  const thread = edited(replay(entries), [{ type: 'blocks', span, fate: 'dropped', replacement: [] }]);
  await expectGolden('contexts/stripped-head.txt', messagesText(projectHead(thread.items, 'scripted').messages));
});

it('golden: what is sent in place of what no provider takes', async () => {
  const call = (id: string) => ({ type: 'tool_use', id, name: 'read_file', input: {} }) as const;
  const said = (text: string) => ({ type: 'text', text }) as const;
  const { messages } = toWireOrder([
    { role: 'assistant', blocks: [said('The thread begins with a reply.'), call('a'), call('b')] },
    {
      role: 'user',
      blocks: [
        { type: 'tool_result', toolUseId: 'b', content: [said('The result of b.')] },
        { type: 'tool_result', toolUseId: 'gone', content: [said('The result of a call that was left out.')] },
      ],
    },
    { role: 'assistant', blocks: [said('A reply.')] },
    {
      role: 'assistant',
      blocks: [{ type: 'thinking', text: 'Thinking after it.', signature: 's', by: 'm' }, said('More.')],
    },
  ]);
  await expectGolden('contexts/wire-order-repairs.txt', messagesText(messages));
});
