/** Waits for what may never come, no longer than until it is stopped. */

/** Undefined once the signal says so; what comes later is nobody's. */
export function unlessAborted<T>(coming: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let stopped = () => {};
  const stop = new Promise<undefined>((resolve) => {
    stopped = () => resolve(undefined);
    if (signal.aborted) stopped();
    else signal.addEventListener('abort', stopped, { once: true });
  });
  return Promise.race([coming, stop]).finally(() => signal.removeEventListener('abort', stopped));
}
