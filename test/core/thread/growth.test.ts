/** Work on threads that are large in one way each grows with their size, not with its square: counted in reads, without a clock. */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { overlapsOfUndone } from '../../../src/core/compaction/overlaps.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { reclaimableRanges } from '../../../src/core/compaction/replace/reclaimable-ranges.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { overlapPartly } from '../../../src/core/thread/live-edits.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { append, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { knownRefs } from '../../../src/core/tool-output/known-refs.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { counted } from './counted-reads.ts';
import { SHAPES } from './large-threads.ts';

const SIZE = 200;
/** Twice the size may take twice the reads; searches and sorts add a logarithm. */
const MOST_GROWTH = 2.5;

const WORK: Readonly<Record<string, (thread: Thread) => unknown>> = {
  replay: () => undefined,
  rows: (thread) => projectRows(thread),
  context: (thread) => projectContext(thread, 'm'),
  extract: (thread) => plan(thread, 'extract', null),
  'truncate, and the steps over outputs': (thread) => plan(thread, 'truncate', 4),
  'the map of ranges': (thread) => reclaimableRanges(thread),
  refs: (thread) => knownRefs(thread),
};

function plan(thread: Thread, strategy: 'extract' | 'truncate', collapseAfterTurns: number | null): void {
  const { tokens } = measure(thread);
  const limits = { window: tokens * 2, reserve: 0, trigger: tokens, target: Math.round(tokens * 0.3), floor: 1_000 };
  const toolOutput = { ...DEFAULT_CONFIG.toolOutput, collapseAfterTurns, contextBudgetTokens: 100 };
  const config = { ...DEFAULT_CONFIG, strategy, toolOutput };
  const planned = planCompaction({ thread, config, limits, trigger: 'manual' });
  if (planned.type === 'compaction') append(thread, applyBoundary(thread, planned.draft, 0));
}

function readsOf(log: readonly Entry[], work: (thread: Thread) => unknown): number {
  const { value, reads } = counted(log);
  work(replay(value));
  return reads();
}

describe.each(Object.entries(SHAPES))('S4 %s', (_, shape) => {
  it.each(Object.entries(WORK))('%s', (_name, work) => {
    const [half, whole] = [readsOf(shape(SIZE), work), readsOf(shape(2 * SIZE), work)];
    expect(whole / half).toBeLessThan(MOST_GROWTH);
  });
});

it('S4 the compactions that an undone one overlaps are those that a comparison of all pairs finds', () => {
  for (let seed = 1; seed < 200; seed++) {
    const thread = replay(crossing(seed));
    const byPairs = thread.compactions.flatMap((undone) => {
      if (!thread.undone.has(undone.id)) return [];
      const isOverlapped = thread.compactions.some(
        (live) => !thread.undone.has(live.id) && live.edits.some((a) => undone.edits.some((b) => overlapPartly(a, b))),
      );
      return isOverlapped ? [undone.id] : [];
    });
    expect([...overlapsOfUndone(thread).keys()].sort((a, b) => a - b)).toEqual(byPairs);
  }
});

/** Compactions over spans that cross, half of them undone. */
function crossing(seed: number): readonly Entry[] {
  let state = seed;
  const next = (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  const log: Entry[] = [];
  const add = (entry: object) => log.push({ ...entry, id: log.length + 1, at: 0 } as Entry);
  for (let i = 0; i < 12; i++) add({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'a' }] });
  for (let i = 0; i < 6; i++) {
    const from = 1 + next(12);
    const span = { from, to: from + next(6) };
    const edit = { type: 'entries', span, fate: 'dropped', replacement: [] };
    const block = { type: 'blocks', span: { ...span, entry: 1 + next(2) }, fate: 'dropped', replacement: [] };
    add({ type: 'compaction', trigger: 'manual', strategy: 'truncate', steps: [], edits: [next(2) ? edit : block] });
    if (next(2)) add({ type: 'undo', compaction: log.length });
  }
  return log;
}
