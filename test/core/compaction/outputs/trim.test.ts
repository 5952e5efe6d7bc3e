/** R32 and R35: the budget of all outputs, and what is trimmed when they exceed it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputBudget } from '../../../../src/core/compaction/outputs/budget.ts';
import { findOutputs } from '../../../../src/core/compaction/outputs/find-outputs.ts';
import { planTrim } from '../../../../src/core/compaction/outputs/trim.ts';
import type { ToolResultBlock } from '../../../../src/core/message/message.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { estimateBlock } from '../../../../src/core/tokens/estimate.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../../../src/core/tool-output/config.ts';
import { deepFreeze } from '../../arbitrary/deep-freeze.ts';
import { perform, someOperations } from '../../arbitrary/operations.ts';
import { expectEdited, round, run, shown, threadOf, typed } from '../../tool-output/rounds.ts';
import { RUNS } from '../../tool-output/samples.ts';

describe('R32 the budget', () => {
  it.each([
    [null, 40_000, 20_000],
    [null, 200_000, 50_000],
    [null, 1_000_000, 60_000],
    [null, 100_001, 25_000],
    [null, undefined, 20_000],
    [12_345, 200_000, 12_345],
    [0, 200_000, 0],
  ])('%s in a window of %s is %i', (contextBudgetTokens, window, budget) => {
    expect(outputBudget({ enabled: true, contextBudgetTokens }, window)).toBe(budget);
  });

  it('R35 is infinite when the cache is off', () => {
    expect(outputBudget({ enabled: false, contextBudgetTokens: 0 }, 200_000)).toBe(Number.POSITIVE_INFINITY);
    const thread = threadOf(typed('go'), round(run('a', 'x '.repeat(9000))), round(run('b', '')));
    const config = { ...DEFAULT_TOOL_OUTPUT_CONFIG, enabled: false };
    expect(planTrim(thread, { budget: outputBudget(config, 8000) })).toEqual([]);
  });
});

const OUTPUT = 'a line of output that says something\n'.repeat(100);
const outputs = (count: number) => Array.from({ length: count }, (_, i) => round(run(`step ${i}`, `${i} ${OUTPUT}`)));
const sumOf = (thread: ReturnType<typeof threadOf>) => thread.tally.toolResults;

describe('R35 planTrim', () => {
  const thread = threadOf(typed('go'), ...outputs(8));

  it('does nothing up to the budget, and from one token more goes down to 75 % of it in one batch', () => {
    const sum = sumOf(thread);
    expect(planTrim(thread, { budget: sum })).toEqual([]);
    const after = expectEdited(thread, planTrim(thread, { budget: sum - 1 }));
    expect(sumOf(after)).toBeLessThanOrEqual((sum - 1) * 0.75);
    const fewer = planTrim(thread, { budget: sum - 1 }).slice(0, -1);
    expect(sumOf(expectEdited(thread, fewer))).toBeGreaterThan((sum - 1) * 0.75);
  });

  it('takes the oldest first and leaves id, error mark and ref', () => {
    const outputRef = { id: 'o_0123456789abcdef', byteSize: 4000, lineCount: 100 };
    const stored: Partial<ToolResultBlock> = { content: [{ type: 'text', text: OUTPUT }], outputRef, isError: true };
    const some = threadOf(typed('go'), round(run('x', stored), run('y', OUTPUT)), ...outputs(2));
    const edits = planTrim(some, { budget: sumOf(some) * 0.9 });
    expect(edits.map(({ span }) => span)).toEqual([
      { entry: 3, from: 0, to: 0 },
      { entry: 3, from: 1, to: 1 },
    ]);
    expect(edits[0]?.replacement).toEqual([
      {
        type: 'tool_result',
        toolUseId: expect.any(String),
        content: [{ type: 'text', text: '[tool output trimmed; ref=o_0123456789abcdef]' }],
        isError: true,
        outputRef,
      },
    ]);
    expect(shown(expectEdited(some, edits), 3)).toEqual([
      '[tool output trimmed; ref=o_0123456789abcdef]',
      '[tool output trimmed; ref=e3.1]',
    ]);
  });

  it('never takes the newest round, also under a budget of 0', () => {
    const edits = planTrim(thread, { budget: 0 });
    expect(edits.map(({ span }) => span.entry)).toEqual([3, 5, 7, 9, 11, 13, 15]);
    const burst = threadOf(typed('go'), round(run('a', OUTPUT), run('b', OUTPUT), run('c', OUTPUT)), typed('well?'));
    expect(planTrim(burst, { budget: 0 })).toEqual([]);
  });

  it('never takes what the placeholder would not be smaller than, and not what is trimmed already', () => {
    const small = threadOf(typed('go'), round(run('a', 'ok')), round(run('b', OUTPUT)), round(run('c', OUTPUT)));
    const edits = planTrim(small, { budget: 0 });
    expect(edits.map(({ span }) => span.entry)).toEqual([5]);
    expect(planTrim(expectEdited(small, edits), { budget: 0 })).toEqual([]);
  });

  it('stops exactly at 75 % of the budget', () => {
    const [first] = findOutputs(thread);
    const stub = planTrim(thread, { budget: 0 })[0]?.replacement[0];
    if (!first || !stub) throw new Error('nothing to trim');
    const small = threadOf(typed('go'), ...outputs(3));
    const left = sumOf(small) - estimateBlock(first.block) + estimateBlock(stub);
    expect(planTrim(small, { budget: (left * 4) / 3 }).length).toBe(1);
    expect(planTrim(small, { budget: ((left - 1) * 4) / 3 }).length).toBe(2);
  });

  it('takes no output of a message that also says something for an old one, when it is the newest round', () => {
    const [calls, results] = round(run('a', OUTPUT));
    if (!calls || !results) throw new Error('no round');
    const saying = { ...calls, blocks: [{ type: 'text', text: 'I look.' } as const, ...calls.blocks] };
    const some = threadOf(typed('go'), ...outputs(1), [saying, results]);
    expect(planTrim(some, { budget: 0 }).map(({ span }) => span.entry)).toEqual([3]);
  });

  it('takes what is left of a round of which one output is trimmed already', () => {
    const burst = threadOf(typed('go'), round(run('a', OUTPUT), run('b', OUTPUT), run('c', OUTPUT)), ...outputs(1));
    const all = planTrim(burst, { budget: 0 });
    const after = expectEdited(burst, all.slice(1, 2));
    expect(planTrim(after, { budget: 0 }).map(({ span }) => span.from)).toEqual([0, 2]);
  });

  it('counts what the same batch has planned', () => {
    const planned = planTrim(thread, { budget: sumOf(thread) * 0.9 });
    expect(planTrim(thread, { budget: sumOf(thread) * 0.9, planned })).toEqual([]);
    const [old] = findOutputs(thread);
    const [one] = planned;
    if (!old || !one) throw new Error('nothing planned');
    const left =
      sumOf(thread) - estimateBlock(old.block) + one.replacement.reduce((sum, b) => sum + estimateBlock(b), 0);
    expect(planTrim(thread, { budget: left, planned: [one] })).toEqual([]);
    expect(planTrim(thread, { budget: left - 1, planned: [one] })).not.toEqual([]);
    const more = planTrim(thread, { budget: 0, planned });
    expect(more.length + planned.length).toBe(7);
    expect(more.some(({ span }) => planned.some((one) => one.span.entry === span.entry))).toBe(false);
  });

  it('on any thread: valid, smaller, undone exactly, and under the goal unless all that may go is gone', () => {
    fc.assert(
      fc.property(someOperations, fc.integer({ min: 0, max: 3000 }), (operations, budget) => {
        const before = replay(deepFreeze(operations.reduce(perform, replay([])).entries));
        const edits = planTrim(before, { budget });
        const after = expectEdited(before, edits);
        if (sumOf(before) <= budget) expect(edits).toEqual([]);
        else if (sumOf(after) > budget * 0.75) expect(planTrim(after, { budget: 0 })).toEqual([]);
        for (const { span } of edits) {
          const output = findOutputs(before).find(({ entry, index }) => entry.id === span.entry && index === span.from);
          expect(output?.isNewest).toBe(false);
        }
        const left = findOutputs(after).reduce((sum, { block }) => sum + estimateBlock(block), 0);
        expect(left).toBeLessThanOrEqual(sumOf(after));
      }),
      RUNS,
    );
  });
});
