/** Compacts a thread once: plan, call of the model, checks, log entry, and the new state of the breaker. */
import type { Limits } from '../compaction/limits.ts';
import type { PlannedCompaction } from '../compaction/plan-input.ts';
import type { SummaryInput } from '../compaction/summarize/plan-summary.ts';
import type { Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import { measure } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { afterFailure, type Breaker, CLOSED_BREAKER } from './breaker.ts';
import type { AppendFailure, CompactionLog, NativeCompactor, SummaryModel, ThreadLog } from './ports.ts';
import { type CompactionOutcome, runCompaction } from './run-compaction.ts';

export interface CompactPorts {
  readonly model: SummaryModel | undefined;
  /** Absent where the thread's provider compacts nothing (R57). */
  readonly native?: NativeCompactor | undefined;
  readonly threadLog: Pick<ThreadLog, 'append'>;
  readonly log: CompactionLog;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface CompactRun {
  readonly outcome: CompactionOutcome | AppendFailure;
  /** Includes the compaction, if one was written. */
  readonly thread: Thread;
  readonly breaker: Breaker;
}

/**
 * Callers wait for a running round before, and append no message meanwhile (what is typed is queued). Cancelled, refused or
 * not written: the log and the thread are as they were (reliability cases 26, 27). A failure counts against the breaker when
 * nobody asked for the compaction; one that a person asked for closes it, whatever comes of it.
 */
export async function compactThread(
  request: SummaryInput,
  { model, native, threadLog, log, now }: CompactPorts,
  signal: Signal,
  breaker: Breaker,
): Promise<CompactRun> {
  const { thread, limits, trigger, base } = request;
  const isRequested = trigger !== 'auto';
  const before = isRequested ? CLOSED_BREAKER : breaker;
  const { tokens } = measure(thread, base);
  log.write({ type: 'due', trigger, tokens, threshold: limits.trigger, remaining: limits.window - tokens });
  const outcome = await runCompaction(request, { model, native }, signal);
  const failed = (reason: string, detail = ''): Breaker => {
    log.write({ type: 'not-compacted', reason, ...(detail !== '' && { detail }) });
    return isRequested ? before : afterFailure(before, now());
  };
  switch (outcome.type) {
    case 'compacted': {
      if (signal.aborted) {
        log.write({ type: 'not-compacted', reason: 'cancelled' });
        return { outcome: { type: 'cancelled' }, thread, breaker: before };
      }
      const written = await writeDraft(outcome.draft, limits, { threadLog, log });
      if (!written.ok)
        return { outcome: written.error, thread, breaker: isRequested ? before : afterFailure(before, now()) };
      return { outcome, thread: written.value, breaker: CLOSED_BREAKER };
    }
    case 'failed':
      return { outcome, thread, breaker: failed(outcome.gate.gate, outcome.gate.detail) };
    case 'summary-failed':
      return { outcome, thread, breaker: failed(outcome.reason, outcome.detail) };
    case 'cancelled':
      log.write({ type: 'not-compacted', reason: 'cancelled' });
      return { outcome, thread, breaker: before };
    case 'unchanged':
    case 'refused':
      log.write({ type: 'not-compacted', reason: outcome.reason });
      return { outcome, thread, breaker: before };
  }
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
      ...(fellFrom && { fallbackFrom: fellFrom }),
      before,
      after,
      ...(window !== undefined && { remaining: window - after }),
    });
  } else log.write({ type: 'not-compacted', reason: written.error.type, detail: written.error.reason });
  return written;
}
