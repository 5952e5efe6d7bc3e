/** Runs asynchronous acts one after the other, in the order in which they were asked for. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Settles as `act` does. An act that rejects does not stop those after it; an act that waits for one after it never ends. */
  run<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#last.then(act);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
