/** R21, R35: the steps over tool outputs inside a compaction, alone, and as a boundary of their own. */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../../src/core/compaction/apply-boundary.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../../src/core/compaction/config.ts';
import { planDueOutputs } from '../../../../src/core/compaction/outputs/plan-due-outputs.ts';
import { planCompaction } from '../../../../src/core/compaction/plan.ts';
import { checkContext } from '../../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import { append, type Thread } from '../../../../src/core/thread/thread.ts';
import { limitsWith } from '../../arbitrary/operations.ts';
import { read, round, run, shown, threadOf, typed } from '../../tool-output/rounds.ts';

const LONG = 'a line of output that says something\n'.repeat(150);
const thinking = (text: string) =>
  ({ type: 'message', origin: 'model', blocks: [{ type: 'thinking', text, signature: 's' }] }) as const;

const withOutputs = (changes: Partial<CompactionConfig['toolOutput']>, more: Partial<CompactionConfig> = {}) => ({
  ...DEFAULT_CONFIG,
  ...more,
  toolOutput: { ...DEFAULT_CONFIG.toolOutput, ...changes },
});

function plan(thread: Thread, target: number, config: CompactionConfig = DEFAULT_CONFIG) {
  const planned = planCompaction({ thread, config, limits: limitsWith(target), trigger: 'manual' });
  if (planned.type !== 'compaction') throw new Error(planned.type);
  const after = append(thread, applyBoundary(thread, planned.draft, 0));
  expect(checkContext(projectContext(after).messages)).toEqual([]);
  return { ...planned, after };
}

const rereads = threadOf(
  typed('go'),
  round(run('old', `0 ${LONG}`)),
  round(read('a.ts', `1 ${LONG}`)),
  round(read('a.ts', `2 ${LONG}`)),
  thinking('after the first edit'),
  round(read('a.ts', `3 ${LONG}`)),
);

describe('the steps over tool outputs', () => {
  it('R21 are all that is done where they reach the target, and thinking after them goes', () => {
    const { draft, after } = plan(rereads, Math.floor(rereads.tokens * 0.7));
    expect(draft).toMatchObject({ strategy: 'outputs', steps: [{ kind: 'supersede', toolResults: 2, messages: 2 }] });
    expect(shown(after, 5)[0]).toContain('read again later');
    expect(shown(after, 3)[0]).toBe(`0 ${LONG}`);
    expect(after.items.flatMap(({ message }) => message.blocks.map(({ type }) => type))).not.toContain('thinking');
    expect(after.tokens).toBe(draft.tokensAfter);
  });

  it('R21 act on what a strategy keeps, in the same entry', () => {
    const thread = threadOf(
      typed('go'),
      Array.from({ length: 30 }, (_, i) => round(run(`old ${i}`, `${i} ${LONG}`))).flat(),
      round(read('a.ts', 'one line\n'.repeat(90))),
      round(read('a.ts', 'one line\n'.repeat(90))),
      round(run('newest', 'done')),
    );
    const { draft } = plan(thread, Math.floor(thread.tokens * 0.3), { ...DEFAULT_CONFIG, strategy: 'extract' });
    expect(draft.strategy).toBe('extract');
    expect(draft.steps.map(({ kind }) => kind)).toEqual(['extract', 'supersede']);
  });

  it('R18 collapse old rounds where the settings ask for it, before anything is summarized', () => {
    const { draft, after } = plan(rereads, Math.floor(rereads.tokens * 0.6), withOutputs({ collapseAfterTurns: 4 }));
    expect(draft.steps[0]).toMatchObject({ kind: 'collapse', toolResults: 2, messages: 4 });
    expect(JSON.stringify(projectContext(after).messages)).toContain('[Tool: bash | Result summarized');
  });

  it.each([
    ['named while the cache is on', true, true],
    ['not named while it is off: the model has no tool to follow it', false, false],
  ])('case 11 the ref of what was left out is %s', (_, enabled, isNamed) => {
    const config = withOutputs({ enabled }, { strategy: 'truncate' });
    const { after } = plan(rereads, Math.floor(rereads.tokens * 0.4), config);
    expect(JSON.stringify(projectContext(after).messages).includes('ref=e2-')).toBe(isNamed);
  });

  it('are priced: what the cut saves with each call, and what writing the changed part again costs', () => {
    const { draft, price } = plan(rereads, Math.floor(rereads.tokens * 0.7));
    const saved = draft.tokensBefore - draft.tokensAfter;
    expect(price.savingPerCall).toBeCloseTo(saved * 0.1);
    expect(price.rewrite).toBeGreaterThan(0);
    expect(price.rewrite).toBeLessThan(draft.tokensAfter * 1.15);
    expect(price.breakEven).toBe(Math.ceil(price.rewrite / price.savingPerCall));
  });
});

describe('R35 outputs as a boundary of their own', () => {
  const due = (config: CompactionConfig, cold = false) =>
    planDueOutputs({ thread: rereads, config, limits: limitsWith(100_000), trigger: 'auto', cold });

  it.each([
    ['an explicit budget is never deferred', withOutputs({ contextBudgetTokens: 1_500 }), false, true],
    ['nor is one of 0', withOutputs({ contextBudgetTokens: 0 }), false, true],
    [
      'not even where nothing else is automatic',
      withOutputs({ contextBudgetTokens: 1_500 }, { auto: false }),
      false,
      true,
    ],
    ['outputs within an explicit budget are left alone', withOutputs({ contextBudgetTokens: 50_000 }), false, false],
    ['the stock budget waits while the cache is warm', DEFAULT_CONFIG, false, false],
    ['and acts when it has expired, for then the cut pays at once', DEFAULT_CONFIG, true, true],
    ['but not by itself where that is switched off', withOutputs({}, { auto: false }), true, false],
    ['nor without asking where it should ask', withOutputs({}, { auto: 'ask' }), true, false],
    [
      'nothing is cut with the cache of outputs off',
      withOutputs({ enabled: false, contextBudgetTokens: 0 }),
      true,
      false,
    ],
    [
      'C11 an explicit budget holds with compaction off',
      withOutputs({ contextBudgetTokens: 0 }, { enabled: false }),
      true,
      true,
    ],
    ['C11 the stock budget does not', withOutputs({}, { enabled: false }), true, false],
    ['C11 nor under the strategy that compacts nothing', withOutputs({}, { strategy: 'disabled' }), true, false],
  ])('%s', (_, config, cold, isDue) => expect(due(config, cold) !== undefined).toBe(isDue));

  it('a thread that is cold and small is left alone', () => {
    const small = threadOf(typed('go'), round(read('a.ts', 'x\n'.repeat(200))), round(read('a.ts', 'x\n'.repeat(200))));
    const input = { config: DEFAULT_CONFIG, limits: limitsWith(100_000), trigger: 'auto', cold: true } as const;
    expect(planDueOutputs({ thread: small, ...input })).toBeUndefined();
  });

  it('comes to rest: what was trimmed is not due again', () => {
    const config = withOutputs({ contextBudgetTokens: 1_500 });
    const planned = due(config);
    if (!planned) throw new Error('not due');
    const after = append(rereads, applyBoundary(rereads, planned.draft, 0));
    expect(planDueOutputs({ thread: after, config, limits: limitsWith(100_000), trigger: 'auto' })).toBeUndefined();
  });
});
