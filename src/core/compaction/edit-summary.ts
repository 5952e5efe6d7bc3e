/** Plans a person's edit of a summary (docs/decisions/2026-11-28-editing-a-summary-gives-the-same-edit-a-new-replacement.md). */
import { err, ok, type Result } from '../lang/result.ts';
import type { Message } from '../message/message.ts';
import type { Fate } from '../thread/edit.ts';
import type { CompactionEntry, Planned, SummaryEditEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { findEntry } from '../thread/find-entry.ts';
import { append, nextId, type Thread } from '../thread/thread.ts';
import { failedGate, type GateFailure } from './gates.ts';
import { editableText, framed, frameOf, type SummaryFrame } from './summary-frame.ts';

export type SummaryEditProblem =
  | { readonly type: 'no-such-compaction'; readonly compaction: EntryId }
  /** Undone, or left behind by a restore. */
  | { readonly type: 'not-live'; readonly compaction: EntryId }
  /** There is no such edit, or its replacement is no text. */
  | { readonly type: 'no-summary'; readonly compaction: EntryId; readonly edit: number }
  | { readonly type: 'blank' }
  | { readonly type: 'unchanged' }
  | { readonly type: 'gate'; readonly gate: GateFailure };

/** A summary with the index of the edit that holds it. */
export interface IndexedSummary {
  readonly edit: number;
  readonly text: string;
}

/** The summaries that a compaction was written with, in words that a person can edit, without the frame that the program put around them. */
export function summariesOf(written: CompactionEntry): readonly IndexedSummary[] {
  return written.edits.flatMap((_, edit) => {
    const text = summaryIn(written, edit, written);
    return text === undefined ? [] : [{ edit, text }];
  });
}

/** The one that a person edits first. Undefined where there is none. */
export function longestOf(summaries: readonly IndexedSummary[]): IndexedSummary | undefined {
  let longest: IndexedSummary | undefined;
  for (const summary of summaries) if (summary.text.length > (longest?.text.length ?? 0)) longest = summary;
  return longest;
}

/** The summary of one edit, as it reads now. `written`: the compaction as it is in the log. */
export function summaryIn({ edits }: CompactionEntry, at: number, written: CompactionEntry): string | undefined {
  const edit = edits[at];
  const frame = frameIn(written, at);
  return frame && edit?.type === 'entries' ? editableText(edit.replacement, frame) : undefined;
}

function frameIn({ edits }: CompactionEntry, at: number): SummaryFrame | undefined {
  const edit = edits[at];
  return edit?.type === 'entries' && IS_EDITABLE[edit.fate] ? frameOf(edit.replacement) : undefined;
}

/** Notes, collapsed rounds and messages beside a native block are no summary that a person can rewrite. */
const IS_EDITABLE: Readonly<Record<Fate, boolean>> = {
  summarized: true,
  replaced: true,
  trimmed: true,
  collapsed: false,
  dropped: false,
  native: false,
};

/**
 * The entry that puts `text` in the place of what the edit says. Every gate holds but `smaller`: a person may write more than
 * was there, and the next measure tells whether that fits. To take it back, plan it again with the old text. The
 * program puts its frame around the text as in the compaction that was written (`summary-frame.ts`).
 */
export function planSummaryEdit(
  thread: Thread,
  compaction: EntryId,
  edit: number,
  text: string,
): Result<Planned<SummaryEditEntry>, SummaryEditProblem> {
  const found = findEntry(thread.compactions, compaction);
  if (!found) {
    const isLeft = thread.entries.some((entry) => entry.type === 'compaction' && entry.id === compaction);
    return err({ type: isLeft ? 'not-live' : 'no-such-compaction', compaction });
  }
  if (thread.undone.has(compaction)) return err({ type: 'not-live', compaction });
  const entry = findEntry(thread.entries, compaction);
  const written = entry?.type === 'compaction' ? entry : found;
  const frame = frameIn(written, edit);
  const said = summaryIn(found, edit, written);
  if (!frame || said === undefined) return err({ type: 'no-summary', compaction, edit });
  if (text === said) return err({ type: 'unchanged' });
  const replacement = earlierVersion(thread, { compaction, edit, frame }, text) ?? framed(text, frame);
  if (replacement.length === 0) return err({ type: 'blank' });
  const planned = { type: 'summary_edit', compaction, edit, replacement } as const;
  const gate = failedGate(thread, append(thread, { ...planned, id: nextId(thread), at: 0 }), { mayGrow: true });
  return gate ? err({ type: 'gate', gate }) : ok(planned);
}

interface EditedSummary {
  readonly compaction: EntryId;
  readonly edit: number;
  readonly frame: SummaryFrame;
}

/** The earlier replacement with this exact text, if any, so that restoring the old text restores its bytes. */
function earlierVersion(
  { entries }: Thread,
  { compaction: id, edit, frame }: EditedSummary,
  text: string,
): readonly Message[] | undefined {
  const held = entries.flatMap((entry): readonly (readonly Message[])[] => {
    if (entry.type === 'summary_edit' && entry.compaction === id && entry.edit === edit) return [entry.replacement];
    const made = entry.type === 'compaction' && entry.id === id ? entry.edits[edit] : undefined;
    return made?.type === 'entries' ? [made.replacement] : [];
  });
  return held.findLast((replacement) => editableText(replacement, frame) === text);
}
