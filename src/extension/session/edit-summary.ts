/** Replaces the summary of a compaction by the person’s text, or restores the original summary. */
import { mainSummaryOf, planSummaryEdit, type SummaryEditProblem } from '../../core/compaction/edit-summary.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import { findEntry } from '../../core/thread/find-entry.ts';
import { measure } from '../../core/thread/measure.ts';
import { append, nextId } from '../../core/thread/thread.ts';
import type { OpenLog } from './open-log.ts';
import type { ThreadWriteFailure } from './outcome.ts';
import type { RunContext } from './run-context.ts';

export type SummaryEditOutcome =
  | { readonly type: 'saved' }
  | {
      readonly type: 'refused';
      readonly problem:
        | SummaryEditProblem
        /** The next request would have so many tokens, and may have `room`. */
        | { readonly type: 'too-large'; readonly tokens: number; readonly room: number };
    }
  | ThreadWriteFailure;

/** `text` undefined: as the compaction was written. Nothing is written where that is how it reads. */
export async function editSummary(
  log: Pick<OpenLog, 'thread' | 'append'>,
  { limits, base }: Pick<RunContext, 'limits' | 'base'>,
  id: number,
  text: string | undefined,
): Promise<SummaryEditOutcome> {
  const { thread } = log;
  if (!thread) return { type: 'no-thread' };
  const compaction = entryId(id);
  const written = findEntry(thread.entries, compaction);
  const main = written?.type === 'compaction' ? mainSummaryOf(written) : undefined;
  if (!main) return { type: 'refused', problem: { type: 'no-summary', compaction, edit: 0 } };
  const planned = planSummaryEdit(thread, compaction, main.edit, text ?? main.text);
  if (!planned.ok)
    return planned.error.type === 'unchanged' ? { type: 'saved' } : { type: 'refused', problem: planned.error };
  if (limits.ok) {
    const room = limits.value.window - limits.value.reserve;
    const { tokens } = measure(append(thread, { ...planned.value, id: nextId(thread), at: 0 }), base);
    if (tokens > room && tokens > measure(thread, base).tokens)
      return { type: 'refused', problem: { type: 'too-large', tokens, room } };
  }
  const saved = await log.append(planned.value);
  return typeof saved === 'number' ? { type: 'saved' } : saved;
}
