/** The outcomes of the session's acts (create, open, import, compact, undo), as plain values. */
import type { CompactionOutcome } from '../../core/agent/compaction-outcome.ts';
import type { LimitProblem } from '../../core/compaction/limits.ts';
import type { Plan } from '../../core/compaction/plan.ts';
import type { UndoProblem } from '../../core/compaction/undo.ts';
import type { EntryId } from '../../core/thread/entry-id.ts';
import type { FallbackReason } from '../../core/thread/strategy.ts';
import type { ImportFailure } from '../../core/transfer/import-types.ts';
import type { ImportReport } from '../storage/import-file.ts';
import type { OpenFailure } from '../storage/open-thread.ts';

/** Why nothing could be written; the thread is as it was. */
export type ThreadWriteFailure =
  | { readonly type: 'no-thread' }
  /** Another window writes this thread, or has just taken over. */
  | { readonly type: 'held' }
  | { readonly type: 'disk'; readonly reason: string; readonly file: string };

export type CompactOutcome =
  | {
      readonly type: 'compacted';
      readonly compaction: EntryId;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      readonly reason?: 'fixed-part';
      /** Instructions were given and no model wrote a summary that could follow them; `fellFrom`: why not. */
      readonly unused?: { readonly fellFrom?: FallbackReason };
    }
  | Exclude<Plan, { readonly type: 'compaction' | 'failed' }>
  | Extract<CompactionOutcome, { readonly type: 'cancelled' | 'failed' | 'summary-failed' | 'vetoed' }>
  | { readonly type: 'no-limits'; readonly problem: LimitProblem }
  | ThreadWriteFailure;

/** The session's failure that `threadLog` passed through the engine as a reason. */
export function writeFailureOf({ reason }: { readonly reason: string }, file: string): ThreadWriteFailure {
  return reason === 'held' || reason === 'no-thread' ? { type: reason } : { type: 'disk', reason, file };
}

export type UndoOutcome =
  | { readonly type: 'undone' | 'redone'; readonly compaction: EntryId }
  | { readonly type: 'nothing-to-undo' | 'nothing-to-redo' }
  | { readonly type: 'impossible'; readonly problem: UndoProblem }
  | ThreadWriteFailure;

export type OpenOutcome =
  | {
      readonly type: 'opened';
      readonly id: string;
      /** The thread's log. */
      readonly file: string;
      readonly readOnly: boolean;
    }
  | OpenFailure;

export type CreateOutcome = OpenOutcome | { readonly type: 'disk'; readonly reason: string; readonly file: string };

export type ImportThreadOutcome =
  | { readonly type: 'imported'; readonly id: string; readonly file: string; readonly report: ImportReport }
  | { readonly type: 'failed'; readonly failure: ImportFailure }
  | { readonly type: 'cancelled' }
  /** `file` is the imported file, or the folder that threads are stored in. */
  | { readonly type: 'disk'; readonly reason: string; readonly file: string }
  | OpenFailure;
