/** Starts an asynchronous task once: a caller that asks for the same task while it runs gets the same promise. */

export class SharedRuns<T> {
  readonly #running = new Map<string, Promise<T>>();

  /** Runs with the same key are the same. */
  run(key: string, begin: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key) ?? begin().finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }
}
