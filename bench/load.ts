/** Growth of the engine's work on threads that are large in one way each: milliseconds at half and at all of a size. Asserts nothing. */
import { applyBoundary } from '../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../src/core/compaction/config.ts';
import { planCompaction } from '../src/core/compaction/plan.ts';
import { findRanges } from '../src/core/compaction/replace/ranges.ts';
import { reclaimableRanges } from '../src/core/compaction/replace/reclaimable-ranges.ts';
import { sizeBudget } from '../src/core/compaction/size-budget.ts';
import { planSummary } from '../src/core/compaction/summarize/plan-summary.ts';
import { checkContext } from '../src/core/thread/check-context.ts';
import { projectContext } from '../src/core/thread/context.ts';
import type { Entry } from '../src/core/thread/entry.ts';
import { measure } from '../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../src/core/tokens/prices.ts';
import { knownRefs } from '../src/core/tool-output/known-refs.ts';
import { computeMeter } from '../src/core/view/compute-meter.ts';
import { projectRows, rowText } from '../src/core/view/rows.ts';
import { SHAPES } from '../test/core/thread/large-threads.ts';

const ALL = Number(process.argv[2] ?? 20_000);
const ONLY = process.argv[3];
/** Milliseconds of all of a size from which a growth of more than this factor is marked. */
const LEAST = 40;
const REPEATS = 1;
const QUADRATIC = 3;

const WORK: Readonly<Record<string, (thread: Thread) => unknown>> = {
  replay: ({ entries }) => replay(entries),
  append: (thread) =>
    append(thread, {
      type: 'message',
      origin: 'model',
      blocks: [{ type: 'text', text: 'a' }],
      id: nextId(thread),
      at: 0,
    }),
  context: (thread) => projectContext(thread, 'm'),
  check: (thread) => checkContext(projectContext(thread).messages),
  rows: (thread) => projectRows(thread),
  rowText: (thread) =>
    projectRows(thread)
      .rows.slice(-5)
      .map(({ key }) => rowText(thread, key, 'result')),
  meter: (thread) => computeMeter(thread, { config: DEFAULT_CONFIG, size: { window: 200_000 }, model: 'm' }),
  extract: (thread) => plan(thread, 'extract'),
  truncate: (thread) => plan(thread, 'truncate'),
  summary: (thread) => {
    const input = inputOf(thread, 'extract');
    return planSummary(input, sizeBudget(input), {
      modelKey: 'm',
      window: 100_000,
      warm: false,
      prices: DEFAULT_PRICES,
    });
  },
  outputs: (thread) => plan(thread, 'extract', 0.9),
  map: (thread) => reclaimableRanges(thread),
  ranges: (thread) => findRanges(thread, [{ summary: 'x' }]),
  refs: (thread) => knownRefs(thread),
};

function inputOf(thread: Thread, strategy: 'extract' | 'truncate', share = 0.3) {
  const { tokens } = measure(thread);
  const limits = { window: tokens * 2, reserve: 0, trigger: tokens, target: Math.round(tokens * share), floor: 1_000 };
  const toolOutput = {
    ...DEFAULT_CONFIG.toolOutput,
    collapseAfterTurns: share > 0.5 ? 4 : null,
    contextBudgetTokens: 100,
  };
  return { thread, config: { ...DEFAULT_CONFIG, strategy, toolOutput }, limits, trigger: 'manual' as const };
}

function plan(thread: Thread, strategy: 'extract' | 'truncate', share?: number) {
  const planned = planCompaction(inputOf(thread, strategy, share));
  return planned.type === 'compaction' ? append(thread, applyBoundary(thread, planned.draft, 0)) : planned;
}

/** Threads of equal logs that share no objects, as what was worked out for one is remembered by its objects. */
function fresh(entries: readonly Entry[]): readonly Thread[] {
  return Array.from({ length: REPEATS }, () => replay(structuredClone(entries)));
}

/** The least of the milliseconds of this process. */
function time(threads: readonly Thread[], work: (thread: Thread) => unknown): number {
  return Math.min(
    ...threads.map((thread) => {
      const start = process.cpuUsage();
      work(thread);
      return process.cpuUsage(start).user / 1000;
    }),
  );
}

process.stdout.write(
  `node ${process.version}, ms at ${ALL / 2} / ${ALL} of each; ! grows by more than ${QUADRATIC} and takes over ${LEAST} ms\n`,
);
for (const [name, shape] of Object.entries(SHAPES)) {
  if (ONLY && !name.includes(ONLY)) continue;
  const sizes = [shape(ALL / 2), shape(ALL)] as const;
  const figures = Object.entries(WORK).map(([what, work]) => {
    const [before, after] = sizes.map((entries) => time(fresh(entries), work)) as [number, number];
    const mark = after > LEAST && after > before * QUADRATIC ? ' !' : '';
    return `${what} ${before.toFixed(1)}/${after.toFixed(1)}${mark}`;
  });
  process.stdout.write(`${name} (${sizes[1].length} entries)\n  ${figures.join(', ')}\n`);
}
