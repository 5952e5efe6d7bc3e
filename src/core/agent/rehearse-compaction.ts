/** Runs a compaction without calling a model: a text of the likely length answers in its place. The preview is made of the outcome. */

import { planCompaction } from '../compaction/plan.ts';
import type { PlanInput } from '../compaction/plan-input.ts';
import { ok } from '../lang/result.ts';
import { estimateText } from '../tokens/estimate.ts';
import type { CompactionOutcome } from './compaction-outcome.ts';
import type { CompactionProgress, SummaryCall } from './compaction-progress.ts';
import { type CompactionModels, runCompaction } from './run-compaction.ts';

export interface Rehearsal {
  readonly outcome: Exclude<CompactionOutcome, { type: 'cancelled' | 'summary-failed' }>;
  /** What would be asked; absent where nothing would. `call` is absent where the provider says no length and price. */
  readonly asked?: { readonly strategy: 'native' | 'summarize'; readonly call?: SummaryCall };
}

/**
 * What goes and what stays is just what the compaction does; the tokens after it are those of a reply of the usual length, of a
 * provider's own compaction those of our extract. Linear.
 */
export async function rehearseCompaction(input: PlanInput, { model, native }: CompactionModels): Promise<Rehearsal> {
  let planned: Extract<CompactionProgress, { type: 'planned' }> | undefined;
  const models = {
    model: model && { ...model, complete: async () => ok({ text: textOf(planned?.call?.likelyTokens ?? 0) }) },
    native: native && { ...native, compact: async () => ok({ data: null }) },
  };
  const outcome = await runCompaction(input, models, { aborted: false }, (progress) => {
    if (progress.type === 'planned') planned = progress;
  });
  if (outcome.type === 'cancelled' || outcome.type === 'summary-failed') return withoutModel(input);
  return { outcome, ...(planned && { asked: askedIn(planned) }) };
}

function askedIn({
  strategy,
  call,
}: Extract<CompactionProgress, { type: 'planned' }>): NonNullable<Rehearsal['asked']> {
  return { strategy, ...(call && { call }) };
}

/** For a thread so small that not even a usual summary would make it smaller. */
function withoutModel(input: PlanInput): Rehearsal {
  const plan = planCompaction(input);
  return { outcome: plan.type === 'compaction' ? { ...plan, type: 'compacted' } : plan };
}

const SENTENCE = 'What was done so far is said here in plain words. ';
const MANY = 100;

/** A text of about so many tokens. */
function textOf(tokens: number): string {
  const each = estimateText(SENTENCE.repeat(MANY)) / MANY;
  return SENTENCE.repeat(Math.max(1, Math.round(tokens / each)));
}
