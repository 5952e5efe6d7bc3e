/** Regular expressions of a model, in a worker that is ended when the search takes too long (R36). */
import { Worker } from 'node:worker_threads';
import { err, ok } from '../../core/lang/result.ts';
import type { Finder, RegexEngine } from '../../core/tool-output/finder.ts';
import type { Hit } from '../../core/tool-output/hits.ts';
import type { RegexRequest, RegexWorkerData } from './regex-messages.ts';
import { Slots } from './slots.ts';

/** For all of a search, from when it begins. */
const LIMIT_MS = 2_000;
/** Searches that run at the same time, each in a worker with its own heap; the others wait. */
const MAX_WORKERS = 2;
/** A match may reach so far over the end of a part of a long line. */
const OVERLAP = 1024;

/** `workerFile` is the built `regex-worker.ts`. One worker serves one search and ends with it. */
export function createRegexEngine(workerFile: string | URL, limitMs = LIMIT_MS): RegexEngine {
  const slots = new Slots(MAX_WORKERS);
  return {
    start: async (pattern, { ignoreCase, signal }) => {
      const flags = ignoreCase ? 'gi' : 'g';
      try {
        new RegExp(pattern, flags);
      } catch (error) {
        return err(error instanceof Error ? error.message : String(error));
      }
      const release = await slots.take(signal);
      if (!release) return err('the search was stopped before it began');
      return ok(new WorkerFinder(workerFile, { source: pattern, flags }, { limitMs, release }));
    },
  };
}

class WorkerFinder implements Finder {
  readonly overlap = OVERLAP;
  readonly #worker: Worker;
  readonly #deadline: Promise<undefined>;
  readonly #timer: NodeJS.Timeout;
  readonly #release: () => void;
  #isOver = false;

  /** `release` is called once the worker has ended. */
  constructor(
    workerFile: string | URL,
    data: RegexWorkerData,
    { limitMs, release }: { readonly limitMs: number; readonly release: () => void },
  ) {
    this.#worker = new Worker(workerFile, { workerData: data });
    this.#release = release;
    const { promise, resolve } = withResolver<undefined>();
    this.#deadline = promise;
    this.#timer = setTimeout(() => {
      this.close();
      resolve(undefined);
    }, limitMs);
  }

  async find(text: string, wish: RegexRequest['wish']): Promise<readonly Hit[] | undefined> {
    if (this.#isOver) return undefined;
    return Promise.race([this.#ask({ text, wish }), this.#deadline]);
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#worker.terminate().then(this.#release, this.#release);
  }

  #ask(request: RegexRequest): Promise<readonly Hit[]> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        this.#worker.off('message', onHits);
        this.#worker.off('error', onError);
      };
      const onHits = (hits: readonly Hit[]) => {
        settle();
        resolve(hits);
      };
      const onError = (error: Error) => {
        settle();
        reject(error);
      };
      this.#worker.on('message', onHits);
      this.#worker.on('error', onError);
      this.#worker.postMessage(request);
    });
  }
}

function withResolver<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
