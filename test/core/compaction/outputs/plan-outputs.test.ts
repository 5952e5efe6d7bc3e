/** R21 and R35: all that a boundary does to tool outputs is one batch of edits that fit together. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOutputs } from '../../../../src/core/compaction/outputs/plan-outputs.ts';
import { projectContext } from '../../../../src/core/thread/context.ts';
import { overlapPartly } from '../../../../src/core/thread/live-edits.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { deepFreeze } from '../../arbitrary/deep-freeze.ts';
import { perform, someOperations } from '../../arbitrary/operations.ts';
import { expectEdited, read, round, run, shown, threadOf, typed } from '../../tool-output/rounds.ts';
import { RUNS } from '../../tool-output/samples.ts';

const LONG = 'a line of output that says something\n'.repeat(60);

const config = (collapseAfterTurns: number | null, contextBudgetTokens: number | null, enabled = true) => {
  return { collapseAfterTurns, contextBudgetTokens, enabled };
};

describe('R21 planOutputs', () => {
  const thread = threadOf(
    typed('go'),
    round(run('old', LONG)),
    round(read('a.ts', `1 ${LONG}`)),
    round(run('middle', `2 ${LONG}`)),
    round(read('a.ts', `3 ${LONG}`)),
    round(run('newest', `4 ${LONG}`)),
  );

  it('collapses, shows once, and trims what is still over the budget, each output once', () => {
    const one = thread.items.at(2)?.tokens ?? 0;
    const { collapsed, superseded, trimmed } = planOutputs(thread, config(7, 2.5 * one), 200_000);
    const after = expectEdited(thread, [...collapsed, ...superseded, ...trimmed]);
    expect(after.items.length).toBe(thread.items.length - 1);
    expect([5, 7, 9, 11].map((entry) => shown(after, entry)[0])).toEqual([
      '[read again later: read_file a.ts; this one: ref=e5.0]',
      '[tool output trimmed; ref=e7.0]',
      '[tool output trimmed; ref=e9.0]',
      `4 ${LONG}`,
    ]);
  });

  it('does no more than the steps that are switched on', () => {
    const { collapsed, superseded, trimmed } = planOutputs(thread, config(null, null), 200_000);
    expect([collapsed.length, superseded.length, trimmed.length]).toEqual([0, 1, 0]);
  });

  it('R35 with the cache off collapses only, without refs', () => {
    const { collapsed, superseded, trimmed } = planOutputs(thread, config(7, 0, false), 200_000);
    expect(collapsed.map(({ replacement }) => replacement[0]?.blocks)).toEqual([
      [{ type: 'text', text: '[Tool: bash | Result summarized — called 9 turns ago]' }],
    ]);
    expect([superseded, trimmed]).toEqual([[], []]);
  });

  it('case 20: a call without a result is never collapsed, and the projection says that it is missing', () => {
    const [calls, results] = round(run('a', LONG), run('b', LONG), run('c', LONG));
    if (!calls || !results) throw new Error('no round');
    const partly = threadOf(typed('go'), [calls, { ...results, blocks: results.blocks.slice(1, 2) }], typed('on'));
    const { collapsed, trimmed } = planOutputs(partly, config(1, 0), undefined);
    expect([collapsed, trimmed]).toEqual([[], []]);
    const { messages, repairs } = projectContext(partly);
    expect(repairs.map(({ type }) => type)).toEqual(['missing-result', 'missing-result']);
    const texts = messages[2]?.blocks.flatMap((b) => (b.type === 'tool_result' ? [b.content] : []));
    expect(texts?.map(([part]) => (part?.type === 'text' ? part.text.slice(0, 12) : ''))).toEqual([
      '[No result w',
      'a line of ou',
      '[No result w',
    ]);
  });

  it('on any thread: valid, smaller, undone exactly, disjoint, and the input is never changed', () => {
    const configs = fc.record({
      collapseAfterTurns: fc.option(fc.integer({ min: 1, max: 6 })),
      contextBudgetTokens: fc.option(fc.integer({ min: 0, max: 3000 })),
      enabled: fc.boolean(),
    });
    fc.assert(
      fc.property(someOperations, configs, (operations, some) => {
        const before = replay(deepFreeze(operations.reduce(perform, replay([])).entries));
        const { collapsed, superseded, trimmed } = planOutputs(before, some, 40_000);
        const blocks = [...superseded, ...trimmed];
        expectEdited(before, [...collapsed, ...blocks]);
        expect(new Set(blocks.map(({ span }) => `${span.entry}.${span.from}`)).size).toBe(blocks.length);
        for (const { span } of blocks)
          expect(collapsed.some((edit) => edit.span.from <= span.entry && span.entry <= edit.span.to)).toBe(false);
        for (const edit of collapsed)
          expect(before.edits.entries.some((placed) => overlapPartly(placed.edit, edit))).toBe(false);
      }),
      RUNS,
    );
  });
});
