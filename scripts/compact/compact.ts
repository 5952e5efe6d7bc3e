/** Compacts a loaded thread as Compact Thread does, as often as asked, and says what came of it. */
import { applyBoundary } from '../../src/core/compaction/apply.ts';
import type { CompactionConfig } from '../../src/core/compaction/config.ts';
import type { Limits } from '../../src/core/compaction/limits.ts';
import { type Plan, planCompaction } from '../../src/core/compaction/plan.ts';
import type { CompactionMethod, StepReport, Strategy } from '../../src/core/compaction/strategy.ts';
import { planUndo } from '../../src/core/compaction/undo.ts';
import type { EntryId } from '../../src/core/thread/entry.ts';
import { append, type Thread } from '../../src/core/thread/thread.ts';
import { measure } from '../../src/core/tokens/measure.ts';

export interface Outcome {
  readonly thread: Thread;
  readonly outcome: 'compacted' | 'unchanged' | 'failed';
  readonly reason?: string;
  readonly strategy?: CompactionMethod;
  readonly fellFrom?: { readonly strategy: Strategy; readonly reason: string };
  readonly steps: readonly StepReport[];
  readonly compactions: readonly EntryId[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly ms: number;
}

/** Runs up to `repeat` compactions in a row; stops at the first that changes nothing. */
export function compact(thread: Thread, config: CompactionConfig, limits: Limits, repeat: number): Outcome {
  const started = performance.now();
  const tokensBefore = measure(thread).tokens;
  const compactions: EntryId[] = [];
  const steps: StepReport[] = [];
  let current = thread;
  let last: Plan | undefined;
  let done: Extract<Plan, { type: 'compaction' }>['draft'] | undefined;
  for (let round = 0; round < repeat; round++) {
    last = planCompaction({ thread: current, config, limits, trigger: 'manual' });
    if (last.type !== 'compaction') break;
    done = last.draft;
    const entry = applyBoundary(current, done, 0);
    current = append(current, entry);
    compactions.push(entry.id);
    steps.push(...done.steps);
  }
  const failure = last && failureOf(last);
  const reason = failure ?? done?.reason ?? (last?.type === 'unchanged' && !done ? last.reason : undefined);
  return {
    thread: current,
    outcome: failure === undefined ? (done ? 'compacted' : 'unchanged') : 'failed',
    ...(reason !== undefined && { reason }),
    ...(done && { strategy: done.strategy }),
    ...(done?.fellFrom && { fellFrom: done.fellFrom }),
    steps,
    compactions,
    tokensBefore,
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

function failureOf(plan: Plan): string | undefined {
  if (plan.type === 'failed') return `gate ${plan.gate.gate}: ${plan.gate.detail}`;
  if (plan.type !== 'refused') return undefined;
  return plan.reason === 'switched-off'
    ? 'spool.compaction.enabled is false'
    : 'spool.compaction.strategy is "disabled"';
}
