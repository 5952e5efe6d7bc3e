/** Reads the next item of a stream with a timeout, for the usage and the end that follow a finished reply. */

/** The next of a stream; undefined where it doesn't come within `ms` milliseconds. Throws as the stream does. */
export async function nextWithTimeout<T>(stream: AsyncIterator<T>, ms: number): Promise<IteratorResult<T> | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([stream.next(), late]);
  } finally {
    clearTimeout(timer);
  }
}
