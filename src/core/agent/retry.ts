/** Wraps a model so that failed calls are retried, after a growing pause or the one that the provider names. */
import { err, type Result } from '../lang/result.ts';
import type { Signal } from '../lang/signal.ts';
import { CANCELLED, CUT_SHORT, type ModelError, type ModelEvent } from './model-event.ts';
import type { AgentModel } from './ports.ts';

/** Times in milliseconds. */
export interface RetryPorts {
  /** Ends after `ms`, or at once when the signal says so. */
  wait(ms: number, signal: Signal): Promise<void>;
  /** Since 1970. */
  now(): number;
  /** From 0 up to, not including, 1. */
  random(): number;
}

export interface RetryPolicy {
  /** The maximum number of calls, including the first, by kind of error. */
  readonly maxCalls: Readonly<Record<ModelError['kind'], number>>;
  /** The pause before the second call; each later one is twice as long, up to `longest`. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** A provider that asks for a longer pause than this is not waited for: its error is given back. */
  readonly maxWait: number;
}

/** A network error gets fewer calls: it is more likely a wrong address than a short outage. */
export const RETRY_POLICY: RetryPolicy = {
  maxCalls: {
    'rate-limit': 8,
    overloaded: 8,
    network: 4,
    auth: 1,
    quota: 1,
    overflow: 1,
    'invalid-request': 1,
    refused: 1,
    // The turn asks again by itself, at once.
    empty: 1,
    endless: 1,
    cancelled: 1,
  },
  firstPause: 1_000,
  longestPause: 30_000,
  maxWait: 5 * 60_000,
};

/** A count is asked for on the way to a call, which does not wait long for it. */
const COUNT_CALLS = 2;

/**
 * Retries a model's calls on transient errors; never after a reply that ended, nor on permanent errors. A `retry` event comes
 * before each pause. The pause is the longer of the one that the provider asks
 * for and our own, which varies at random by half so that many windows don't come back at one time.
 */
export function retrying(model: AgentModel, ports: RetryPorts, policy = RETRY_POLICY): AgentModel {
  const { compact, count } = model;
  const pauseOf = (error: ModelError, calls: number) => pauseAfter(error, calls, policy, ports);
  return {
    ...model,
    stream: (request, signal) =>
      streamAgain(() => model.stream(request, signal), pauseOf, { policy, ...ports }, signal),
    ...(compact && {
      compact: (request, signal) => callAgain(() => compact(request, signal), pauseOf, ports, signal),
    }),
    ...(count && {
      count: (request, signal) => {
        const briefly: PauseOf = (error, calls) => (calls < COUNT_CALLS ? pauseOf(error, calls) : undefined);
        return callAgain(() => count(request, signal), briefly, ports, signal);
      },
    }),
  };
}

/** Milliseconds to wait after so many calls; undefined means no further call. */
type PauseOf = (error: ModelError, calls: number) => number | undefined;

async function* streamAgain(
  stream: () => AsyncIterable<ModelEvent>,
  pauseOf: PauseOf,
  { wait, now, policy }: RetryPorts & { readonly policy: RetryPolicy },
  signal: Signal,
): AsyncGenerator<ModelEvent> {
  for (let calls = 1; ; calls++) {
    let error = CUT_SHORT;
    for await (const event of stream()) {
      if (event.type === 'error') {
        error = event.error;
        break;
      }
      yield event;
      if (event.type === 'end') return;
    }
    const pause = signal.aborted ? undefined : pauseOf(error, calls);
    if (pause === undefined) return yield { type: 'error', error };
    yield { type: 'retry', error, attempt: calls, most: policy.maxCalls[error.kind], at: now() + pause };
    await wait(pause, signal);
    if (signal.aborted) return yield { type: 'error', error: CANCELLED };
  }
}

async function callAgain<T>(
  call: () => Promise<Result<T, ModelError>>,
  pauseOf: PauseOf,
  { wait }: RetryPorts,
  signal: Signal,
): Promise<Result<T, ModelError>> {
  for (let calls = 1; ; calls++) {
    const made = await call();
    const pause = made.ok || signal.aborted ? undefined : pauseOf(made.error, calls);
    if (pause === undefined) return made;
    await wait(pause, signal);
    if (signal.aborted) return err(CANCELLED);
  }
}

function pauseAfter(
  { kind, retryAfter = 0 }: ModelError,
  calls: number,
  { maxCalls: most, firstPause: first, longestPause: longest, maxWait: patience }: RetryPolicy,
  { random }: RetryPorts,
): number | undefined {
  if (calls >= most[kind] || retryAfter > patience) return undefined;
  const own = Math.min(longest, first * 2 ** (calls - 1));
  return Math.round(Math.max(retryAfter, own * (0.5 + random() / 2)));
}
