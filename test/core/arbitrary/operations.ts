/** Arbitrary lives of a thread: messages, compactions, undo, redo and restarts in any order. */
import fc from 'fast-check';
import { applyBoundary } from '../../../src/core/compaction/apply.ts';
import { type CompactionConfig, DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import { withCheckpoint } from '../../../src/core/thread/checkpoint.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { append, nextId, replay, type Thread } from '../../../src/core/thread/thread.ts';
import { someDrafts } from './thread.ts';

export type Operation =
  | { readonly type: 'messages'; readonly drafts: readonly Omit<Extract<Entry, { type: 'message' }>, 'id' | 'at'>[] }
  | { readonly type: 'compact'; readonly config: CompactionConfig; readonly target: number }
  | { readonly type: 'undo' | 'redo'; readonly which: number }
  | { readonly type: 'restart' };

export const someConfig: fc.Arbitrary<CompactionConfig> = fc
  .record({
    strategy: fc.constantFrom('summarize', 'extract', 'truncate'),
    retainLastTurns: fc.integer({ min: 0, max: 5 }),
  })
  .map((changes) => ({ ...DEFAULT_CONFIG, ...changes }));

export const someOperations: fc.Arbitrary<readonly Operation[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: someDrafts.map((drafts) => ({ type: 'messages', drafts }) as const) },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('compact' as const),
        config: someConfig,
        target: fc.integer({ min: 1, max: 4000 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constantFrom('undo' as const, 'redo' as const), which: fc.nat({ max: 5 }) }),
    },
    { weight: 1, arbitrary: fc.constant({ type: 'restart' } as const) },
  ),
  { maxLength: 8 },
);

export function limitsWith(target: number) {
  return { window: 200_000, reserve: 0, trigger: 160_000, target };
}

/** The thread after one operation; undo and redo pick among the compactions there are, and may be refused. */
export function perform(thread: Thread, operation: Operation): Thread {
  switch (operation.type) {
    case 'messages': {
      const taken = new Set(
        thread.messages.flatMap((m) => m.blocks.flatMap((b) => (b.type === 'checkpoint' ? [b.id] : []))),
      );
      return operation.drafts.reduce((current, draft) => {
        const id = nextId(current);
        return append(current, withCheckpoint({ ...draft, id, at: id }, taken));
      }, thread);
    }
    case 'compact': {
      const limits = limitsWith(operation.target);
      const plan = planCompaction({ thread, config: operation.config, limits, trigger: 'manual' });
      return plan.type === 'compaction' ? append(thread, applyBoundary(thread, plan.draft, nextId(thread))) : thread;
    }
    case 'undo':
    case 'redo': {
      const compaction = thread.compactions[operation.which % Math.max(1, thread.compactions.length)];
      if (!compaction) return thread;
      const planned = operation.type === 'undo' ? planUndo(thread, compaction.id) : planRedo(thread, compaction.id);
      return planned.ok ? append(thread, applyBoundary(thread, planned.value, nextId(thread))) : thread;
    }
    case 'restart':
      return replay(JSON.parse(JSON.stringify(thread.entries)));
  }
}
