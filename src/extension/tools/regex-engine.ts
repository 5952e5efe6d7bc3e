/** Regular expressions of a model, in a worker that is ended when the search takes too long (R36). */
import { Worker } from 'node:worker_threads';
import { err, ok } from '../../core/lang/result.ts';
import type { Finder, RegexEngine } from '../../core/tool-output/finder.ts';
import type { Hit } from '../../core/tool-output/hits.ts';
import type { RegexRequest, RegexWorkerData } from './regex-messages.ts';

/** For all of a search. */
const LIMIT_MS = 2_000;
/** A match may reach so far over the end of a part of a long line. */
const OVERLAP = 1024;

/** `workerFile` is the built `regex-worker.ts`. One worker serves one search and ends with it. */
export function createRegexEngine(workerFile: string | URL, limitMs = LIMIT_MS): RegexEngine {
  return {
    start: async (pattern, { ignoreCase }) => {
      const flags = ignoreCase ? 'gi' : 'g';
      try {
        new RegExp(pattern, flags);
      } catch (error) {
        return err(error instanceof Error ? error.message : String(error));
      }
      return ok(new WorkerFinder(workerFile, { source: pattern, flags }, limitMs));
    },
  };
}

class WorkerFinder implements Finder {
  readonly overlap = OVERLAP;
  readonly #worker: Worker;
  readonly #deadline: Promise<undefined>;
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(workerFile: string | URL, data: RegexWorkerData, limitMs: number) {
    this.#worker = new Worker(workerFile, { workerData: data });
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
    this.#worker.terminate().catch(() => undefined);
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
