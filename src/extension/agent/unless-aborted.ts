/** Waits for a promise that may never settle, until a signal aborts the wait. */

/** The value of `coming`, or undefined once the signal aborts; a value or error that comes later is dropped. */
export function unlessAborted<T>(coming: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let stopped = () => {};
  const stop = new Promise<undefined>((resolve) => {
    stopped = () => resolve(undefined);
    if (signal.aborted) stopped();
    else signal.addEventListener('abort', stopped, { once: true });
  });
  return Promise.race([coming, stop]).finally(() => signal.removeEventListener('abort', stopped));
}
