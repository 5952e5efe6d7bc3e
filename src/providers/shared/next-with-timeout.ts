/** Waits for what may come behind the last word of a reply: its usage, and the end of the stream, which leaves the line open for the next call. */

/** The next of a stream; undefined where it doesn't come within `ms` milliseconds. Throws as the stream does. */
export async function nextWithin<T>(stream: AsyncIterator<T>, ms: number): Promise<IteratorResult<T> | undefined> {
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
