/** How soon an automatic compaction may pay for a model's summary again. */
import { expect, it } from 'vitest';
import { applyBoundary } from '../../../src/core/compaction/apply-boundary.ts';
import { DEFAULT_CONFIG } from '../../../src/core/compaction/config.ts';
import { planCompaction } from '../../../src/core/compaction/plan.ts';
import { wasPaidRecently } from '../../../src/core/compaction/summary-cooldown.ts';
import { planRedo, planUndo } from '../../../src/core/compaction/undo.ts';
import type { CompactionEntry } from '../../../src/core/thread/entry.ts';
import { append } from '../../../src/core/thread/thread.ts';
import { limitsWith } from '../arbitrary/operations.ts';
import { work } from '../arbitrary/work.ts';

const limits = limitsWith(4_000);

it('a compaction that called a model counts until a person undoes it, and again after its redo', () => {
  const thread = work(12);
  const plan = planCompaction({ thread, config: DEFAULT_CONFIG, limits, trigger: 'manual' });
  if (plan.type !== 'compaction') throw new Error(plan.type);
  const paid = append(thread, applyBoundary(thread, { ...plan.draft, strategy: 'summarize' }, 0));
  expect(wasPaidRecently({ thread, limits })).toBe(false);
  expect(wasPaidRecently({ thread: paid, limits })).toBe(true);
  const [{ id }] = paid.compactions as readonly [CompactionEntry];
  const undo = planUndo(paid, id);
  if (!undo.ok) throw new Error(undo.error.type);
  const undone = append(paid, applyBoundary(paid, undo.value, 0));
  expect(wasPaidRecently({ thread: undone, limits })).toBe(false);
  const redo = planRedo(undone, id);
  if (!redo.ok) throw new Error(redo.error.type);
  expect(wasPaidRecently({ thread: append(undone, applyBoundary(undone, redo.value, 0)), limits })).toBe(true);
});
