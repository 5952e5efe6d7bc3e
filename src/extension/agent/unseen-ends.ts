/** Keeps a list of the threads whose turn ended while the person saw another thread, until the person opens them. */

export class UnseenEnds {
  readonly #isSeen: (thread: string) => boolean;
  readonly #onDidChange: () => void;
  readonly #threads = new Set<string>();

  /** `isSeen` says whether a visible panel shows the thread now. */
  constructor(isSeen: (thread: string) => boolean, onDidChange: () => void) {
    this.#isSeen = isSeen;
    this.#onDidChange = onDidChange;
  }

  /** Their ids. */
  get all(): readonly string[] {
    return [...this.#threads];
  }

  has(thread: string): boolean {
    return this.#threads.has(thread);
  }

  /** To be called when a turn has ended. False where the person sees the thread, or an earlier end of it is not seen yet. */
  add(thread: string): boolean {
    if (this.#isSeen(thread) || this.#threads.has(thread)) return false;
    this.#threads.add(thread);
    this.#onDidChange();
    return true;
  }

  /** To be called when a panel is shown, or shows another thread. */
  update(): void {
    for (const thread of this.#threads) if (this.#isSeen(thread)) this.forget(thread);
  }

  /** To be called when the thread is at work again, or is deleted. */
  forget(thread: string): void {
    if (this.#threads.delete(thread)) this.#onDidChange();
  }
}
