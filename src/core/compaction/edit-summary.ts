/** Plans a person's edit of a summary (docs/decisions/2026-11-28-editing-a-summary-gives-the-same-edit-a-new-replacement.md). */
import { err, ok, type Result } from '../lang/result.ts';
import { isBlankBlock } from '../message/blank.ts';
import type { Block, Message } from '../message/message.ts';
import type { EntryEdit, Fate } from '../thread/edit.ts';
import type { CompactionEntry, Planned, SummaryEditEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { findEntry } from '../thread/find-entry.ts';
import { append, nextId, type Thread } from '../thread/thread.ts';
import { failedGate, type GateFailure } from './gates.ts';
import { isNote } from './notes.ts';
import { isRetained } from './summarize/retained.ts';

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
export interface PlacedSummary {
  readonly edit: number;
  readonly text: string;
}

/** The summaries that a compaction was written with, in words that a person can edit. */
export function summariesOf({ edits }: CompactionEntry): readonly PlacedSummary[] {
  return edits.flatMap((edit, at) => {
    const text = edit.type === 'entries' ? summaryOf(edit) : undefined;
    return text === undefined || isNote(text) ? [] : [{ edit: at, text }];
  });
}

/** The one that a person edits first. Undefined where there is none. */
export function longestOf(summaries: readonly PlacedSummary[]): PlacedSummary | undefined {
  let longest: PlacedSummary | undefined;
  for (const summary of summaries) if (summary.text.length > (longest?.text.length ?? 0)) longest = summary;
  return longest;
}

/** The summary of one edit, as it reads now. */
export function summaryIn({ edits }: CompactionEntry, at: number): string | undefined {
  const edit = edits[at];
  return edit?.type === 'entries' ? summaryOf(edit) : undefined;
}

/** Notes, collapsed rounds and messages beside a native block are not summaries. */
const IS_SUMMARY: Readonly<Record<Fate, boolean>> = {
  summarized: true,
  replaced: true,
  trimmed: true,
  collapsed: false,
  dropped: false,
  native: false,
};

function summaryOf({ fate, replacement }: EntryEdit): string | undefined {
  return IS_SUMMARY[fate] ? joined(replacement) : undefined;
}

/** Joins the texts; undefined when there is none, or when a block is not text, which can't be edited. */
function joined(messages: readonly Message[]): string | undefined {
  const texts: string[] = [];
  for (const block of messages.flatMap(({ blocks }): readonly Block[] => blocks)) {
    if (block.type !== 'text') return undefined;
    texts.push(block.text);
  }
  return texts.length > 0 ? texts.join('\n\n') : undefined;
}

/**
 * The entry that puts `text` in the place of what the edit says. Every gate holds but `smaller`: a person may write more than
 * was there, and whether that fits is the next measure's business. To take it back, plan it again with the old text. What
 * starts with the label of the retained lines is kept apart as them, up to the first empty line (R48).
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
  const old = found.edits[edit];
  const said = old?.type === 'entries' ? summaryOf(old) : undefined;
  if (old?.type !== 'entries' || said === undefined) return err({ type: 'no-summary', compaction, edit });
  if (text.trim() === '') return err({ type: 'blank' });
  if (text === said) return err({ type: 'unchanged' });
  const replacement = earlierVersion(thread, compaction, edit, text) ?? rewritten(old.replacement, text);
  const planned = { type: 'summary_edit', compaction, edit, replacement } as const;
  const gate = failedGate(thread, append(thread, { ...planned, id: nextId(thread), at: 0 }), { mayGrow: true });
  return gate ? err({ type: 'gate', gate }) : ok(planned);
}

/** The earlier replacement with this exact text, if any, so that restoring the old text restores its bytes. */
function earlierVersion({ entries }: Thread, id: EntryId, edit: number, text: string): readonly Message[] | undefined {
  const held = entries.flatMap((entry): readonly (readonly Message[])[] => {
    if (entry.type === 'summary_edit' && entry.compaction === id && entry.edit === edit) return [entry.replacement];
    const made = entry.type === 'compaction' && entry.id === id ? entry.edits[edit] : undefined;
    return made?.type === 'entries' ? [made.replacement] : [];
  });
  return held.findLast((replacement) => joined(replacement) === text);
}

/** In the role that the summary had; the retained lines stay a message of their own. */
function rewritten(old: readonly Message[], text: string): readonly Message[] {
  const role = old.at(-1)?.role ?? 'user';
  const end = isRetained(text) ? text.indexOf('\n\n') : -1;
  const parts = end < 0 ? [text] : [text.slice(0, end), text.slice(end + 2)];
  return parts.map((part) => ({ role, blocks: [{ type: 'text', text: part } as const] })).filter(hasContent);
}

function hasContent({ blocks }: Message): boolean {
  return !blocks.every(isBlankBlock);
}
