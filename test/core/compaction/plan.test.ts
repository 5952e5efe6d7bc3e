/** What a plan comes to: what was done, by which strategy, or why nothing was (R42, R51, R53–R55). */
import { describe, expect, it } from 'vitest';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { describeRun, draftOutputs } from '../../../src/core/compaction/draft.ts';
import { nothingToDo, planCompaction, planOutputsAlone } from '../../../src/core/compaction/plan.ts';
import type { PlanInput } from '../../../src/core/compaction/plan-input.ts';
import { priceOf } from '../../../src/core/compaction/price.ts';
import { sizeBudget } from '../../../src/core/compaction/size-budget.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { costOf, DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';
import { compacted, read, round, run, threadOf, typed } from '../tool-output/rounds.ts';

const thread = work(12);
const input = (one: Thread, target: number, config: Partial<CompactionConfig> = {}): PlanInput => {
  return { thread: one, config: { ...DEFAULT_CONFIG, ...config }, limits: limitsWith(target), trigger: 'manual' };
};

const nothing = (given: PlanInput) => nothingToDo(given, sizeBudget(given));

describe('planCompaction', () => {
  it.each<[string, PlanInput, object]>([
    [
      'R42 not while it is switched off',
      input(thread, 10, { enabled: false }),
      { type: 'refused', reason: 'switched-off' },
    ],
    [
      'not without a strategy',
      input(thread, 10, { strategy: 'disabled' }),
      { type: 'refused', reason: 'strategy-disabled' },
    ],
    [
      'R54 not at the target',
      { ...input(thread, thread.tokens), trigger: 'auto' },
      { type: 'unchanged', reason: 'under-target' },
    ],
    [
      'R54 not where all must stay',
      input(threadOf(typed('go '.repeat(99))), 10),
      { type: 'unchanged', reason: 'nothing-old-enough' },
    ],
    [
      'by the strategy that was asked for',
      input(thread, 4_000, { strategy: 'extract' }),
      { draft: { strategy: 'extract' } },
    ],
    ['by truncation', input(thread, 4_000, { strategy: 'truncate' }), { draft: { strategy: 'truncate' } }],
    [
      'R53 by the next one down where there is no model',
      input(thread, 4_000),
      { draft: { strategy: 'extract', fellFrom: { strategy: 'summarize', reason: 'no-model' } } },
    ],
    [
      'with what must stay as the reason where nothing reaches it',
      input(thread, 3),
      { draft: { reason: 'fixed-part' } },
    ],
  ])('%s', (_, given, expected) => expect(planCompaction(given)).toMatchObject(expected));

  it('says nothing of a fall or a reason where there is none', () => {
    const plan = planCompaction(input(thread, 4_000, { strategy: 'extract' }));
    expect(plan.type === 'compaction' && plan.draft).not.toHaveProperty('fellFrom');
    expect(plan.type === 'compaction' && plan.draft).not.toHaveProperty('reason');
  });

  it('R54 acts from one token over the target', () => {
    const at = (target: number): PlanInput => ({ ...input(thread, target), trigger: 'auto' });
    expect(nothing(at(thread.tokens))).toEqual({ type: 'unchanged', reason: 'under-target' });
    expect(nothing(at(thread.tokens - 1))).toBeUndefined();
    const base = { system: 1, tools: 0, instructions: 0 };
    expect(nothing({ ...at(thread.tokens), base })).toBeUndefined();
  });

  const { tokens } = thread;
  it.each([
    ['halves a thread below its target', 3 * tokens, {}, tokens / 2],
    ['halves one at its target', tokens, {}, tokens / 2],
    ['halves one hardly above it', Math.ceil(tokens * 0.92), {}, tokens / 2],
    ['goes to the target of one clearly above it', Math.floor(tokens * 0.6), {}, tokens * 0.6],
    [
      'goes to a target of the settings below what is there',
      tokens - 200,
      { targetTokens: tokens - 200 },
      tokens - 200,
    ],
    ['halves where the target of the settings is above that', 2 * tokens, { targetTokens: 2 * tokens }, tokens / 2],
  ])('C10 a person’s compaction %s', (_, target, config, most) => {
    for (const strategy of ['extract', 'truncate', 'summarize'] as const) {
      const plan = planCompaction(input(thread, target, { strategy, ...config }));
      if (plan.type !== 'compaction') throw new Error(JSON.stringify(plan));
      expect(plan.draft.tokensAfter).toBeLessThanOrEqual(most);
      expect(plan.draft.target).toBe(Math.floor(most));
    }
  });

  it('keeps what the caller says of a fall', () => {
    const fellFrom = { strategy: 'summarize', reason: 'model-failed', detail: '529' } as const;
    const plan = planCompaction(input(thread, 4_000), fellFrom);
    expect(plan).toMatchObject({ draft: { fellFrom } });
  });

  it('states what the cut costs', () => {
    const given = input(thread, 4_000);
    const plan = planCompaction(given);
    expect(plan.type === 'compaction' && plan.price).toEqual(
      plan.type === 'compaction' ? priceOf(given, plan.draft) : undefined,
    );
  });
});

