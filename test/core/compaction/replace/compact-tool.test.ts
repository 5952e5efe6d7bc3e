/** The `compact` tool: its input, its policy and what it says (R4, R5, R15, R16). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../../src/core/compaction/apply-boundary.ts';
import { gateAndMeasure } from '../../../../src/core/compaction/draft.ts';
import { policyProblem } from '../../../../src/core/compaction/replace/compact-policy.ts';
import { COMPACT_TOOL, describeRefusal } from '../../../../src/core/compaction/replace/compact-tool.ts';
import { planReplace } from '../../../../src/core/compaction/replace/plan-replace.ts';
import { describeMap, reclaimableRanges } from '../../../../src/core/compaction/replace/reclaimable-ranges.ts';
import { parseReplacements, type Replacement } from '../../../../src/core/compaction/replace/replacement.ts';
import { append, replay, type Thread } from '../../../../src/core/thread/thread.ts';
import { runs } from '../../../property/runs.ts';
import { perform, someOperations } from '../../arbitrary/operations.ts';
import { checkpointAt, work } from '../../arbitrary/work.ts';
import { round, run } from '../../tool-output/rounds.ts';

describe('parseReplacements', () => {
  it.each([
    ['no array', { replacements: 'all' }, /replacements is of type string/],
    ['nothing', undefined, /replacements is missing/],
    ['an empty array', { replacements: [] }, /empty/],
    ['an item that is no object', { replacements: ['a'] }, /replacements\[0\] is of type string/],
    [
      'R4 an unknown key that is meant',
      { replacements: [{ value: 'x', summary: 's' }] },
      /"value": did you mean summary/,
    ],
    ['R4 an unknown key', { replacements: [{ colour: 'x', summary: 's' }] }, /"colour": it takes from, to and summary/],
    ['a from that is no string', { replacements: [{ from: 7, summary: 's' }] }, /\.from is of type number/],
    ['a to that is null', { replacements: [{ to: null, summary: 's' }] }, /\.to is null/],
    ['no summary', { replacements: [{ from: 'a' }] }, /\.summary is missing/],
    ['a second item that is bad', { replacements: [{ summary: 's' }, { summary: 1 }] }, /replacements\[1\]\.summary/],
  ])('R5 refuses %s', (_, input, said) => {
    const parsed = parseReplacements(input);
    expect(parsed.ok ? '' : parsed.error).toMatch(said);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => typeof parseReplacements({ replacements: value }).ok === 'boolean'),
    );
  });

  it('R15 tells the model when to compact, how checkpoints work and how to write a summary', () => {
    for (const words of ['When to use it', '<checkpoint:', 'How to write a good summary'])
      expect(COMPACT_TOOL.description).toContain(words);
  });
});

function problem(thread: Thread, replacement: Replacement) {
  const planned = planReplace({ thread, replacements: [replacement], trigger: 'model' });
  if (!planned.ok) throw new Error(planned.error.type);
  return policyProblem(thread, planned.value);
}

describe('R16 the policy for a model', () => {
  const thread = work(6);
  const [start, third] = [checkpointAt(thread, 0), checkpointAt(thread, 10)];

  it('lets a good call pass', () => {
    expect(problem(thread, { from: start, to: third, summary: 'Three questions were answered.' })).toBeUndefined();
  });

  it('case 7: refuses a gain below 1,000 tokens and names a range that works', () => {
    const small = problem(work(6), { to: checkpointAt(work(6), 0), summary: '' });
    expect(small).toMatchObject({ type: 'too-small', minimum: 1_000 });
    const suggested = small?.type === 'too-small' ? small.suggested : undefined;
    expect(suggested?.to).toBeDefined();
    expect(problem(work(6), { ...suggested, summary: 'short' })).toBeUndefined();
  });

  it('case 5: refuses a summary longer than its range and names both sizes', () => {
    const longer = problem(thread, { from: start, to: checkpointAt(thread, 2), summary: 'word '.repeat(5_000) });
    expect(longer && describeRefusal(longer)).toMatch(/take \d+ tokens and what they replace takes \d+/);
  });

  it('case 9: refuses a range over the newest typed message and names the last end that works', () => {
    const covering = problem(thread, { from: start, summary: 'all' });
    expect(covering).toEqual({ type: 'newest-message', lastTo: checkpointAt(thread, 18) });
  });

  it('refuses a second call in the same turn unless 10,000 tokens came since', () => {
    const planned = planReplace({
      thread,
      replacements: [{ from: start, to: checkpointAt(thread, 6), summary: 's' }],
      trigger: 'model',
    });
    if (!planned.ok) throw new Error(planned.error.type);
    const once = append(thread, applyBoundary(thread, planned.value, 0));
    expect(problem(once, { from: start, to: checkpointAt(thread, 14), summary: 's' })).toMatchObject({
      type: 'cool-down',
      needed: 10_000,
    });
    const later = perform(once, {
      type: 'messages',
      drafts: [{ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'next' }] }],
    });
    expect(problem(later, { from: start, to: checkpointAt(thread, 14), summary: 's' })).toBeUndefined();
  });
});

describe('R16 the map of reclaimable ranges', () => {
  it('names ranges that can all be replaced at once, none over the newest typed message', () => {
    const thread = work(8, 12_000);
    const ranges = reclaimableRanges(thread);
    expect(ranges.length).toBeGreaterThan(3);
    const replacements = ranges.map(({ from, to }) => ({ ...(from !== undefined && { from }), to, summary: 's' }));
    const planned = planReplace({ thread, replacements, trigger: 'model' });
    expect(planned.ok && policyProblem(thread, planned.value)).toBeUndefined();
    expect(describeMap(ranges).split('\n')).toHaveLength(ranges.length + 1);
  });

  it('leaves the newest round alone, also where a blank message stands after it', () => {
    const drafts = round(run('make', 'line of output\n'.repeat(900)));
    const blank = { type: 'message', origin: 'model', blocks: [] } as const;
    const thread = perform(replay([]), { type: 'messages', drafts: [...drafts, blank] });
    expect(reclaimableRanges(thread)).toEqual([]);
  });

  it('is right on any thread: every range is accepted by the operation, and holds nothing that must stay', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, replay([]));
        for (const { from, to } of reclaimableRanges(thread)) {
          const replacements = [{ ...(from !== undefined && { from }), to, summary: 's' }];
          const planned = planReplace({ thread, replacements, trigger: 'model' });
          if (!planned.ok) throw new Error(planned.error.type);
          const settled = gateAndMeasure(thread, planned.value);
          if (!settled.ok) expect(['pins', 'newest-message']).not.toContain(settled.error.gate);
        }
      }),
      runs(300),
    );
  });
});
