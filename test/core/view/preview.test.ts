/** The preview of a compaction: the strategy that would be used, and what it costs (C13). */
import { expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { append } from '../../../src/core/thread/thread.ts';
import { DEFAULT_PRICES } from '../../../src/core/tokens/prices.ts';
import { previewOf } from '../../../src/core/view/preview.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const thread = work(12);

it.each([
  ['summarize', { strategy: 'summarize', cost: 490_000, likelyCost: 90_000 }],
  ['native', { strategy: 'native', cost: 0, likelyCost: 0 }],
  ['extract', undefined],
] as const)(
  'C13 says %s in the strategy and in each step, with the likely cost beside the highest',
  (strategy, making) => {
    const input = { thread, config: DEFAULT_CONFIG, limits: limitsWith(4_000), trigger: 'manual' } as const;
    const plan = planCompaction(input);
    if (plan.type !== 'compaction') throw new Error(plan.type);
    const shown = previewOf(plan, { thread, prices: DEFAULT_PRICES, why: 'manual', ...(making && { making }) });
    expect(shown.strategy).toBe(strategy);
    expect(shown.steps.map(({ kind }) => kind)).toContain(strategy);
    expect(shown.steps.filter(({ kind }) => kind === 'extract')).toHaveLength(strategy === 'extract' ? 1 : 0);
    expect(shown.price).toMatchObject({
      summary: (making?.likelyCost ?? 0) / 1_000_000,
      summaryMost: (making?.cost ?? 0) / 1_000_000,
    });
  },
);

it('counts as staying only messages of the context that no edit takes, each with its own tokens', () => {
  const compactTo = (before: typeof thread, target: number) => {
    const plan = planCompaction({
      thread: before,
      config: { ...DEFAULT_CONFIG, strategy: 'extract' },
      limits: limitsWith(target),
      trigger: 'manual',
    });
    if (plan.type !== 'compaction') throw new Error(plan.type);
    return { plan, after: append(before, applyBoundary(before, plan.draft, 0)) };
  };
  const { after: once } = compactTo(work(30), 12_000);
  const { plan, after } = compactTo(once, 5_000);
  const kept = [...after.items].filter(({ type }) => type === 'entry');
  const { stays } = previewOf(plan, { thread: once, prices: undefined, why: 'manual' });
  expect(stays.messages).toBe(kept.length);
  expect(stays.tokens).toBeGreaterThanOrEqual(kept.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(stays.tokens).toBeLessThan(plan.draft.tokensAfter);
});
