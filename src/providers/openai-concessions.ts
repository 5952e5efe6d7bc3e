/** Parameters that not every server takes: what is sent in their place once a server has refused them. */
import { APIError } from 'openai';

export interface Concession<P> {
  /** Matches what servers say when they refuse the parameter. */
  readonly refused: RegExp;
  readonly instead: (params: P) => P;
}

/** Those that a server was granted so far; kept for all calls of a model. */
export class Concessions<P> {
  readonly #possible: readonly Concession<P>[];
  readonly #made = new Set<Concession<P>>();

  constructor(possible: readonly Concession<P>[]) {
    this.#possible = possible;
  }

  /** Sends; after a refusal that a concession answers, once more with it. Throws what `send` throws else. */
  async send<T>(params: P, send: (params: P) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await send([...this.#made].reduce((conceded, { instead }) => instead(conceded), params));
      } catch (thrown) {
        const next = this.#possible.find((one) => !this.#made.has(one) && isRefusal(thrown, one));
        if (!next) throw thrown;
        this.#made.add(next);
      }
    }
  }
}

function isRefusal<P>(thrown: unknown, { refused }: Concession<P>): boolean {
  return thrown instanceof APIError && (thrown.status === 400 || thrown.status === 422) && refused.test(thrown.message);
}
