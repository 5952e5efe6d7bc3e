/** Replaces the summary of a compaction by the person’s text, or restores the original summary. */
import {
  type IndexedSummary,
  longestOf,
  planSummaryEdit,
  type SummaryEditProblem,
  summariesOf,
} from '../../core/compaction/edit-summary.ts';
import { type EntryId, entryId } from '../../core/thread/entry-id.ts';
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

/**
 * Gives the summary in the edit `edit` of a compaction a text; without `edit` the longest one. `text` undefined: all of them read as
 * the compaction was written. Nothing is written where that is how they read.
 */
export async function editSummary(
  log: Pick<OpenLog, 'thread' | 'append'>,
  context: Pick<RunContext, 'limits' | 'base'>,
  id: number,
  text?: string,
  edit?: number,
): Promise<SummaryEditOutcome> {
  const { thread } = log;
  if (!thread) return { type: 'no-thread' };
  const compaction = entryId(id);
  const written = findEntry(thread.entries, compaction);
  const summaries = written?.type === 'compaction' ? summariesOf(written) : [];
  const longest = longestOf(summaries);
  if (!longest) return { type: 'refused', problem: { type: 'no-summary', compaction, edit: edit ?? 0 } };
  const wished = text === undefined ? summaries : [{ edit: edit ?? longest.edit, text }];
  for (const one of wished) {
    const saved = await saveOne(log, context, compaction, one);
    if (saved.type !== 'saved') return saved;
  }
  return { type: 'saved' };
}

async function saveOne(
  log: Pick<OpenLog, 'thread' | 'append'>,
  { limits, base }: Pick<RunContext, 'limits' | 'base'>,
  compaction: EntryId,
  { edit, text }: IndexedSummary,
): Promise<SummaryEditOutcome> {
  const { thread } = log;
  if (!thread) return { type: 'no-thread' };
  const planned = planSummaryEdit(thread, compaction, edit, text);
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
