/** Ways to compact the open thread. */
import type { ThreadLog, WriteFailure } from '../../core/agent/ports.ts';
import type { PlanInput, PlannedCompaction } from '../../core/compaction/plan-input.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { CompactOutcome } from './outcome.ts';

/** What is compacted, and where the compaction is written. */
export type Compactor = (request: Omit<PlanInput, 'trigger'>, log: ThreadLog) => Promise<CompactOutcome | WriteFailure>;

/** As it is planned, without asking a model. */
export const compactByPlan: Compactor = async (request, log) => {
  const { planCompaction } = await import('../../core/compaction/plan.ts');
  const plan = planCompaction({ ...request, trigger: 'manual' });
  if (plan.type !== 'compaction') return plan;
  const written = await log.append(plan.draft);
  return written.ok ? compacted(written.value, plan.draft) : written.error;
};

/** How a compaction ended that is now the newest of the thread. */
export function compacted({ compactions }: Pick<Thread, 'compactions'>, draft: PlannedCompaction): CompactOutcome {
  const { tokensBefore, tokensAfter, reason } = draft;
  const compaction = compactions.at(-1)?.id ?? entryId(0);
  return { type: 'compacted', compaction, tokensBefore, tokensAfter, ...(reason && { reason }) };
}
