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

/**
 * Which calls of a reply can't have begun while those at the indexes `held` have not ended: what `CallOrder` makes wait for them,
 * and for each other. The held ones are in it. Linear.
 */
export function heldBack(resources: readonly (Resource | undefined)[], held: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  const files = new Set<string>();
  let [hasWorkspace, hasChange] = [false, false];
  const waits = (resource: Resource | undefined): boolean => {
    switch (resource?.type) {
      case undefined:
        return false;
      case 'file':
        return files.has(resource.path) || hasWorkspace;
      case 'workspace':
        return files.size > 0 || (resource.mayChange ? hasWorkspace : hasChange);
    }
  };
  for (const [at, resource] of resources.entries()) {
    if (held.has(at) || waits(resource)) found.add(at);
    else continue;
    if (resource?.type === 'file') files.add(resource.path);
    if (resource?.type !== 'workspace') continue;
    hasWorkspace = true;
    hasChange ||= resource.mayChange;
  }
  return found;
}
