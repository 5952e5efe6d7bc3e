/** Waits for another extension, but not for longer than its limit of time. */
import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 2_000;

/** Resolves to whether the work ended within 2 seconds; rejects with its error if that came in time. */
export async function withinLimit(work: () => Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = sleep(LIMIT_MS, false, { signal: timer.signal }).catch(() => false);
  const done = work().then(() => true);
  // An error that comes after the limit would else end the process as unhandled.
  done.catch(() => undefined);
  try {
    return await Promise.race([done, late]);
  } finally {
    timer.abort();
  }
}
