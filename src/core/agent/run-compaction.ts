/** Plans a compaction, calls the provider or a model where the strategy needs it, and falls back to a simpler strategy (R53). */
import type { ContextCut } from '../compaction/cut.ts';
import { finishNative, nativeInstructions, planNative } from '../compaction/native.ts';
import { freesTooLittle, nothingToDo, planCompaction, planOutputsAlone, withReason } from '../compaction/plan.ts';
import type { PlanInput, PlannedCompaction } from '../compaction/plan-input.ts';
import { type CutPrice, priceOf } from '../compaction/price.ts';
import { type SizeBudget, sizeBudget } from '../compaction/size-budget.ts';
import { finishSummary } from '../compaction/summarize/finish-summary.ts';
import {
  LIKELY_OUTPUT,
  MIN_SUMMARY_TOKENS,
  planSummary,
  type Summarizer,
} from '../compaction/summarize/plan-summary.ts';
import { wasPaidRecently } from '../compaction/summary-cooldown.ts';
import { assertNever } from '../lang/assert-never.ts';
import { startOf } from '../lang/clip.ts';
import type { Signal } from '../lang/signal.ts';
import type { TokenUsage } from '../message/message.ts';
import { measure } from '../thread/measure.ts';
import type { Fallback } from '../thread/strategy.ts';
import { costOf } from '../tokens/prices.ts';
import { addReported, askSummary } from './ask-summary.ts';
import { type CompactionOutcome, modelFailed, paidFor, refused } from './compaction-outcome.ts';
import { plannedSteps, type ReportProgress } from './compaction-progress.ts';
import type { NativeModel, SummaryModel } from './ports.ts';

/** The models that a compaction may call: one that writes summaries, and the thread's own where its provider compacts. */
export interface CompactionModels {
  readonly model: SummaryModel | undefined;
  readonly native?: NativeModel | undefined;
}

/** A summary call that was too long is tried this often again with half the window. */
const OVERFLOW_RETRIES = 2;

/**
 * Never throws for what a model does: a failed call or a blank summary ends the attempt, and an automatic compaction takes the
 * next strategy down, a manual one reports it. Cancelling changes nothing. No model is asked where the result is known to be
 * unusable. An automatic compaction calls no model until a tenth of the trigger was added since the last paid call. What is returned has
 * passed every gate.
 */
export async function runCompaction(
  input: PlanInput,
  models: CompactionModels,
  signal: Signal,
  report: ReportProgress = () => {},
): Promise<CompactionOutcome> {
  const room = sizeBudget(input);
  const nothing = nothingToDo(input, room);
  if (nothing) return nothing;
  const { strategy } = input.config;
  const attempts = attemptsFor(input, room, models, signal, report);
  if (attempts.length === 0) return withoutModel(input, room);
  const alone = input.instructions === undefined ? planOutputsAlone(input, room) : undefined;
  if (alone) return withoutModel(input, room);
  if (input.trigger === 'auto' && wasPaidRecently(input))
    return withoutModel(input, room, { strategy, reason: 'paid-recently' });
  const isMissing = strategy === 'native' && !models.native;
  // A reason found after a call takes precedence, since it records that the call was paid for.
  let before: Fallback | undefined = isMissing ? { strategy, reason: 'not-offered' } : undefined;
  let failed: Extract<AttemptOutcome, { type: 'summary-failed' }> | undefined;
  const fallback = (): Fallback | undefined =>
    failed ? { strategy: failed.strategy, reason: failed.reason, detail: failed.detail } : before;
  for (const ask of attempts) {
    const asked = await ask();
    switch (asked.type) {
      case 'compacted':
        return withFallback(asked, fallback());
      case 'cancelled':
      case 'unchanged':
        return asked;
      case 'nothing':
        // There is nothing to summarize; what every boundary strips may still be too much.
        return withoutModel({ ...input, config: { ...input.config, strategy: 'extract' } }, room);
      case 'no-room':
        before ??= { strategy, reason: 'no-room' };
        break;
      case 'summary-failed':
        if (input.trigger === 'manual') return asked;
        failed ??= asked;
        break;
      case 'too-large': {
        const other = withoutModel(input, room, { strategy: asked.strategy, reason: 'target-missed' });
        const isSmaller = other.type === 'compacted' && other.draft.tokensAfter < asked.draft.tokensAfter;
        return isSmaller ? other : withFallback({ ...asked, type: 'compacted' }, fallback());
      }
      default:
        return assertNever(asked);
    }
  }
  const other = withoutModel(input, room, fallback());
  // A call that failed and led to nothing counts as a failure, so that it is not paid for again before each request.
  return other.type === 'compacted' ? other : (failed ?? other);
}

function withFallback(
  compacted: Extract<CompactionOutcome, { type: 'compacted' }>,
  fellFrom: Fallback | undefined,
): CompactionOutcome {
  return fellFrom ? { ...compacted, draft: { ...compacted.draft, fellFrom } } : compacted;
}

type AttemptOutcome =
  | Extract<CompactionOutcome, { type: 'compacted' | 'cancelled' | 'summary-failed' | 'unchanged' }>
  /** The outcome would exceed the trigger, or reach it again at once. */
  | {
      readonly type: 'too-large';
      readonly strategy: 'native' | 'summarize';
      readonly draft: PlannedCompaction;
      readonly price: CutPrice;
    }
  /** No call was made: the budget is too small for a summary, or no message would be removed. */
  | { readonly type: 'no-room' | 'nothing' };

