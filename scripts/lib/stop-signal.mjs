/** Waits until a person stops the process. */

/** @returns {Promise<'asked'>} at Ctrl+C, or when the terminal closes */
export const stopSignal = () =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve('asked'));
  });
