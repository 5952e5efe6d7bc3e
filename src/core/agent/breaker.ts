/** A circuit breaker for automatic compaction: it waits longer after each failure, and after three a person must act (docs/compaction.md, "Around a model's call"). */

export interface Breaker {
  readonly failures: number;
  /** Milliseconds since 1970; no automatic attempt before. */
  readonly retryAt: number;
}

export const CLOSED_BREAKER: Breaker = { failures: 0, retryAt: 0 };

const FAILURES_TO_OPEN = 3;
const FIRST_WAIT = 30_000;

/** After a failure at `now`: wait twice as long each time. */
export function afterFailure(breaker: Breaker, now: number): Breaker {
  return { failures: breaker.failures + 1, retryAt: now + FIRST_WAIT * 2 ** breaker.failures };
}

/** `open` until a person acts, which closes it. */
export function breakerState({ failures, retryAt }: Breaker, now: number): 'closed' | 'waiting' | 'open' {
  if (failures >= FAILURES_TO_OPEN) return 'open';
  return now < retryAt ? 'waiting' : 'closed';
}