/** The attempts that call a model or the provider, the most faithful first. */
function attemptsFor(
  input: PlanInput,
  room: SizeBudget,
  { model, native }: CompactionModels,
  signal: Signal,
  report: ReportProgress,
): readonly (() => Promise<AttemptOutcome>)[] {
  const { strategy } = input.config;
  const byProvider = native ? [() => compactNatively(input, room, native, signal, report)] : [];
  const byModel = model ? [() => summarize(input, room, model, signal, report)] : [];
  switch (strategy) {
    case 'native':
      return [...byProvider, ...byModel];
    case 'summarize':
      return byModel;
    case 'extract':
    case 'truncate':
    case 'disabled':
      return [];
    default:
      return assertNever(strategy);
  }
}

async function compactNatively(
  input: PlanInput,
  room: SizeBudget,
  native: NativeModel,
  signal: Signal,
  report: ReportProgress,
): Promise<AttemptOutcome> {
  const plan = planNative(input, room, native.modelKey);
  if (!plan) return { type: 'nothing' };
  // How much the provider will give is not known.
  const useless = uselessCall(input, plan.cut, Number.POSITIVE_INFINITY);
  if (useless) return useless;
  report(plannedSteps(input, 'native', plan.cut));
  const { instructions: asked = '', thread } = input;
  const isEdited = thread.boundary > 0;
  const instructions = asked.trim() === '' ? undefined : nativeInstructions(asked);
  const request = { messages: plan.messages, isEdited, ...(instructions !== undefined && { instructions }) };
  const reply = await native.compact(request, signal);
  const paid = paidFor(native, reply.ok ? reply.value.usage : reply.error.usage);
  if (signal.aborted) return { type: 'cancelled', paid };
  if (!reply.ok) return modelFailed('native', reply.error, paid);
  const { data, text, usage, tokens = usage?.output } = reply.value;
  const said = { ...(text !== undefined && { text }), ...(tokens !== undefined && { tokens }) };
  const draft = finishNative(input, plan, { by: native.modelKey, data, ...said });
  if (draft.ok)
    return withPrice(input, room, { strategy: 'native', prompt: instructions }, draft.value, native, usage, 0);
  return draft.error === 'nothing' ? { type: 'nothing' } : refused('native', { type: 'gate', gate: draft.error }, paid);
}

async function summarize(
  input: PlanInput,
  room: SizeBudget,
  model: SummaryModel,
  signal: Signal,
  report: ReportProgress,
): Promise<AttemptOutcome> {
  let summarizer: Summarizer = model;
  let before: TokenUsage | undefined;
  for (let attempt = 0; ; attempt++) {
    const plan = planSummary(input, room, summarizer);
    if (!plan) return { type: 'nothing' };
    const useless = uselessCall(input, plan.cut, plan.budget);
    if (useless) return useless;
    const { cost, likelyCost } = plan;
    const call = { likelyTokens: plan.budget * LIKELY_OUTPUT, likelyCost, cost };
    report(plannedSteps(input, 'summarize', plan.cut, { call, beside: plan.typedRecord.tokens }));
    const reply = await askSummary(model, plan.ask, signal, report);
    const used = addReported(before, reply.ok ? reply.value.usage : reply.error.usage);
    const paid = paidFor(model, used);
    if (!reply.ok) {
      if (reply.error.type !== 'overflow' || attempt === OVERFLOW_RETRIES)
        return modelFailed('summarize', reply.error, paid);
      before = used;
      summarizer = { ...summarizer, warm: false, window: Math.floor(summarizer.window / 2) };
      continue;
    }
    const draft = finishSummary(input, plan, reply.value.text);
    if (!draft.ok) return refused('summarize', draft.error, paid);
    const made = { strategy: 'summarize', prompt: plan.instruction } as const;
    return withPrice(input, room, made, draft.value, model, used, plan.cost);
  }
}

/** Why a call for a replacement of `budget` tokens is not worth making; undefined when it is. */
function uselessCall(input: PlanInput, { runs, outputs }: ContextCut, budget: number): AttemptOutcome | undefined {
  const removed = runs.reduce((sum, { tokens }) => sum + tokens, 0);
  const { factor } = measure(input.thread, input.base);
  const freed = (removed + outputs.saved - Math.min(budget, removed / 2)) * factor;
  if (freesTooLittle(input, freed)) return { type: 'unchanged', reason: 'too-little' };
  return budget < MIN_SUMMARY_TOKENS ? { type: 'no-room' } : undefined;
}

function withoutModel(input: PlanInput, room: SizeBudget, fellFrom?: Fallback): CompactionOutcome {
  const plan = planCompaction(input, fellFrom, room);
  return plan.type === 'compaction' ? { ...plan, type: 'compacted' } : plan;
}

/** Characters of the prompt that the log keeps. */
const PROMPT_LIMIT = 20_000;

/** `cost`: the estimated cost of the call, used when it reported no usage. */
function withPrice(
  input: PlanInput,
  room: SizeBudget,
  { strategy, prompt }: { readonly strategy: 'native' | 'summarize'; readonly prompt: string | undefined },
  draft: PlannedCompaction,
  { id, prices }: Pick<SummaryModel, 'id' | 'prices'>,
  usage: TokenUsage | undefined,
  cost: number,
): AttemptOutcome {
  const asked = prompt === undefined ? {} : { prompt: startOf(prompt, PROMPT_LIMIT) };
  const paid = { ...withReason(draft, room), model: id, ...(usage && { usage }), ...asked };
  const price = priceOf(input, paid, usage ? costOf(usage, prices) : cost);
  const isUsable = paid.tokensAfter <= room.measured.most;
  return isUsable ? { type: 'compacted', draft: paid, price } : { type: 'too-large', strategy, draft: paid, price };
}
