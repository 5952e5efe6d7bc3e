/** The strategy `truncate` on any thread: a rule that was typed stays, within the goal, in a context that providers take (C6, R55). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import type { Limits } from '../../../src/core/compaction/limits.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { NOTE_TOKENS, sizeBudget } from '../../../src/core/compaction/size-budget.ts';
import { checkContext } from '../../../src/core/thread/check-context.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import { append, type Thread } from '../../../src/core/thread/thread.ts';
import { toAnthropicMessages } from '../../../src/providers/anthropic/to-messages.ts';
import { anthropicRejects } from '../../wire/anthropic.ts';
import { perform, someOperations } from '../arbitrary/operations.ts';
import { read, round, threadOf, typed } from '../tool-output/rounds.ts';
import { RUNS } from './properties.ts';

const RULE = 'Never touch port 4711, not even in tests.';

/** Tokens of the record with the rule alone, with its label and heading. */
const RECORD = 75;

const config = { ...DEFAULT_CONFIG, strategy: 'truncate' } as const;

const textOf = (thread: Thread) => JSON.stringify(thread.items.map(({ message }) => message));

function truncated(thread: Thread, limits: Limits): Thread {
  const input = { thread, config, limits, trigger: 'auto', mustFit: true } as const;
  const plan = planCompaction(input);
  if (plan.type !== 'compaction') return thread;
  const after = append(thread, applyBoundary(thread, plan.draft, 0));
  const { goal, mustKeep, mustKeepTokens } = sizeBudget(input);
  const least = mustKeepTokens + NOTE_TOKENS * (mustKeep.islands.length + 1);
  if (plan.draft.strategy === 'truncate') expect(after.tokens).toBeLessThanOrEqual(Math.max(goal, least));
  return after;
}

describe('truncate', () => {
  it('keeps a rule in the context, whatever happened to the thread, as long as there is room for it', () => {
    let kept = 0;
    fc.assert(
      fc.property(
        someOperations,
        someOperations,
        fc.integer({ min: 300, max: 1_500 }),
        fc.integer({ min: 0, max: 1_500 }),
        (before, later, target, floor) => {
          let thread = threadOf(typed(RULE), round(read('a.ts', 'a line\n'.repeat(600))));
          const limits = { window: 200_000, reserve: 0, trigger: 2 * target, target, floor };
          for (const operations of [before, later]) {
            thread = operations.reduce(perform, thread);
            const hadRule = thread.messages.at(0)?.origin === 'typed';
            const { goal, mustKeepTokens, mustKeep } = sizeBudget({ thread, config, limits, trigger: 'auto' });
            const after = truncated(thread, limits);
            expect(checkContext(projectContext(after).messages)).toEqual([]);
            const sent = toAnthropicMessages(projectContext(after, 'model-a').messages, 'model-a');
            expect(anthropicRejects(sent)).toEqual([]);
            const room = goal - mustKeepTokens - NOTE_TOKENS * (mustKeep.islands.length + 1);
            if (after === thread || !hadRule || room < 4 * RECORD) continue;
            expect(textOf(after)).toContain(RULE);
            if (after.compactions.at(-1)?.strategy === 'truncate') kept++;
            thread = after;
          }
        },
      ),
      RUNS,
    );
    expect(kept).toBeGreaterThan(0);
  });

  it('keeps it where what must stay leaves little more than room for it', () => {
    const large = round(read('b.ts', 'a line of text\n'.repeat(1_000)));
    const rounds = Array.from({ length: 12 }, (_, n) => round(read(`${n}.ts`, 'a line of text\n'.repeat(40))));
    const thread = threadOf(typed(RULE), ...rounds, typed('Go on.'), large);
    const { mustKeepTokens } = sizeBudget({
      thread,
      config,
      limits: { window: 9_000, reserve: 0, trigger: 9_000, target: 1, floor: 0 },
    });
    for (const room of [200, 260, 400]) {
      const window = Math.ceil((mustKeepTokens + room) * 1.1);
      const limits = { window, reserve: 0, trigger: window, target: 1, floor: 1_000 };
      const after = truncated(thread, limits);
      expect(after.compactions.map(({ strategy }) => strategy)).toEqual(['truncate']);
      expect(textOf(after)).toContain(RULE);
      expect(after.tokens).toBeLessThanOrEqual(mustKeepTokens + room);
    }
  });
});
