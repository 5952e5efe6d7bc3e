/** Where a compaction cuts: room, tail, runs and what each run's replacement may take (R47, R51, R55). */
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCut } from '../../../src/core/compaction/cut.ts';
import type { PlanInput } from '../../../src/core/compaction/plan-input.ts';
import { NOTE_TOKENS, sizeBudget } from '../../../src/core/compaction/size-budget.ts';
import { tailShare } from '../../../src/core/compaction/tail-share.ts';
import { truncateOlder } from '../../../src/core/compaction/truncate.ts';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { measure } from '../../../src/core/thread/measure.ts';
import { append, type Thread } from '../../../src/core/thread/thread.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';

const thread = work(20);
const tokensOf = (one: Thread, from = 0, to?: number) =>
  one.items.slice(from, to).reduce((sum, item) => sum + item.tokens, 0);

function cut(
  one: Thread,
  target: number,
  strategy: 'summarize' | 'truncate' = 'summarize',
  more: Partial<PlanInput> = {},
) {
  const input = {
    thread: one,
    config: DEFAULT_CONFIG,
    limits: limitsWith(target),
    trigger: 'manual',
    ...more,
  } as const;
  const room = sizeBudget(input);
  return strategy === 'truncate' ? truncateOlder(input, room).cut : planCut(input, room);
}

const turns = (retainLastTurns: number) => ({ config: { ...DEFAULT_CONFIG, retainLastTurns } });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('planCut', () => {
  it('covers every item once: kept, or in a run', () => {
    for (const strategy of ['summarize', 'truncate'] as const)
      for (const target of [200, 1_000, 4_000, 9_000]) {
        const { kept, runs, keptEntries } = cut(thread, target, strategy);
        const gone = runs.flatMap((one) => [...one.items]);
        expect(gone.length + keptEntries.length).toBe(thread.items.length);
        expect(keptEntries.map(({ id }) => id)).toEqual(
          thread.items.flatMap((item) => (item.type === 'entry' && !gone.includes(item) ? [item.entry.id] : [])),
        );
        expect(kept.tokens).toBe(tokensOf(thread) - tokensOf({ ...thread, items: gone }));
      }
  });

  it('R55 keeps all that fits where nothing is summarized, and leaves room for the notes', () => {
    const room = Math.floor(4_000 * 0.985);
    const { kept } = cut(thread, 4_000, 'truncate', turns(5));
    expect(kept.tokens).toBeLessThanOrEqual(room - 2 * NOTE_TOKENS);
    const turn = tokensOf(thread, kept.tail - 3, kept.tail);
    expect(kept.tokens + turn).toBeGreaterThan(room - 2 * NOTE_TOKENS);
  });

  it('keeps a share of the room for the tail, the rest is the summary’s', () => {
    const room = Math.floor(9_000 * 0.985);
    const { kept, budgets } = cut(thread, 9_000);
    const share = tailShare(room, tokensOf(thread)) * room;
    expect(kept.tokens).toBeLessThanOrEqual(share);
    expect(kept.tokens).toBeGreaterThan(share - 1_600);
    expect(sum(budgets)).toBeLessThanOrEqual(room - kept.tokens);
    expect(sum(budgets)).toBeGreaterThan(room - kept.tokens - 2);
  });

  it('R47 keeps as many turns as are wished for, up to 45 % of the room', () => {
    const tails = [0, 1, 2, 3, 20].map((wish) => cut(thread, 8_000, 'summarize', turns(wish)).kept.tokens);
    expect(tails[0]).toBe(thread.items.at(76)?.tokens);
    expect(tails).toEqual([...tails].sort((a, b) => a - b));
    expect(tails[4]).toBeLessThanOrEqual(0.45 * 8_000);
    expect(tails[4]).toBeGreaterThan(tails[1] ?? Number.NaN);
  });

  it('C1 keeps the fixed part alone where there is no room for more, and gives the replacement its floor', () => {
    for (const strategy of ['summarize', 'truncate'] as const) {
      const { kept, budgets } = cut(thread, 1, strategy);
      expect(kept.tokens - (thread.items.at(76)?.tokens ?? 0)).toBeLessThanOrEqual(NOTE_TOKENS);
      expect(sum(budgets)).toBeGreaterThan(limitsWith(1).floor - NOTE_TOKENS);
      expect(sum(budgets)).toBeLessThanOrEqual(limitsWith(1).floor);
    }
  });

  it('takes what is sent beside the messages out of the room', () => {
    const base = { system: 1_000, tools: 500, instructions: 250 };
    const [bare, less] = [cut(thread, 9_000 - 1_777), cut(thread, 9_000, 'summarize', { base })];
    expect(Math.abs(sum(bare.budgets) - sum(less.budgets))).toBeLessThan(5);
    expect(less.kept).toEqual(bare.kept);
  });

  it('works in the tokens of the provider where it has reported them, without the margin of an estimate', () => {
    const last = {
      type: 'message',
      id: entryId(81),
      at: 0,
      origin: 'model',
      blocks: [{ type: 'text', text: 'ok' }],
    } as const;
    const more = append(thread, {
      ...last,
      usage: tokenUsage({ input: Math.round(thread.tokens * 1.25) + 2_000, output: 5 }),
    });
    const { factor, serverOverhead: extra } = measure(more);
    expect([factor, Math.abs(extra - 2_000) < 10]).toEqual([1.25, true]);
    const room = Math.floor((9_000 - extra) / factor);
    const { kept, budgets } = cut(more, 9_000);
    expect(sum(budgets) + kept.tokens).toBeLessThanOrEqual(room);
    expect(sum(budgets) + kept.tokens).toBeGreaterThan(room - 2);
  });

  it('counts what a tail of the room would keep three times where two runs share the room', () => {
    const rounds = (count: number) =>
      Array.from({ length: count }, (_, i) => round(run(`${i}`, `${i} output\n`.repeat(150))));
    const split = threadOf(typed('a'), ...rounds(10), typed('b'), ...rounds(10));
    const { runs, budgets } = cut(split, 4_000, 'summarize', turns(0));
    const [head, middle] = runs;
    if (!head || !middle) throw new Error('no split');
    const newest = Math.min(sum(budgets), middle.tokens);
    expect((budgets[1] ?? 0) / (budgets[0] ?? 0)).toBeCloseTo((middle.tokens + 2 * newest) / head.tokens, 1);
  });

  it('has no run and no budget where there is nothing', () => {
    const { runs, budgets, keptEntries } = cut(threadOf(), 4_000);
    expect([runs, budgets, keptEntries]).toEqual([[], [], []]);
  });
});
