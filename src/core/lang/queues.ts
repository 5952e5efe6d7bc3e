/** First-in-first-out queues by key. */

/** Unlike `Array.shift`, which moves all that is left, taking is constant time. */
export class Queues<K, V> {
  readonly #queues = new Map<K, { readonly values: V[]; next: number }>();

  add(key: K, value: V): void {
    const queue = this.#queues.get(key);
    if (queue) queue.values.push(value);
    else this.#queues.set(key, { values: [value], next: 0 });
  }

  /** The oldest value of the key that was not taken yet. */
  take(key: K): V | undefined {
    const queue = this.#queues.get(key);
    return queue && queue.next < queue.values.length ? queue.values[queue.next++] : undefined;
  }

  clear(): void {
    this.#queues.clear();
  }
}
