/** What not every server takes: how a request is made once a server has refused a part of it. */
import { APIError } from 'openai';

export interface Concession<Options> {
  /** Matches what servers say when they refuse. */
  readonly refused: RegExp;
  readonly instead: Partial<Options>;
}

/** Those that a server was granted so far; kept for all calls of a model. */
export class Concessions<Options> {
  readonly #possible: readonly Concession<Options>[];
  readonly #made = new Set<Concession<Options>>();
  #options: Options;

  constructor(options: Options, possible: readonly Concession<Options>[]) {
    this.#options = options;
    this.#possible = possible;
  }

  /** Sends; after a refusal that a concession answers, once more with it. Throws what `send` throws else. */
  async send<T>(send: (options: Options) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await send(this.#options);
      } catch (thrown) {
        const next = this.#possible.find((one) => !this.#made.has(one) && isRefusal(thrown, one.refused));
        if (!next) throw thrown;
        this.#made.add(next);
        this.#options = { ...this.#options, ...next.instead };
      }
    }
  }
}

function isRefusal(thrown: unknown, refused: RegExp): boolean {
  // Local servers say 500 to what a template refuses.
  return thrown instanceof APIError && [400, 422, 500].includes(thrown.status ?? 0) && refused.test(thrown.message);
}
