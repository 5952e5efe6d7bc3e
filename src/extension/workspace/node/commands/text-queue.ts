/** Text from a process to one reader, which may be slower. */
export class TextQueue implements AsyncIterable<string> {
  readonly #onTaken: () => void;
  #texts: string[] = [];
  #length = 0;
  #isEnded = false;
  /** The reader has gone: what comes is dropped. */
  #isDropped = false;
  #wake = () => {};

  /** `onTaken` is called when the reader has taken what there was. */
  constructor(onTaken: () => void) {
    this.#onTaken = onTaken;
  }

  /** Characters that wait. */
  get length(): number {
    return this.#length;
  }

  push(text: string): void {
    if (text === '' || this.#isDropped) return;
    this.#texts.push(text);
    this.#length += text.length;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    try {
      for (;;) {
        const texts = this.#texts.splice(0);
        this.#length = 0;
        this.#onTaken();
        if (texts.length > 0) yield texts.join('');
        else if (this.#isEnded) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      this.#isDropped = true;
      this.#texts = [];
      this.#length = 0;
      this.#onTaken();
    }
  }
}
