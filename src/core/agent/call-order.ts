/** The order of the tool calls of one reply: calls that touch the same thing run one after the other, the others together. */

/** What a call touches. */
export type Resource =
  | { readonly type: 'file'; readonly path: string }
  /** Any file of the workspace: a search reads them, a command may change them. */
  | { readonly type: 'workspace'; readonly mayChange: boolean };

const NOTHING = Promise.resolve();

/**
 * Runs calls in the order in which `run` is called. A call of a file waits for earlier calls of this file; a call of the workspace
 * waits for earlier calls of files, and they for it; searches don't wait for each other. A call without a resource doesn't wait.
 * Each `run` costs constant time.
 */
export class CallOrder {
  /** Ends when the last call of this file has ended. */
  readonly #files = new Map<string, Promise<unknown>>();
  /** Ends when all calls of files so far have ended. */
  #allFiles: Promise<unknown> = NOTHING;
  /** Ends when the last call that may change the workspace has ended. */
  #lastChange: Promise<unknown> = NOTHING;
  /** Ends when all calls of the workspace so far have ended. */
  #allOfWorkspace: Promise<unknown> = NOTHING;

  /** The result of `act`, which begins when earlier calls of the same resource have ended; `act` never rejects. */
  run<T>(resource: Resource | undefined, act: () => Promise<T>): Promise<T> {
    switch (resource?.type) {
      case undefined:
        return act();
      case 'file': {
        const earlier = Promise.all([this.#files.get(resource.path), this.#allOfWorkspace]);
        const done = earlier.then(act);
        this.#files.set(resource.path, done);
        this.#allFiles = Promise.all([this.#allFiles, done]).then(() => undefined);
        return done;
      }
      case 'workspace': {
        const others = resource.mayChange ? this.#allOfWorkspace : this.#lastChange;
        const done = Promise.all([this.#allFiles, others]).then(act);
        if (resource.mayChange) this.#lastChange = done;
        this.#allOfWorkspace = Promise.all([this.#allOfWorkspace, done]).then(() => undefined);
        return done;
      }
    }
  }
}
