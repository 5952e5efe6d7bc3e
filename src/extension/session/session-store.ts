/** Holds the state of a session, and calls its listeners after each change. */
import type { Busy } from '../../core/protocol/panel-state.ts';
import { INITIAL_STATE, type SessionState } from './session-state.ts';

/** What is shown of a session, for those who only read it. */
export interface SessionView {
  readonly state: SessionState;
  /** Returns a function that removes the listener. */
  onDidChange(listener: (state: SessionState) => void): () => void;
}

export class SessionStore implements SessionView {
  readonly #listeners = new Set<(state: SessionState) => void>();
  #state = INITIAL_STATE;

  get state(): SessionState {
    return this.#state;
  }

  /** Returns a function that removes the listener. */
  onDidChange(listener: (state: SessionState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes several fields at once; the version rises by one. */
  change(change: Partial<Omit<SessionState, 'version'>>): void {
    this.#state = { ...this.#state, ...change, version: this.#state.version + 1 };
    for (const listener of this.#listeners) listener(this.#state);
  }

  /**
   * The panel shows this session after another one, whose last state this was: the numbers by which it tells new from old go
   * on rising.
   */
  continueAfter({ version, showContext }: Pick<SessionState, 'version' | 'showContext'>): void {
    this.#state = { ...this.#state, version: Math.max(version, this.#state.version), showContext };
    this.change({});
  }

  /** Shows that work goes on, and gives the panel a moment to draw it before the work begins. */
  async during<T>(busy: Busy, work: () => Promise<T>): Promise<T> {
    this.change({ busy, notice: undefined });
    try {
      await new Promise((resolve) => setTimeout(resolve, 0));
      return await work();
    } finally {
      this.change({ busy: undefined });
    }
  }
}
