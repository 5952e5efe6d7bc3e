/** Runs several pieces of work that one Stop ends together. */
export class AbortGroup {
  readonly #controllers = new Set<AbortController>();

  /** Calls `work` with a signal that `abort` aborts while the work runs. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#controllers.add(controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#controllers.delete(controller);
    }
  }

  get isEmpty(): boolean {
    return this.#controllers.size === 0;
  }

  abort(): void {
    for (const controller of this.#controllers) controller.abort();
  }
}
