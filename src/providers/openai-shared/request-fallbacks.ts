/** Retries a refused request without the option that the server refused, and remembers that. */
import { APIError } from 'openai';

export interface RequestFallback<Options> {
  /** Matches what servers say when they refuse. */
  readonly refused: RegExp;
  readonly instead: Partial<Options>;
}

/** Those that a server was granted so far; kept for all calls of a model. */
export class RequestFallbacks<Options> {
  readonly #possible: readonly RequestFallback<Options>[];
  readonly #made = new Set<RequestFallback<Options>>();
  #options: Options;

  constructor(options: Options, possible: readonly RequestFallback<Options>[]) {
    this.#options = options;
    this.#possible = possible;
  }

  /** Sends; after a refusal that a fallback answers, once more with it. Throws what `send` throws else. */
  async send<T>(send: (options: Options) => Promise<T>): Promise<T> {
    for (;;) {
      const sent = this.#options;
      try {
        return await send(sent);
      } catch (thrown) {
        if (!this.#answers(thrown, sent)) throw thrown;
      }
    }
  }

  /** Whether there is another way to send than the one that was refused; a call beside it may have found it already. */
  #answers(thrown: unknown, sent: Options): boolean {
    const asked = this.#possible.filter(({ refused }) => isRefusal(thrown, refused));
    const next = asked.find((one) => !this.#made.has(one));
    if (asked.length > 0 && sent !== this.#options) return true;
    if (!next) return false;
    this.#made.add(next);
    this.#options = { ...this.#options, ...next.instead };
    return true;
  }
}

function isRefusal(thrown: unknown, refused: RegExp): boolean {
  // Local servers say 500 to what a template refuses.
  return thrown instanceof APIError && [400, 422, 500].includes(thrown.status ?? 0) && refused.test(thrown.message);
}
