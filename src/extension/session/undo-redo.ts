/** Undoes and redoes compactions of the open thread. */
import { lastLive, lastUndone, planRedo, planUndo } from '../../core/compaction/undo.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import type { OpenLog } from './open-log.ts';
import type { UndoOutcome } from './outcome.ts';

const ACTS = {
  undo: { newest: lastLive, plan: planUndo, done: 'undone', nothing: 'nothing-to-undo' },
  redo: { newest: lastUndone, plan: planRedo, done: 'redone', nothing: 'nothing-to-redo' },
} as const;

/** Without `id`, undoes the newest live compaction, and redoes the one that was undone last. */
export async function undoOrRedo(log: OpenLog, act: keyof typeof ACTS, id?: number): Promise<UndoOutcome> {
  const { newest, plan, done, nothing } = ACTS[act];
  const { thread } = log;
  if (!thread) return { type: 'no-thread' };
  const compaction = id === undefined ? newest(thread)?.id : entryId(id);
  if (compaction === undefined) return { type: nothing };
  const draft = plan(thread, compaction);
  if (!draft.ok) return { type: 'impossible', problem: draft.error };
  const written = await log.append(draft.value);
  return typeof written === 'number' ? { type: done, compaction } : written;
}
