/** Runs of which each runs once at a time: whoever asks for one that runs gets its result. */

export class SharedRuns<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** Runs with the same key are the same. */
  run(key: string, begin: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? begin().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }
}