describe('planOutputsAlone', () => {
  const text = 'a line of output\n'.repeat(200);
  const rereads = threadOf(typed('go'), round(read('a.ts', text)), round(read('a.ts', text)), round(run('ls', 'ok')));
  const saved = rereads.tokens - Math.floor(rereads.tokens * 0.6);
  const off = { toolOutput: { ...DEFAULT_CONFIG.toolOutput, enabled: false } };

  it('is all that is done where it meets the target', () => {
    expect(planOutputsAlone(input(rereads, rereads.tokens - saved))).toMatchObject({
      draft: { strategy: 'outputs', target: rereads.tokens - saved, measured: false, tokensBefore: rereads.tokens },
    });
    expect(planOutputsAlone(input(rereads, 60))).toBeUndefined();
    expect(planOutputsAlone(input(rereads, rereads.tokens - saved, off))).toBeUndefined();
    expect(planOutputsAlone(input(thread, thread.tokens - 1))).toBeUndefined();
  });

  it('meets the target to the token', () => {
    const plan = planOutputsAlone(input(rereads, rereads.tokens - saved));
    const after = plan?.draft.tokensAfter ?? Number.NaN;
    expect(planOutputsAlone(input(rereads, after))).toBeDefined();
    expect(planOutputsAlone(input(rereads, after - 1))).toBeUndefined();
  });

  it('collapses where the settings ask for it, also with the cache off', () => {
    const rounds = threadOf(typed('go'), round(run('a', text)), round(run('b', text)), round(run('c', 'ok')));
    const toolOutput = { ...off.toolOutput, collapseAfterTurns: 1 };
    expect(planOutputsAlone(input(rounds, 400, { toolOutput }))).toMatchObject({
      draft: { steps: [{ kind: 'collapse', messages: 4, toolResults: 2 }] },
    });
  });
});

describe('a draft', () => {
  it('is nothing without edits', () => {
    expect(draftOutputs(input(thread, 10))).toEqual({ ok: false, error: 'nothing' });
  });

  it('describes each run by the original messages, whatever stands in their place', () => {
    const all = { from: entryId(1), to: entryId(8) };
    const expected = { from: 1, to: 8, turns: 2, toolResults: 2, messages: 8 };
    expect(describeRun(thread, all)).toEqual(expected);
    const replacement = [{ role: 'user', blocks: [{ type: 'text', text: 'Two questions.' }] }] as const;
    const after = compacted(thread, [{ type: 'entries', span: all, fate: 'summarized', replacement }]);
    expect(describeRun(after, all)).toEqual(expected);
  });
});

describe('priceOf', () => {
  const replacement = [{ role: 'user', blocks: [{ type: 'text', text: 'S' }] }] as const;
  const entries = (from: number, to: number) => {
    const span = { from: entryId(from), to: entryId(to) };
    return { type: 'entries', span, fate: 'summarized', replacement } as const;
  };
  const edit = {
    type: 'blocks',
    span: { entry: entryId(7), from: 0, to: 0 },
    fate: 'trimmed',
    replacement: [],
  } as const;
  const sizes = { tokensBefore: 10_000, tokensAfter: 4_000 };
  const front = (count: number) => thread.items.slice(0, count).reduce((sum, item) => sum + item.tokens, 0);

  it.each([
    ['from the start', [entries(1, 8)], 0],
    ['from the fifth message on', [entries(5, 8)], 4],
    ['from the first of several on', [entries(9, 10), edit, entries(11, 12)], 6],
  ])('writes again what comes after the first edit: %s', (_, edits, unchanged) => {
    const { rewrite } = priceOf({ thread }, { edits, ...sizes });
    expect(rewrite).toBeCloseTo((4_000 - front(unchanged)) * 1.15);
  });

  it('counts what is sent before the messages as unchanged, and what an earlier compaction left', () => {
    const base = { system: 500, tools: 300, instructions: 200 };
    expect(priceOf({ thread, base }, { edits: [entries(5, 8)], ...sizes }).rewrite).toBeCloseTo(
      (3_000 - front(4)) * 1.15,
    );
    const after = compacted(thread, [entries(1, 4)]);
    const left = after.items.at(0)?.tokens ?? Number.NaN;
    expect(priceOf({ thread: after }, { edits: [entries(5, 8)], ...sizes }).rewrite).toBeCloseTo((4_000 - left) * 1.15);
    expect(priceOf({ thread: after }, { edits: [entries(1, 8)], ...sizes }).rewrite).toBeCloseTo(4_000 * 1.15);
  });

  it('has the price of making it, and no rewrite where the cache has expired', () => {
    const making = costOf({ input: 100, output: 10, cacheRead: 0, cacheCreation: 0 });
    const price = priceOf(
      { thread, cold: true, prices: { ...DEFAULT_PRICES, cacheRead: 0.5 } },
      { edits: [entries(1, 8)], ...sizes },
      making,
    );
    expect(price).toEqual({ rewritten: 0, rewrite: 0, making: 150, savingPerCall: 3_000, breakEven: 1 });
  });
});
