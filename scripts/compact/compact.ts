/** Compacts a loaded thread as Compact Thread does, as often as asked, and says what came of it. */
import { applyBoundary } from '../../src/core/compaction/apply-boundary.ts';
import type { PlannedCompaction } from '../../src/core/compaction/plan-input.ts';
import type { CutPrice } from '../../src/core/compaction/price.ts';
import { planUndo } from '../../src/core/compaction/undo.ts';
import type { EntryId } from '../../src/core/thread/entry-id.ts';
import { measure } from '../../src/core/thread/measure.ts';
import type { CompactionMethod, StepReport, Strategy } from '../../src/core/thread/strategy.ts';
import { append, type Thread } from '../../src/core/thread/thread.ts';
import type { Act, Acted } from './acts.ts';

export interface Outcome {
  readonly thread: Thread;
  readonly outcome: 'compacted' | 'unchanged' | 'failed';
  readonly reason?: string;
  readonly strategy?: CompactionMethod;
  readonly fellFrom?: { readonly strategy: Strategy; readonly reason: string };
  /** Of the last compaction, in tokens of uncached input at the usual proportions of price lists. */
  readonly price?: CutPrice;
  readonly steps: readonly StepReport[];
  readonly compactions: readonly EntryId[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly ms: number;
}

/** Acts up to `repeat` times in a row; stops when an act changes nothing. */
export async function compact(thread: Thread, act: Act, repeat: number): Promise<Outcome> {
  const started = performance.now();
  const compactions: EntryId[] = [];
  const steps: StepReport[] = [];
  let current = thread;
  let stopped: Exclude<Acted, { type: 'compacted' }> | undefined;
  let done: PlannedCompaction | undefined;
  let price: CutPrice | undefined;
  for (let round = 0; round < repeat && !stopped; round++) {
    const acted = await act(current);
    if (acted.type !== 'compacted') stopped = acted;
    else {
      ({ draft: done, price } = acted);
      const entry = applyBoundary(current, done, 0);
      current = append(current, entry);
      compactions.push(entry.id);
      steps.push(...done.steps);
    }
  }
  const failed = stopped?.type === 'failed';
  const reason = failed || !done ? stopped?.reason : done.reason;
  return {
    thread: current,
    outcome: failed ? 'failed' : done ? 'compacted' : 'unchanged',
    ...(reason !== undefined && { reason }),
    ...(done && { strategy: done.strategy }),
    ...(done?.fellFrom && { fellFrom: done.fellFrom }),
    ...(price && { price }),
    steps,
    compactions,
    tokensBefore: measure(thread).tokens,
    tokensAfter: measure(current).tokens,
    ms: performance.now() - started,
  };
}

/** The thread with these compactions undone, newest first. */
export function undoAll(thread: Thread, compactions: readonly EntryId[]): Thread {
  return compactions.toReversed().reduce((current, id) => {
    const undo = planUndo(current, id);
    return undo.ok ? append(current, applyBoundary(current, undo.value, 0)) : current;
  }, thread);
}
