/** A server whose counts are its own: it adds to each request, hides reasoning in its replies, and reports wrongly where it is told to. */
import fc from 'fast-check';
import type { TokenUsage } from '../../../src/core/message/message.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';

export interface Server {
  /** Its tokens for each of ours. */
  readonly factor: number;
  /** Tokens that it adds to every request. */
  readonly adds: number;
  /** Tokens of reasoning in each output that are not sent again. */
  readonly hides: number;
  /** The report, from 0, that is wrong, and how. */
  readonly odd: { readonly at: number; readonly kind: Oddity };
}

export type Oddity = 'huge' | 'high' | 'zero' | 'part' | 'cumulative' | 'nothing';

export const someServer: fc.Arbitrary<Server> = fc.record({
  factor: fc.double({ min: 0.7, max: 1.6, noNaN: true }),
  adds: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
  hides: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 })),
  odd: fc.record({
    at: fc.integer({ min: 0, max: 8 }),
    kind: fc.constantFrom('huge', 'high', 'zero', 'part', 'cumulative', 'nothing'),
  }),
});

/** Its count of a request that we estimate at so many tokens. */
export function countOf({ factor, adds }: Server, estimate: number): number {
  return Math.round(factor * estimate + adds);
}

/** What it reports, after `before`, for a request that it counts so, with a reply that we estimate at so many tokens. */
export function reportOf(
  server: Server,
  input: number,
  reply: number,
  { before, window }: { readonly before: readonly number[]; readonly window: number },
): TokenUsage | undefined {
  const output = Math.round(server.factor * reply + server.hides);
  const { at, kind } = server.odd;
  if (before.length !== at) return tokenUsage({ input, output });
  switch (kind) {
    case 'huge':
      return tokenUsage({ input: 5_000_000, output });
    case 'high':
      return tokenUsage({ input: Math.floor(window * 0.7), output });
    case 'zero':
      return tokenUsage({ input: 0, output: 0 });
    case 'part':
      return tokenUsage({ input: Math.ceil(input * 0.05), output });
    case 'cumulative':
      return tokenUsage({ input: before.reduce((sum, one) => sum + one, input), output });
    case 'nothing':
      return undefined;
  }
}
