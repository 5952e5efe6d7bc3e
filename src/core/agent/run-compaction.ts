/** One compaction from plan to draft: asks the provider or a model when the strategy needs one, and falls down when it must (R53). */
import { finishNative, nativeInstructions, planNative } from '../compaction/native.ts';
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
import type { ModelFailure, NativeCompactor, SummaryModel } from './ports.ts';

export type CompactionOutcome =
  | { readonly type: 'compacted'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | { readonly type: 'cancelled' }
  /** A manual compaction that its strategy could not do: nothing was changed, the next strategy down is offered. */
  | {
      readonly type: 'summary-failed';
      readonly strategy: 'native' | 'summarize';
      readonly reason: SummaryFallReason;
      readonly detail: string;
    }
  | Exclude<Plan, { type: 'compaction' }>;

export type SummaryFallReason = 'model-failed' | 'empty-summary' | 'summary-refused';

/** Who can be asked. */
export interface Compactors {
  readonly model: SummaryModel | undefined;
  readonly native?: NativeCompactor | undefined;
}

/** A summary call that was too long is tried this often again with half the window. */
const OVERFLOW_RETRIES = 2;

/**
 * Never throws for what a model does: a failed call, a blank or too long summary ends the rung, and an automatic compaction
 * takes the next one down, a manual one reports it. Cancelling changes nothing. What is returned has passed every gate.
 */
export async function runCompaction(
  input: SummaryInput,
  compactors: Compactors,
  signal: Signal,
): Promise<CompactionOutcome> {
  const nothing = nothingToDo(input);
  if (nothing && nothing.type !== 'compaction') return nothing;
  const { strategy } = input.config;
  const rungs = rungsFor(input, compactors, signal);
  if (rungs.length === 0) return withoutModel(input);
  const alone = input.instructions === undefined ? planOutputsAlone(input) : undefined;
  if (alone) return { ...alone, type: 'compacted' };
  const isMissing = strategy === 'native' && !compactors.native;
  let fellFrom: PlannedCompaction['fellFrom'] = isMissing ? { strategy, reason: 'not-offered' } : undefined;
  for (const ask of rungs) {
    const asked = await ask();
    switch (asked.type) {
      case 'compacted':
        return fellFrom ? { ...asked, draft: { ...asked.draft, fellFrom } } : asked;
      case 'cancelled':
        return asked;
      case 'nothing':
        // There is nothing to summarize; what every boundary strips may still be too much.
        return withoutModel({ ...input, config: { ...input.config, strategy: 'extract' } });
      case 'summary-failed':
        if (input.trigger === 'manual') return asked;
        fellFrom ??= { strategy: asked.strategy, reason: asked.reason, detail: asked.detail };
        break;
      case 'over-target': {
        const other = withoutModel(input, fellFrom ?? { strategy, reason: 'target-missed' });
        const isSmaller = other.type === 'compacted' && other.draft.tokensAfter < asked.draft.tokensAfter;
        if (isSmaller) return other;
        const draft = { ...asked.draft, ...(fellFrom && { fellFrom }), reason: 'fixed-part' } as const;
        return { ...asked, type: 'compacted', draft };
      }
    }
  }
  return withoutModel(input, fellFrom);
}

type Asked =
  | Extract<CompactionOutcome, { type: 'compacted' | 'cancelled' | 'summary-failed' }>
  | { readonly type: 'over-target'; readonly draft: PlannedCompaction; readonly price: CutPrice }
  | { readonly type: 'nothing' };

/** What asks somebody, from the most faithful on. */
function rungsFor(
  input: SummaryInput,
  { model, native }: Compactors,
  signal: Signal,
): readonly (() => Promise<Asked>)[] {
  const { strategy } = input.config;
  return [
    ...(strategy === 'native' && native ? [() => compactNatively(input, native, signal)] : []),
    ...((strategy === 'native' || strategy === 'summarize') && model ? [() => summarize(input, model, signal)] : []),
  ];
}

async function compactNatively(input: SummaryInput, native: NativeCompactor, signal: Signal): Promise<Asked> {
  const plan = planNative(input, native.maker);
  if (!plan) return { type: 'nothing' };
  const { instructions: asked = '', thread } = input;
  const isEdited = thread.boundary > 0;
  const instructions = asked.trim() === '' ? undefined : nativeInstructions(asked);
  const request = { messages: plan.messages, isEdited, ...(instructions !== undefined && { instructions }) };
  const reply = await native.compact(request, signal);
  if (signal.aborted) return { type: 'cancelled' };
  if (!reply.ok) return modelFailed('native', reply.error);
  const { data, text, usage, tokens = usage?.output } = reply.value;
  const said = { ...(text !== undefined && { text }), ...(tokens !== undefined && { tokens }) };
  const draft = finishNative(input, plan, { by: native.maker, data, ...said });
  if (draft.ok) return paidFor(input, draft.value, native, usage, 0);
  return draft.error === 'nothing' ? { type: 'nothing' } : refused('native', { type: 'gate', gate: draft.error });
}

async function summarize(input: SummaryInput, model: SummaryModel, signal: Signal): Promise<Asked> {
  let summarizer: Summarizer = model;
  for (let attempt = 0; ; attempt++) {
    const plan = planSummary(input, summarizer);
    if (!plan) return { type: 'nothing' };
    const reply = await askSummary(model, plan.ask, signal);
    if (!reply.ok) {
      if (reply.error.type !== 'overflow' || attempt === OVERFLOW_RETRIES) return modelFailed('summarize', reply.error);
      summarizer = { ...summarizer, warm: false, window: Math.floor(summarizer.window / 2) };
      continue;
    }
    const draft = finishSummary(input, plan, reply.value.text);
    if (!draft.ok) return refused('summarize', draft.error);
    return paidFor(input, draft.value, model, reply.value.usage, plan.cost);
  }
}

function withoutModel(input: SummaryInput, fellFrom?: PlannedCompaction['fellFrom']): CompactionOutcome {
  const plan = planCompaction(input, fellFrom);
  return plan.type === 'compaction' ? { ...plan, type: 'compacted' } : plan;
}

/** `cost`: of the call, where nobody reported what it used. */
function paidFor(
  input: SummaryInput,
  draft: PlannedCompaction,
  { id, prices }: Pick<SummaryModel, 'id' | 'prices'>,
  usage: TokenUsage | undefined,
  cost: number,
): Asked {
  const paid = { ...draft, model: id, ...(usage && { usage }) };
  const price = priceOf(input, paid, usage ? costOf(usage, prices) : cost);
  return { type: paid.tokensAfter <= input.limits.target ? 'compacted' : 'over-target', draft: paid, price };
}

function modelFailed(strategy: 'native' | 'summarize', failure: ModelFailure): Asked {
  if (failure.type === 'cancelled') return failure;
  return { type: 'summary-failed', strategy, reason: 'model-failed', detail: failure.message };
}

function refused(strategy: 'native' | 'summarize', failure: SummaryFailure): Asked {
  if (failure.type === 'nothing') return { type: 'nothing' };
  if (failure.type === 'empty') return { type: 'summary-failed', strategy, reason: 'empty-summary', detail: '' };
  const detail = `${failure.gate.gate}: ${failure.gate.detail}`;
  return { type: 'summary-failed', strategy, reason: 'summary-refused', detail };
}
