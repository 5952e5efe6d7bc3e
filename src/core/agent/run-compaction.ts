/** One compaction from plan to draft: asks the model when the strategy needs one, and falls down when it must (R53). */
import {
  nothingToDo,
  type Plan,
  type PlannedCompaction,
  planCompaction,
  planOutputsAlone,
} from '../compaction/plan.ts';
import { type CutPrice, costOf, priceOf } from '../compaction/price.ts';
import { finishSummary, type SummaryFailure } from '../compaction/summarize/finish-summary.ts';
import { planSummary, type Summarizer, type SummaryInput } from '../compaction/summarize/plan-summary.ts';
import type { Signal } from '../lang/signal.ts';
import type { TokenUsage } from '../thread/message.ts';
import { askSummary } from './ask-summary.ts';
import type { ModelFailure, SummaryModel } from './ports.ts';

export type CompactionOutcome =
  | { readonly type: 'compacted'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | { readonly type: 'cancelled' }
  /** A manual compaction whose summary could not be had: nothing was changed, the next strategy down is offered. */
  | { readonly type: 'summary-failed'; readonly reason: SummaryFallReason; readonly detail: string }
  | Exclude<Plan, { type: 'compaction' }>;

export type SummaryFallReason = 'model-failed' | 'empty-summary' | 'summary-refused';

/** A summary call that was too long is tried this often again with half the window. */
const OVERFLOW_RETRIES = 2;

/**
 * Never throws for what a model does: a failed call, a blank or too long summary ends the rung, and an automatic compaction
 * takes the next one down, a manual one reports it. Cancelling changes nothing. What is returned has passed every gate.
 */
export async function runCompaction(
  input: SummaryInput,
  model: SummaryModel | undefined,
  signal: Signal,
): Promise<CompactionOutcome> {
  const nothing = nothingToDo(input);
  if (nothing && nothing.type !== 'compaction') return nothing;
  const { strategy } = input.config;
  const wantsModel = strategy === 'summarize' || strategy === 'native';
  if (!wantsModel || !model) return withoutModel(input);
  const alone = input.instructions === undefined ? planOutputsAlone(input) : undefined;
  if (alone) return { ...alone, type: 'compacted' };
  const asked = await summarize(input, model, signal);
  switch (asked.type) {
    case 'compacted':
    case 'cancelled':
      return asked;
    case 'nothing':
      // There is nothing to summarize; what every boundary strips may still be too much.
      return withoutModel({ ...input, config: { ...input.config, strategy: 'extract' } });
    case 'summary-failed': {
      if (input.trigger === 'manual') return asked;
      return withoutModel(input, { strategy, reason: asked.reason, detail: asked.detail });
    }
    case 'over-target': {
      const other = withoutModel(input, { strategy, reason: 'target-missed' });
      const smaller = other.type === 'compacted' && other.draft.tokensAfter < asked.draft.tokensAfter;
      return smaller ? other : { ...asked, type: 'compacted', draft: { ...asked.draft, reason: 'fixed-part' } };
    }
  }
}

type Asked =
  | Extract<CompactionOutcome, { type: 'compacted' | 'cancelled' | 'summary-failed' }>
  | { readonly type: 'over-target'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | { readonly type: 'nothing' };

async function summarize(input: SummaryInput, model: SummaryModel, signal: Signal): Promise<Asked> {
  let summarizer: Summarizer = model;
  for (let attempt = 0; ; attempt++) {
    const plan = planSummary(input, summarizer);
    if (!plan) return { type: 'nothing' };
    const reply = await askSummary(model, plan.ask, signal);
    if (!reply.ok) {
      if (reply.error.type === 'cancelled') return { type: 'cancelled' };
      if (reply.error.type !== 'overflow' || attempt === OVERFLOW_RETRIES) return modelFailed(reply.error);
      summarizer = { ...summarizer, warm: false, window: Math.floor(summarizer.window / 2) };
      continue;
    }
    const draft = finishSummary(input, plan, reply.value.text);
    if (!draft.ok) return refused(draft.error);
    const paid = withCall(draft.value, model.id, reply.value.usage);
    const { usage } = reply.value;
    const price = priceOf(input, paid, usage ? costOf(usage, model.prices) : plan.cost);
    return { type: paid.tokensAfter <= input.limits.target ? 'compacted' : 'over-target', draft: paid, price };
  }
}

function withoutModel(input: SummaryInput, fellFrom?: PlannedCompaction['fellFrom']): CompactionOutcome {
  const plan = planCompaction(input, fellFrom);
  return plan.type === 'compaction' ? { ...plan, type: 'compacted' } : plan;
}

function withCall(draft: PlannedCompaction, model: string, usage: TokenUsage | undefined): PlannedCompaction {
  return { ...draft, model, ...(usage && { usage }) };
}

function modelFailed(failure: Exclude<ModelFailure, { type: 'cancelled' }>): Asked {
  return { type: 'summary-failed', reason: 'model-failed', detail: failure.message };
}

function refused(failure: SummaryFailure): Asked {
  if (failure.type === 'nothing') return { type: 'nothing' };
  if (failure.type === 'empty') return { type: 'summary-failed', reason: 'empty-summary', detail: '' };
  return { type: 'summary-failed', reason: 'summary-refused', detail: `${failure.gate.gate}: ${failure.gate.detail}` };
}
