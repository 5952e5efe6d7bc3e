/** Maps values by an asynchronous function, a limited number at a time. */

/** Results are in the order of the values. Rejects with the first error, and begins no further call then. */
export async function mapLimited<T, U>(
  values: readonly T[],
  limit: number,
  map: (value: T) => Promise<U>,
): Promise<readonly U[]> {
  const results: U[] = [];
  const rest = values.entries();
  const run = async () => {
    for (const [index, value] of rest) results[index] = await map(value);
  };
  try {
    await Promise.all(Array.from({ length: Math.min(limit, values.length) }, run));
  } catch (error) {
    // The iterator is shared: ended here, no worker takes another value.
    rest.return?.();
    throw error;
  }
  return results;
}
