/** Compacts the open thread without a model, and the interface that every compaction of it has. */
import type { AppendFailure, ThreadLog } from '../../core/agent/ports.ts';
import { planCompaction } from '../../core/compaction/plan.ts';
import type { PlanInput, PlannedCompaction } from '../../core/compaction/plan-input.ts';
import type { Result } from '../../core/lang/result.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { CompactOutcome } from './outcome.ts';
import type { RunContext } from './run-context.ts';

/** Compacts the thread of the log; `context` is the model and the settings that the session has for it. */
export type CompactionTask = (context: RunContext, log: ThreadLog) => Promise<CompactOutcome | AppendFailure>;

/** The input of a plan for a compaction that a person asks for; the error is its outcome when the model's limits are unknown. */
export function planInput(
  thread: Thread,
  { config, limits, base, prices }: RunContext,
): Result<PlanInput, Extract<CompactOutcome, { type: 'no-limits' }>> {
  if (!limits.ok) return { ok: false, error: { type: 'no-limits', problem: limits.error } };
  const input = { thread, config, limits: limits.value, base, trigger: 'manual', ...(prices && { prices }) } as const;
  return { ok: true, value: input };
}

/** Compacts by a plan alone, which asks no model. */
export const compactByPlan = async (
  context: RunContext,
  log: ThreadLog,
  asked: Pick<PlanInput, 'upTo' | 'instructions'> = {},
): Promise<CompactOutcome | AppendFailure> => {
  const input = planInput(log.thread, context);
  if (!input.ok) return input.error;
  const plan = planCompaction({ ...input.value, ...asked });
  if (plan.type !== 'compaction') return plan;
  const written = await log.append(plan.draft);
  return written.ok ? compacted(written.value, plan.draft) : written.error;
};

/** The outcome of a compaction that was just written: the newest of the thread. */
export function compacted({ compactions }: Pick<Thread, 'compactions'>, draft: PlannedCompaction): CompactOutcome {
  const { tokensBefore, tokensAfter, reason, fellFrom, unusedInstructions } = draft;
  const compaction = compactions.at(-1)?.id ?? entryId(0);
  return {
    type: 'compacted',
    compaction,
    tokensBefore,
    tokensAfter,
    ...(reason && { reason }),
    ...(unusedInstructions !== undefined && { unused: { ...(fellFrom && { fellFrom: fellFrom.reason }) } }),
  };
}
