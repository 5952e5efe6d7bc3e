/** The limits of a model's own compactions, to the token (R16). */
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../../src/core/compaction/apply-boundary.ts';
import type { PlannedCompaction } from '../../../../src/core/compaction/plan-input.ts';
import { DEFAULT_POLICY, policyProblem } from '../../../../src/core/compaction/replace/compact-policy.ts';
import { planReplace } from '../../../../src/core/compaction/replace/plan-replace.ts';
import type { Replacement } from '../../../../src/core/compaction/replace/replacement.ts';
import { planUndo } from '../../../../src/core/compaction/undo.ts';
import { append, nextId, type Thread } from '../../../../src/core/thread/thread.ts';
import { checkpointAt, work } from '../../arbitrary/work.ts';
import { compacted, round, run, threadOf, typed } from '../../tool-output/rounds.ts';

const thread = work(6);
const [start, third] = [checkpointAt(thread, 0), checkpointAt(thread, 10)];

function planned(before: Thread, replacement: Replacement, trigger: 'model' | 'manual' = 'model'): PlannedCompaction {
  const plan = planReplace({ thread: before, replacements: [replacement], trigger });
  if (!plan.ok) throw new Error(plan.error.type);
  return plan.value;
}

const good = planned(thread, { from: start, to: third, summary: 'Three questions were answered.' });

describe('R16 policyProblem', () => {
  it.each<[string, Partial<PlannedCompaction>, object | undefined]>([
    ['1,000 tokens are enough', { tokensBefore: 5_000, tokensAfter: 4_000 }, undefined],
    [
      '999 are not',
      { tokensBefore: 4_999, tokensAfter: 4_000 },
      { type: 'too-small', reclaims: 999, minimum: 1_000, suggested: { to: expect.any(String) } },
    ],
    [
      'a summary may take a token less than its range',
      { steps: good.steps.map((step) => ({ ...step, tokensBefore: 80, tokensAfter: 79 })) },
      undefined,
    ],
    [
      'but not as much',
      { steps: good.steps.map((step) => ({ ...step, tokensBefore: 80, tokensAfter: 80 })) },
      { type: 'summary-longer', summary: 80, replaced: 80 },
    ],
    [
      'all summaries count against all ranges',
      {
        steps: [...good.steps, ...good.steps].map((step, i) => ({
          ...step,
          tokensBefore: 80,
          tokensAfter: 30 + 40 * i,
        })),
      },
      undefined,
    ],
  ])('%s', (_, changes, problem) => {
    const found = policyProblem(thread, { ...good, ...changes });
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(problem);
  });

  it('suggests no range where none is large enough', () => {
    const small = threadOf(...work(1).messages.slice(0, 1), round(run('ls', 'ok')), typed('on'));
    const found = policyProblem(small, { ...good, edits: [], tokensBefore: 10, tokensAfter: 9 });
    expect(found).toEqual({ type: 'too-small', reclaims: 1, minimum: 1_000 });
  });

  it('lets a range end right before the newest typed message, and none reach it', () => {
    const newest = thread.items.findLastIndex((item) => item.type === 'entry' && item.entry.origin === 'typed');
    const before = checkpointAt(thread, newest - 2);
    expect(policyProblem(thread, planned(thread, { from: start, to: before, summary: 's' }))).toBeUndefined();
    const over = planned(thread, { from: start, to: checkpointAt(thread, newest), summary: 's' });
    expect(policyProblem(thread, over)).toEqual({ type: 'newest-message', lastTo: before });
    expect(
      policyProblem(thread, planned(thread, { from: checkpointAt(thread, newest), summary: '' })),
    ).not.toMatchObject({
      type: 'newest-message',
    });
  });

  it('names no end where there is no checkpoint before the newest message', () => {
    const lone = threadOf({ ...typed('go'), blocks: [...typed('go').blocks, { type: 'checkpoint', id: 'aaaaaa' }] });
    expect(policyProblem(lone, planned(lone, { summary: 's' }))).toEqual({ type: 'newest-message' });
  });
});

describe('R16 the time between two compactions of one turn', () => {
  const once = append(thread, applyBoundary(thread, planned(thread, { from: start, to: third, summary: 's' }), 0));
  const again = (before: Thread) => {
    const plan = planned(before, { from: start, to: checkpointAt(thread, 14), summary: 't' });
    return policyProblem(before, plan);
  };
  const growing = (...drafts: readonly (ReturnType<typeof typed> | ReturnType<typeof round>)[]) =>
    threadOf(...drafts).messages.reduce((grown, draft) => append(grown, { ...draft, id: nextId(grown) }), once);
  const output = round(run('ls', 'a line of output\n'.repeat(300)));
  const since = growing(output).tokens - once.tokens;

  it('is 10,000 tokens of what came since, unless the policy says otherwise', () => {
    expect(DEFAULT_POLICY).toEqual({ minimum: 1_000, coolDown: 10_000 });
    expect(again(once)).toEqual({ type: 'cool-down', since: 0, needed: 10_000 });
    const grown = growing(output);
    expect(again(grown)).toEqual({ type: 'cool-down', since, needed: 10_000 });
    const plan = planned(grown, { from: start, to: checkpointAt(thread, 14), summary: 't' });
    expect(policyProblem(grown, plan, { minimum: 1_000, coolDown: since })).toBeUndefined();
    expect(policyProblem(grown, plan, { minimum: 1_000, coolDown: since + 1 })).toMatchObject({ type: 'cool-down' });
  });

  it('begins anew with the next turn', () => {
    expect(again(growing(typed('next')))).toBeUndefined();
  });

  it('does not count what a person compacted, or what is undone', () => {
    const byPerson = planned(thread, { from: start, to: third, summary: 's' }, 'manual');
    expect(again(append(thread, applyBoundary(thread, byPerson, 0)))).toBeUndefined();
    const undo = planUndo(once, nextId(thread));
    if (!undo.ok) throw new Error(undo.error.type);
    expect(again(append(once, applyBoundary(once, undo.value, 0)))).toBeUndefined();
  });

  it('counts from the model’s last one, also when a person compacted after it', () => {
    const edits = planned(once, { from: start, to: checkpointAt(thread, 14), summary: 't' }).edits;
    const later = compacted(once, edits);
    const plan = planned(later, { from: start, to: checkpointAt(thread, 18), summary: 'u' });
    expect(policyProblem(later, plan)).toMatchObject({ type: 'cool-down' });
  });
});
