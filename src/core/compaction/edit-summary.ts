/** A person's edit of a summary: what the model reads in place of the messages, in other words (experience, "The thread"). */

import { err, ok, type Result } from '../lang/result.ts';
import { isBlank } from '../thread/blank.ts';
import type { EntryId, Planned, SummaryEditEntry } from '../thread/entry.ts';
import { findEntry } from '../thread/find-entry.ts';
import type { Block, Message } from '../thread/message.ts';
import { append, nextId, type Thread } from '../thread/thread.ts';
import type { EntryEdit } from './edit.ts';
import { failedGate, type GateFailure } from './gates.ts';
import { RETAIN_LABEL } from './summarize/retained.ts';

export type SummaryEditProblem =
  | { readonly type: 'no-such-compaction'; readonly compaction: EntryId }
  /** Undone, or left behind by a restore. */
  | { readonly type: 'not-live'; readonly compaction: EntryId }
  /** No such edit, or one that put no text in the place of messages. */
  | { readonly type: 'no-summary'; readonly compaction: EntryId; readonly edit: number }
  | { readonly type: 'blank' }
  | { readonly type: 'unchanged' }
  | { readonly type: 'gate'; readonly gate: GateFailure };

/** The text of one edit as a person reads and rewrites it; undefined where there is none. */
export function summaryOf(edit: EntryEdit): string | undefined {
  const texts = textsOf(edit.replacement);
  return texts && texts.length > 0 ? texts.join('\n\n') : undefined;
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
  const planned = { type: 'summary_edit', compaction, edit, replacement: rewritten(old.replacement, text) } as const;
  const gate = failedGate(thread, append(thread, { ...planned, id: nextId(thread), at: 0 }), { mayGrow: true });
  return gate ? err({ type: 'gate', gate }) : ok(planned);
}

/** In the role that the summary had; the retained lines stay a message of their own. */
function rewritten(old: readonly Message[], text: string): readonly Message[] {
  const role = old.at(-1)?.role ?? 'user';
  const end = text.startsWith(RETAIN_LABEL) && startsWithLabel(old) ? text.indexOf('\n\n') : -1;
  const parts = end < 0 ? [text] : [text.slice(0, end), text.slice(end + 2)];
  return parts.map((part) => ({ role, blocks: [{ type: 'text', text: part } as const] })).filter(says);
}

function startsWithLabel([first]: readonly Message[]): boolean {
  const block = first?.blocks[0];
  return block?.type === 'text' && block.text.startsWith(RETAIN_LABEL);
}

function says({ blocks }: Message): boolean {
  return !blocks.every(isBlank);
}

/** Undefined when something other than text is among it, which nobody can rewrite. */
function textsOf(messages: readonly Message[]): readonly string[] | undefined {
  const texts: string[] = [];
  for (const block of messages.flatMap(({ blocks }): readonly Block[] => blocks)) {
    if (block.type !== 'text') return undefined;
    texts.push(block.text);
  }
  return texts;
}
