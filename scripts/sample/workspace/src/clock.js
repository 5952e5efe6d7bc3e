/** Time as a thing that is handed in: the system's, or a virtual one that a test or a simulation drives. */

/** The real clock. A sleep ends early, without an error, when the signal aborts. */
export function systemClock() {
  return {
    now: () => Date.now(),
    sleep(ms, signal) {
      return new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, ms);
        signal?.addEventListener('abort', done, { once: true });
      });
    },
  };
}

/** How many turns of the event loop pass before "nothing is waiting" counts as a deadlock. */
const PATIENCE = 200;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * A clock that stands still until everything waits for it, and then jumps to the next timer. Two hours of retries take
 * milliseconds, and the same run always gives the same times.
 *
 * @param {number} [start] milliseconds since 1970
 */
export function virtualClock(start = 0) {
  let now = start;
  let sequence = 0;
  let timers = [];
  let held = 0;

  function sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        timers = timers.filter((other) => other !== timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = { at: now + Math.max(0, ms), sequence: (sequence += 1), wake };
      timers.push(timer);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  function fireNext() {
    timers.sort((a, b) => a.at - b.at || a.sequence - b.sequence);
    const timer = timers[0];
    if (timer === undefined) return false;
    now = Math.max(now, timer.at);
    timer.wake();
    return true;
  }

  /** Stands still while real work, such as writing a file, is under way: else the time would depend on the disk's speed. */
  async function hold(work) {
    held += 1;
    try {
      return await work;
    } finally {
      held -= 1;
    }
  }

  /** Drives the clock until the promise settles. */
  async function run(promise) {
    let settled = false;
    const mark = () => {
      settled = true;
    };
    promise.then(mark, mark);
    let idle = 0;
    while (!settled) {
      await nextTurn();
      if (settled) break;
      if (held > 0) continue;
      idle = fireNext() ? 0 : idle + 1;
      if (idle > PATIENCE) throw new Error('virtual clock: nothing is waiting for the time, and the work is not done');
    }
    return promise;
  }

  return { now: () => now, sleep, hold, run };
}
