/** How often the automatic compaction of each thread failed, until the window is closed. */
import { type Breaker, CLOSED_BREAKER } from '../../core/agent/breaker.ts';

export class Breakers {
  readonly #byThread = new Map<string, Breaker>();

  read(thread: string): Breaker {
    return this.#byThread.get(thread) ?? CLOSED_BREAKER;
  }

  write(thread: string, breaker: Breaker): void {
    this.#byThread.set(thread, breaker);
  }
}
