/** Properties of a thread's whole life: whatever happens to it, the context is valid and nothing is lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import { checkThread } from '../../../src/core/thread/check.ts';
import { projectContext } from '../../../src/core/thread/context.ts';
import type { Block } from '../../../src/core/thread/message.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { newestTyped } from '../../../src/core/thread/turns.ts';
import { measure } from '../../../src/core/tokens/measure.ts';
import { limitsWith, perform, someConfig, someOperations } from '../arbitrary/operations.ts';
import { someLog } from '../arbitrary/thread.ts';

const RUNS = { numRuns: Number(process.env.PROPERTY_RUNS ?? 500) };
const EMPTY = replay([]);

/** The blocks in the order in which a provider reads them. */
function flatten(thread: Thread): readonly (Block & { role: string })[] {
  return projectContext(thread).messages.flatMap((m) => m.blocks.map((b) => ({ ...b, role: m.role })));
}

function bytes(thread: Thread): string {
  return JSON.stringify(projectContext(thread).messages);
}

function compacted(thread: Thread, config: Parameters<typeof planCompaction>[0]['config'], target: number) {
  const plan = planCompaction({ thread, config, limits: limitsWith(target), trigger: 'manual' });
  if (plan.type !== 'compaction') return { plan, after: thread };
  return { plan, after: append(thread, applyBoundary(thread, plan.draft, 0)) };
}

describe('a thread, whatever happens to it', () => {
  it('has a valid context after every operation', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        let thread = EMPTY;
        for (const operation of operations) {
          thread = perform(thread, operation);
          expect(checkThread(projectContext(thread).messages)).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  it('replays to the same bytes and the same numbers', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = operations.reduce(perform, EMPTY);
        const again = replay(JSON.parse(JSON.stringify(thread.entries)));
        expect(bytes(again)).toBe(bytes(thread));
        expect(measure(again)).toEqual(measure(thread));
        expect(again.tally).toEqual(thread.tally);
      }),
      RUNS,
    );
  });

  it('never changes an entry once it is in the log', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        let thread = EMPTY;
        let written = '';
        for (const operation of operations) {
          thread = perform(thread, operation);
          const now = thread.entries.map((e) => JSON.stringify(e)).join('\n');
          expect(now.startsWith(written)).toBe(true);
          written = now;
        }
      }),
      RUNS,
    );
  });

  it('only adds blocks to the context between two boundaries, where no call is left open', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        let thread = EMPTY;
        for (const operation of operations) {
          if (operation.type !== 'messages') {
            thread = perform(thread, operation);
            continue;
          }
          for (const draft of operation.drafts) {
            const before = flatten(thread);
            const settled = projectContext(thread).repairs.every((r) => r.type !== 'missing-result');
            thread = perform(thread, { type: 'messages', drafts: [draft] });
            if (settled && draft.origin !== 'tools') expect(flatten(thread).slice(0, before.length)).toEqual(before);
          }
        }
      }),
      RUNS,
    );
  });
});

describe('a compaction', () => {
  it('shrinks the measure, or changes nothing', () => {
    fc.assert(
      fc.property(someOperations, someConfig, fc.integer({ min: 1, max: 4000 }), (operations, config, target) => {
        const thread = operations.reduce(perform, EMPTY);
        const { plan, after } = compacted(thread, config, target);
        if (plan.type === 'compaction') {
          expect(measure(after).tokens).toBeLessThan(measure(thread).tokens);
          expect(measure(after).tokens).toBe(plan.draft.tokensAfter);
          if (plan.draft.reason === undefined) expect(plan.draft.tokensAfter).toBeLessThanOrEqual(target);
        } else expect(plan.type).toBe('unchanged');
      }),
      RUNS,
    );
  });

  it('misses the target only when what must stay exceeds it', () => {
    fc.assert(
      fc.property(someLog, someConfig, fc.integer({ min: 1, max: 4000 }), (log, config, target) => {
        const thread = replay(log);
        const { plan, after } = compacted(thread, config, target);
        if (measure(after).tokens <= target) return;
        const stays = after.items.filter((item) => item.type === 'entry').reduce((sum, item) => sum + item.tokens, 0);
        expect(
          stays === after.tokens &&
            (plan.type === 'unchanged' || (plan.type === 'compaction' && plan.draft.reason === 'fixed-part')),
        ).toBe(true);
      }),
      RUNS,
    );
  });

  it('comes to rest: compacting what was just compacted changes nothing more in the end', () => {
    fc.assert(
      fc.property(someLog, someConfig, fc.integer({ min: 1, max: 4000 }), (log, config, target) => {
        let thread = replay(log);
        for (let round = 0; round < 3; round++) thread = compacted(thread, config, target).after;
        expect(compacted(thread, config, target).plan.type).toBe('unchanged');
      }),
      RUNS,
    );
  });

  it('keeps the newest typed message word for word and all that it keeps in order', () => {
    fc.assert(
      fc.property(someOperations, someConfig, fc.integer({ min: 1, max: 2000 }), (operations, config, target) => {
        const thread = operations.reduce(perform, EMPTY);
        const { after } = compacted(thread, config, target);
        const newest = thread.items[newestTyped(thread.items)];
        if (newest) expect(after.items).toContain(newest);
        const kept = after.items.flatMap((item) => (item.type === 'entry' ? [item.entry.id] : []));
        expect(kept).toEqual([...kept].sort((a, b) => a - b));
      }),
      RUNS,
    );
  });

  it('is undone to the same bytes and redone to the same bytes', () => {
    fc.assert(
      fc.property(someOperations, someConfig, fc.integer({ min: 1, max: 2000 }), (operations, config, target) => {
        const thread = operations.reduce(perform, EMPTY);
        const { plan, after } = compacted(thread, config, target);
        if (plan.type !== 'compaction') return;
        const id = nextId(thread);
        const undo = planUndo(after, id);
        if (!undo.ok) throw new Error(undo.error.type);
        const undone = append(after, applyBoundary(after, undo.value, 0));
        expect(bytes(undone)).toBe(bytes(thread));
        const redo = planRedo(undone, id);
        if (!redo.ok) throw new Error(redo.error.type);
        expect(bytes(append(undone, applyBoundary(undone, redo.value, 0)))).toBe(bytes(after));
      }),
      RUNS,
    );
  });

  it('gives the same bytes at every run and leaves its input as it was', () => {
    fc.assert(
      fc.property(someLog, someConfig, fc.integer({ min: 1, max: 2000 }), (log, config, target) => {
        const before = JSON.stringify(log);
        const first = compacted(replay(log), config, target).after;
        const second = compacted(replay(JSON.parse(before)), config, target).after;
        expect(JSON.stringify(second.entries)).toBe(JSON.stringify(first.entries));
        expect(JSON.stringify(log)).toBe(before);
      }),
      RUNS,
    );
  });
});
