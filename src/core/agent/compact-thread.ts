/** Compacts a thread once: plan, call of the model, checks, log entry, and the new state of the breaker. */
import type { Limits } from '../compaction/limits.ts';
import type { PlanInput, PlannedCompaction } from '../compaction/plan-input.ts';
import { assertNever } from '../lang/assert-never.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import { measure } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { afterFailure, type Breaker, CLOSED_BREAKER } from './breaker.ts';
import type { AskAdvice } from './compaction-advice.ts';
import type { CompactionOutcome } from './compaction-outcome.ts';
import type { AppendFailure, CompactionLog, NativeModel, SummaryModel, ThreadLog } from './ports.ts';
import { attemptOf } from './record-attempt.ts';
import { runCompaction } from './run-compaction.ts';

export interface CompactPorts {
  readonly model: SummaryModel | undefined;
  /** Absent where the thread's provider compacts nothing (R57). */
  readonly native?: NativeModel | undefined;
  readonly threadLog: Pick<ThreadLog, 'append'>;
  readonly log: CompactionLog;
  /** Asks other extensions before a compaction begins. */
  readonly askAdvice?: AskAdvice;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface CompactRun {
  readonly outcome: CompactionOutcome | AppendFailure;
  /** Includes the compaction, or the attempt, if one was written. */
  readonly thread: Thread;
  readonly breaker: Breaker;
}

/**
 * Callers wait for a running round before, and append no message meanwhile (what is typed is queued). Where it is refused, finds
 * nothing to do, or is not written, the log is as it was. Where it failed or was cancelled, the log has an entry that says so, and
 * the context is as it was (reliability cases 26, 27). A failure counts against the breaker when nobody asked for the compaction;
 * one that a person asked for closes it, whatever comes of it.
 */
export async function compactThread(
  request: PlanInput,
  { model, native, threadLog, log, now, askAdvice }: CompactPorts,
  signal: Signal,
  breaker: Breaker,
): Promise<CompactRun> {
  const { thread, limits, trigger, base } = request;
  const isRequested = trigger !== 'auto';
  const before = isRequested ? CLOSED_BREAKER : breaker;
  const { tokens } = measure(thread, base);
  const begun = now();
  log.write({ type: 'due', trigger, tokens, threshold: limits.trigger, remaining: limits.window - tokens });
  const canVeto = !request.mustFit;
  const advice = await askAdvice?.({ trigger, strategy: request.config.strategy, tokens, canVeto });
  if (advice?.veto && canVeto) {
    const { by, reason } = advice.veto;
    log.write({ type: 'not-compacted', reason: 'vetoed', detail: `${by}: ${reason}` });
    return { outcome: { type: 'vetoed', by, reason }, thread, breaker: before };
  }
  const advised = withDirectives(request, advice?.directives ?? []);
  const outcome = endOf(await runCompaction(advised, { model, native }, signal, log.write), signal);
  const failed = (): Breaker => (isRequested ? before : afterFailure(before, now()));
  switch (outcome.type) {
    case 'compacted': {
      const took = outcome.draft.model === undefined ? {} : { took: Math.max(0, now() - begun) };
      const written = await writeDraft({ ...outcome.draft, ...took }, limits, { threadLog, log });
      if (!written.ok) return { outcome: written.error, thread, breaker: failed() };
      return { outcome, thread: written.value, breaker: CLOSED_BREAKER };
    }
    case 'failed':
    case 'summary-failed':
    case 'cancelled': {
      const attempt = attemptOf(request, outcome, now() - begun);
      const { reason = 'cancelled', detail } = attempt;
      log.write({ type: 'not-compacted', reason, ...(detail !== undefined && { detail }) });
      const written = await threadLog.append(attempt);
      const isFailure = outcome.type !== 'cancelled';
      return {
        outcome: written.ok ? { ...outcome, recorded: true } : outcome,
        thread: written.ok ? written.value : thread,
        breaker: isFailure ? failed() : before,
      };
    }
    case 'vetoed':
      return { outcome, thread, breaker: before };
    case 'unchanged':
    case 'refused':
      log.write({ type: 'not-compacted', reason: outcome.reason });
      return { outcome, thread, breaker: before };
    default:
      return assertNever(outcome);
  }
}

function withDirectives(request: PlanInput, directives: readonly string[]): PlanInput {
  if (directives.length === 0) return request;
  const { summary } = request.config;
  const summaryDirectives = [...summary.summaryDirectives, ...directives];
  return { ...request, config: { ...request.config, summary: { ...summary, summaryDirectives } } };
}

/** A compaction that was cancelled as it ended is not written. */
function endOf(outcome: CompactionOutcome, { aborted }: Signal): CompactionOutcome {
  if (outcome.type !== 'compacted' || !aborted) return outcome;
  const { model, usage } = outcome.draft;
  return { type: 'cancelled', ...(model !== undefined && { paid: { model, ...(usage && { usage }) } }) };
}

/** Writes a compaction and logs the outcome (R56). When writing fails, nothing has changed (reliability case 27). */
export async function writeDraft(
  draft: PlannedCompaction,
  { window }: Partial<Pick<Limits, 'window'>>,
  { threadLog, log }: Pick<CompactPorts, 'threadLog' | 'log'>,
): Promise<Result<Thread, AppendFailure>> {
  const written = await threadLog.append(draft);
  if (written.ok) {
    const { strategy, fellFrom, tokensBefore: before, tokensAfter: after } = draft;
    log.write({
      type: 'compacted',
      strategy,
      ...(fellFrom && { fellFrom }),
      before,
      after,
      ...(window !== undefined && { remaining: window - after }),
    });
  } else log.write({ type: 'not-compacted', reason: written.error.type, detail: written.error.reason });
  return written;
}
