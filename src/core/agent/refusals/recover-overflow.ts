/** Recovers from a provider's "request too long": learns the limit, compacts, and decides whether to retry (R31, cases 18, 19). */

import type { LimitProblem, Limits } from '../../compaction/limits.ts';
import type { PlanInput } from '../../compaction/plan-input.ts';
import type { Result } from '../../lang/result.ts';
import type { Signal } from '../../lang/signal.ts';
import { measure, plainEstimate } from '../../thread/measure.ts';
import type { Thread } from '../../thread/thread.ts';
import type { Breaker } from '../breaker.ts';
import { type CompactPorts, type CompactRun, compactThread } from '../compact-thread.ts';
import { type Learned, learnFromOverflow } from './learned-limits.ts';
import { bytesExcess, parseOverflow } from './parse-overflow.ts';

export interface Recovery {
  /**
   * `retry` once with the thread as it is now; `offer` to compact and retry, since compaction is off or set to ask; `give-up`:
   * nothing could be compacted (`run` says why).
   */
  readonly next: 'retry' | 'offer' | 'give-up';
  /** The caller stores this for the model, whatever `next` is. */
  readonly learned: Learned;
  readonly thread: Thread;
  readonly run?: CompactRun;
}

export interface RecoverInput {
  readonly request: Omit<PlanInput, 'limits' | 'trigger'>;
  /** The provider's words. */
  readonly message: string;
  /** Tokens, as it was known when the request was sent. */
  readonly window: number;
  readonly known: Learned;
  /** The limits once `learned` is known. */
  readonly limits: (learned: Learned) => Result<Limits, LimitProblem>;
  readonly breaker: Breaker;
}

/** Never compacts twice for one refusal; callers send once more on `retry`, and show the second refusal as it is. */
export async function recoverFromOverflow(input: RecoverInput, ports: CompactPorts, signal: Signal): Promise<Recovery> {
  const { request, message, window, known, breaker } = input;
  const { thread, config, base } = request;
  const counted = measure(thread, base).tokens;
  const { learned, excess } = learnFromOverflow(
    { message, counted, estimate: plainEstimate(thread, base), window },
    known,
  );
  const limits = input.limits(learned);
  if (limits.ok && fitsNow(limits.value, input, counted)) return { next: 'retry', learned, thread };
  if (!config.enabled || config.auto !== true) return { next: 'offer', learned, thread };
  const isKnown = limits.ok && bytesExcess(message) === undefined;
  const made = isKnown ? limits : input.limits({ ...learned, limit: limitOfExcess(message, counted) });
  if (!made.ok) return { next: 'give-up', learned, thread };
  // The measure is still as far off as it was, by a factor or by a sum: the target allows for either; and something must go.
  const { window: size, reserve, target: wanted } = made.value;
  const besideSum = size - reserve - (excess - 1) * counted;
  const taken = window === Number.POSITIVE_INFINITY ? lastTaken(thread) : undefined;
  const allowed = Math.min(
    wanted / excess,
    besideSum > 0 ? besideSum : Number.POSITIVE_INFINITY,
    counted / 2,
    counted / ((bytesExcess(message) ?? 0) * BYTES_MARGIN),
    taken ?? Number.POSITIVE_INFINITY,
  );
  const target = Math.max(1, Math.floor(allowed));
  const trigger = Math.max(target, Math.floor(made.value.trigger / excess));
  const run = await compactThread(
    { ...request, trigger: 'auto', mustFit: true, limits: { ...made.value, target, trigger } },
    ports,
    signal,
    breaker,
  );
  return { next: run.outcome.type === 'compacted' ? 'retry' : 'give-up', learned, thread: run.thread, run };
}

/** Bytes beside the messages are not compacted, so the messages become a little smaller than is asked. */
const BYTES_MARGIN = 1.1;

/** Tokens that a request may have whose bytes were too many, or whose window is unknown. It is not remembered. */
function limitOfExcess(message: string, counted: number): number {
  return Math.max(1, Math.floor(counted / ((bytesExcess(message) ?? 1) * BYTES_MARGIN)));
}

/** How much larger than our count a request may be that the provider did not count. */
const UNCOUNTED = 1.5;

/** The refusal taught that a shorter reply must be asked for, with which the request fits (vLLM: "'max_tokens' … is too large"). */
function fitsNow(after: Limits, { known, limits, message }: RecoverInput, counted: number): boolean {
  const before = limits(known);
  const isShorter = !before.ok || after.reserve < before.value.reserve;
  return isShorter && (parseOverflow(message).requested ?? counted * UNCOUNTED) + after.reserve <= after.window;
}

/** Tokens of the newest request that the model answered: the unknown limit is at or above them. */
function lastTaken({ anchor }: Thread): number | undefined {
  const usage = anchor?.entry.usage;
  return usage && usage.total > 0 ? usage.total : undefined;
}
