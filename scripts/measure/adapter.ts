/** The engine as the measuring harness drives it: stock settings, no model. Built by `npm run measure:adapter`. */
import { applyBoundary } from '../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../src/core/compaction/config.ts';
import { type Limits, limitsFor } from '../../src/core/compaction/limits.ts';
import { planCompaction } from '../../src/core/compaction/plan.ts';
import { shouldAutoCompact } from '../../src/core/compaction/trigger.ts';
import { tokenUsage } from '../../src/core/message/usage.ts';
import { NO_BASE } from '../../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../../src/core/thread/thread.ts';
import { toWireOrder } from '../../src/core/thread/wire-order.ts';
import { estimateMessage } from '../../src/core/tokens/estimate.ts';
import { entriesOf, type NeutralMessage, Origins, toNeutral } from './neutral.ts';

interface CompactInput {
  readonly messages: readonly NeutralMessage[];
  readonly windowTokens: number;
  readonly targetTokens: number;
  readonly historyTokens: number;
}

/** One compaction of a whole history to a target that the harness counts with its own tokenizer. */
async function compact({ messages, windowTokens, targetTokens, historyTokens }: CompactInput) {
  const { thread, origins } = load(messages);
  const started = performance.now();
  const scale = historyTokens > 0 ? thread.tokens / historyTokens : 1;
  const target = Math.floor(targetTokens * scale);
  const limits: Limits = { window: windowTokens, reserve: 0, trigger: thread.tokens, target, floor: 0 };
  const plan = planCompaction({ thread, config: DEFAULT_CONFIG, limits, trigger: 'manual' });
  // What is not compacted is still sent in wire order, with its orphans repaired.
  if (plan.type !== 'compaction')
    return { messages: view(thread, origins), meta: { ms: performance.now() - started, noop: true } };
  const after = append(thread, applyBoundary(thread, plan.draft, 0));
  const ms = performance.now() - started;
  return { messages: view(after, origins), meta: { ms, knob: target } };
}

interface PolicyInput {
  readonly windowTokens: number;
  readonly baseTokens: number;
  readonly countMessages: (messages: readonly NeutralMessage[]) => number;
}

/** A thread that grows turn by turn and compacts itself as the product would; each reply's usage is what the harness counts. */
function createPolicy({ windowTokens, baseTokens, countMessages }: PolicyInput) {
  const limits = limitsFor({ window: windowTokens }, DEFAULT_CONFIG);
  if (!limits.ok) throw new Error(limits.error.type);
  const base = { ...NO_BASE, system: baseTokens };
  const origins = new Origins();
  let thread = replay([]);
  let last: readonly NeutralMessage[] = [];
  const step = async ({ appended }: { readonly appended: readonly NeutralMessage[] }) => {
    for (const message of appended) {
      const entries = entriesOf(message, nextId(thread));
      origins.add(message, entries);
      for (const entry of entries) {
        const reports = entry.origin === 'model' && last.length > 0;
        const usage =
          reports && tokenUsage({ input: baseTokens + countMessages(last), output: countMessages([message]) });
        thread = append(thread, usage ? { ...entry, usage } : entry);
      }
    }
    const compacted =
      shouldAutoCompact({ thread, config: DEFAULT_CONFIG, limits: limits.value, base }).type === 'compact';
    if (compacted) {
      const plan = planCompaction({ thread, config: DEFAULT_CONFIG, limits: limits.value, trigger: 'auto', base });
      if (plan.type === 'compaction') thread = append(thread, applyBoundary(thread, plan.draft, 0));
    }
    last = view(thread, origins);
    return { messages: last, compacted, calls: [], overflowed: false };
  };
  return { step };
}

function load(messages: readonly NeutralMessage[]): { readonly thread: Thread; readonly origins: Origins } {
  const origins = new Origins();
  let next = 1;
  const entries = messages.flatMap((message) => {
    const own = entriesOf(message, next);
    next += own.length;
    origins.add(message, own);
    return own;
  });
  return { thread: replay(entries), origins };
}

function view({ items }: Thread, origins: Origins): readonly NeutralMessage[] {
  const ids = new Map(
    items.flatMap((item) =>
      item.type === 'entry' ? item.message.blocks.map((block) => [block, item.entry.id] as const) : [],
    ),
  );
  return toWireOrder(items.map((item) => item.message)).messages.map((message) => {
    const [first] = message.blocks;
    const id = first && ids.get(first);
    return (id !== undefined && origins.sourceOf(id, message.blocks)) || toNeutral(message);
  });
}

export default [
  {
    name: 'ours',
    llm: false,
    forced: false,
    compact,
    policy: { name: 'ours, stock settings', kind: 'none', create: createPolicy },
    estimate: (message: NeutralMessage) =>
      entriesOf(message, 1).reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0),
  },
];
