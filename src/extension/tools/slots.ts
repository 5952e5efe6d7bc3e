/** Limits how many pieces of work run at the same time; the others wait for a slot, the first that came first. */
import type { Signal } from '../../core/lang/signal.ts';

export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves to a function that gives the slot back, or to undefined when the signal aborts first. */
  async take(signal?: Signal): Promise<(() => void) | undefined> {
    if (this.#free > 0) this.#free--;
    else if (!(await this.#next(signal))) return undefined;
    let isTaken = true;
    return () => {
      if (isTaken) this.#release();
      isTaken = false;
    };
  }

  #next(signal: Signal | undefined): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve(false);
      const abortable = signal instanceof AbortSignal ? signal : undefined;
      const begin = () => {
        abortable?.removeEventListener('abort', abort);
        resolve(true);
      };
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        resolve(false);
      };
      this.#waiting.push(begin);
      abortable?.addEventListener('abort', abort, { once: true });
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
