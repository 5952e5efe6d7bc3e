/** R18–R21: old rounds collapsed in the log, frozen, undone exactly. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planCollapse } from '../../../../src/core/compaction/outputs/plan-collapse.ts';
import { append, nextId, replay } from '../../../../src/core/thread/thread.ts';
import { deepFreeze } from '../../arbitrary/deep-freeze.ts';
import { perform, someOperations } from '../../arbitrary/operations.ts';
import { compacted, expectEdited, read, round, run, threadOf, typed } from '../../tool-output/rounds.ts';
import { PICTURE, RUNS } from '../../tool-output/samples.ts';

const LONG = 'line of output\n'.repeat(40);
const textsIn = (thread: ReturnType<typeof threadOf>) =>
  thread.items.flatMap(({ message }) => message.blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])));

describe('R18 planCollapse', () => {
  it('collapses whole rounds farther from the end than the limit, each marker with its ref', () => {
    const thread = threadOf(
      typed('go'),
      round(read('a.ts', LONG), run('ls', { content: [{ type: 'text', text: LONG }], isError: true })),
      round(run('ls', LONG)),
    );
    const after = expectEdited(thread, planCollapse(thread, { collapseAfterTurns: 1 }));
    expect(textsIn(after)).toEqual([
      'go',
      '[Tool: read_file | Result summarized — called 3 turns ago | ref=e3.0]\n[Tool: bash | Result summarized — called 3 turns ago | failed | ref=e3.1]',
    ]);
    expect(after.edits.entries.map(({ edit }) => [edit.fate, edit.span])).toEqual([['collapsed', { from: 2, to: 3 }]]);
  });

  it('names the stored output, or the place in the log where pictures are', () => {
    const outputRef = { id: 'o_0123456789abcdef' };
    const content = [{ type: 'text', text: LONG }] as const;
    const thread = threadOf(
      typed('go'),
      round(read('a.ts', { content, outputRef }), read('b.png', { content: [...content, PICTURE], outputRef })),
      round(run('ls', LONG)),
    );
    const [text] = textsIn(expectEdited(thread, planCollapse(thread, { collapseAfterTurns: 1 }))).slice(1);
    expect(text).toContain('ref=o_0123456789abcdef]\n');
    expect(text).toMatch(/ref=e3\.1\]$/);
  });

  it('does nothing when unset, to the newest round, and to a round that would not get smaller', () => {
    const thread = threadOf(
      typed('go'),
      round({ name: 'a', input: {}, result: { outputRef: { id: 'o_3f2a9c51b07d44e8' } } }),
      round(run('ls', LONG)),
      round(run('ls', LONG)),
    );
    expect(planCollapse(thread, {})).toEqual([]);
    expect(planCollapse(thread, { collapseAfterTurns: null })).toEqual([]);
    expect(planCollapse(thread, { collapseAfterTurns: 1 }).map(({ span }) => span)).toEqual([{ from: 4, to: 5 }]);
  });

  it('R20 leaves a round alone that lacks a result, or that somebody spoke in', () => {
    const [calls, results] = round(run('ls', LONG), run('pwd', LONG));
    if (!calls || !results) throw new Error('no round');
    const half = { ...results, blocks: results.blocks.slice(1) };
    const rest = round(run('ls', LONG));
    for (const entries of [
      [calls, half],
      [calls, typed('wait'), results],
    ])
      expect(planCollapse(threadOf(typed('go'), entries, rest, rest), { collapseAfterTurns: 2 })).toEqual([]);
    const [first, second] = [half, { ...results, blocks: results.blocks.slice(0, 1) }];
    const split = threadOf(typed('go'), [calls, first, second], rest);
    expect(expectEdited(split, planCollapse(split, { collapseAfterTurns: 1 })).items.length).toBe(4);
  });

  it('markers stay as they are through later collapses', () => {
    let thread = threadOf(typed('go'));
    const seen = new Set<string>();
    for (let i = 0; i < 12; i++) {
      for (const draft of round(run(`step ${i}`, LONG))) {
        const id = nextId(thread);
        thread = append(thread, { ...draft, id, at: 0 });
      }
      const edits = planCollapse(thread, { collapseAfterTurns: 3 });
      if (edits.length > 0) thread = compacted(thread, edits);
      const markers = textsIn(thread).slice(1);
      for (const marker of seen) expect(markers).toContain(marker);
      for (const marker of markers) seen.add(marker);
    }
    expect(seen.size).toBe(10);
  });

  it('on any thread: valid, smaller, undone exactly, at rest, and nothing frozen is touched', () => {
    fc.assert(
      fc.property(someOperations, fc.integer({ min: 1, max: 6 }), (operations, collapseAfterTurns) => {
        const thread = replay(deepFreeze(operations.reduce(perform, replay([])).entries));
        const edits = planCollapse(thread, { collapseAfterTurns });
        const after = expectEdited(thread, edits);
        for (const edit of planCollapse(after, { collapseAfterTurns })) {
          const overlaps = edits.some(({ span }) => span.from <= edit.span.to && edit.span.from <= span.to);
          expect(overlaps).toBe(false);
        }
      }),
      RUNS,
    );
  });
});
