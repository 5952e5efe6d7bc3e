/** The one number beside any server: near the truth after two honest reports, and never the reason that a message is held back (R25). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLOSED_BREAKER } from '../../../src/core/agent/breaker.ts';
import { nextCall } from '../../../src/core/agent/next-call.ts';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { limitsFor } from '../../../src/core/compaction/limits.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import type { Message } from '../../../src/core/message/message.ts';
import type { MessageEntry, Planned } from '../../../src/core/thread/entry.ts';
import { type BaseTokens, measure, plainEstimate } from '../../../src/core/thread/measure.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { runs } from '../../property/runs.ts';
import { perform, restarted, someOperations } from '../arbitrary/operations.ts';
import { countOf, reportOf, type Server, someServer } from '../tokens/server.ts';

const RUNS = runs(500);

interface Turn {
  readonly typed: number;
  readonly said: number;
}

const someTurn: fc.Arbitrary<Turn> = fc.record({
  typed: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 1, max: 600 }) }, fc.integer({ min: 600, max: 20_000 })),
  said: fc.integer({ min: 1, max: 400 }),
});

const someWindow = fc.oneof(fc.integer({ min: 8_000, max: 64_000 }), fc.integer({ min: 64_000, max: 1_000_000 }));

const words = (count: number) => 'word '.repeat(count);

function say(thread: Thread, message: Omit<Planned<MessageEntry>, 'type'>): Thread {
  const id = nextId(thread);
  return append(thread, { type: 'message', id, at: id, ...message });
}

/** A thread as it is talked: what the settings make of it before each call, what the server refuses and reports. */
class Life {
  thread = replay([]);
  readonly base: BaseTokens;
  readonly #server: Server;
  readonly #window: number;
  readonly #counts: number[] = [];
  /** Honest reports since the odd one, and before it. */
  honest = 0;

  constructor(server: Server, window: number) {
    this.#server = server;
    this.#window = window;
    this.base = { system: 200, tools: 800, instructions: 0, window };
  }

  /** Of the next request, by the server's own count. */
  get truth(): number {
    return countOf(this.#server, plainEstimate(this.thread, this.base));
  }

  get limits() {
    return limitsFor({ window: this.#window }, DEFAULT_CONFIG);
  }

  /** Says whether what was typed was sent and answered. */
  turn({ typed, said }: Turn): boolean {
    const message: Message = { role: 'user', blocks: [{ type: 'text', text: words(typed) }] };
    const next = say(this.thread, { origin: 'typed', blocks: message.blocks });
    const pendingTokens = next.tokens - this.thread.tokens;
    const { limits } = this;
    if (!limits.ok) throw new Error(limits.error.type);
    for (const config of [DEFAULT_CONFIG, { ...DEFAULT_CONFIG, auto: false }, { ...DEFAULT_CONFIG, enabled: false }]) {
      const call = nextCall({
        thread: this.thread,
        config,
        limits,
        base: this.base,
        pendingTokens,
        breaker: CLOSED_BREAKER,
        now: 0,
      });
      const fits = plainEstimate(next, this.base) <= limits.value.window - limits.value.reserve;
      if (fits) expect(['send', 'compact', 'trim']).toContain(call.type);
      if (config === DEFAULT_CONFIG && call.type === 'compact') this.#compact();
    }
    this.thread = say(this.thread, { origin: 'typed', blocks: message.blocks });
    const input = this.truth;
    if (input > this.#window) {
      this.#compact();
      return false;
    }
    const reply = say(this.thread, { origin: 'model', model: 'm', blocks: [{ type: 'text', text: words(said) }] });
    const size = reply.tokens - this.thread.tokens;
    const usage = reportOf(this.#server, input, size, { before: this.#counts, window: this.#window });
    this.honest = this.#counts.length === this.#server.odd.at ? 0 : this.honest + 1;
    this.#counts.push(input);
    const blocks = [{ type: 'text', text: words(said) }] as const;
    this.thread = say(this.thread, { origin: 'model', model: 'm', blocks, ...(usage && { usage }) });
    return true;
  }

  #compact(): void {
    const { thread, base, limits } = this;
    if (!limits.ok) return;
    const config = { ...DEFAULT_CONFIG, strategy: 'truncate' } as const;
    const plan = planCompaction({ thread, config, limits: limits.value, trigger: 'auto', base });
    if (plan.type === 'compaction')
      this.thread = append(thread, applyBoundary(thread, plan.draft, thread.entries.length));
  }
}

describe('beside any server', () => {
  it('M1 M2 M3 M4 no message is held back whose plain estimate fits, and the measure is within 15 % two honest reports later', () => {
    let measured = 0;
    fc.assert(
      fc.property(
        someServer,
        someWindow,
        fc.array(someTurn, { minLength: 3, maxLength: 14 }),
        (server, window, turns) => {
          const life = new Life(server, window);
          for (const turn of turns) {
            const answered = life.turn(turn);
            if (!answered || life.honest < 2) continue;
            measured++;
            const { tokens } = measure(life.thread, life.base);
            const off = Math.abs(tokens - life.truth) / life.truth;
            expect({ off: off <= 0.15, tokens, truth: life.truth }).toMatchObject({ off: true });
          }
          const again = replay(JSON.parse(JSON.stringify(life.thread.entries)));
          expect(measure(again, life.base)).toEqual(measure(life.thread, life.base));
        },
      ),
      RUNS,
    );
    if (process.env.PROPERTY_RUNS === undefined) expect(measured).toBeGreaterThan(2 * RUNS.numRuns);
  });
});

describe('whatever happens to a thread', () => {
  it('M3 R25 measures the same after a restart, with a factor from 0.5 to 2 and a sum that is none below 0', () => {
    fc.assert(
      fc.property(
        someOperations,
        fc.option(fc.integer({ min: 1, max: 40_000 }), { nil: undefined }),
        (operations, window) => {
          const base = { system: 300, tools: 500, instructions: 0, ...(window !== undefined && { window }) };
          const thread = operations.reduce(perform, replay([]));
          const number = measure(thread, base);
          expect(measure(restarted(thread), base)).toEqual(number);
          expect(number.tokens).toBeGreaterThanOrEqual(0);
          expect(Number.isInteger(number.tokens)).toBe(true);
          expect(number.factor).toBeGreaterThanOrEqual(0.5);
          expect(number.factor).toBeLessThanOrEqual(2);
          expect(number.serverOverhead).toBeGreaterThanOrEqual(0);
          if (window !== undefined && number.measured) expect(number.measured.tokens).toBeLessThan(window + 5_000);
        },
      ),
      RUNS,
    );
  });
});
