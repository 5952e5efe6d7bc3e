/** Stores the unsaved edits of summaries for each thread, so that hiding the panel or changing the thread loses none. */
import * as v from 'valibot';
import type { DraftKey } from './draft.ts';

/** The summary that is being edited. */
export interface SummaryEditing {
  /** Of its compaction's row. */
  readonly key: string;
  /** Which of the compaction's edits holds it. */
  readonly edit: number;
  /** The text with which the editing began; undefined where it began in a panel that was closed since. */
  readonly text?: string;
  readonly typed: string;
}

export const SavedEdits = v.array(
  v.object({ thread: v.string(), key: v.string(), edit: v.number(), typed: v.string() }),
);

/** The last one is the one that was changed last. */
export type SummaryEdits = v.InferOutput<typeof SavedEdits>;

/** How many are kept; those that were changed longest ago are dropped. */
const MOST = 10;

type EditKey = Pick<SummaryEditing, 'key' | 'edit'>;

export function isSameEdit(a: EditKey | undefined, b: EditKey | undefined): boolean {
  return a?.key === b?.key && a?.edit === b?.edit;
}

/** Keeps what was typed; drops it where that is what the summary says. */
export function keepEdit(
  edits: SummaryEdits,
  thread: DraftKey,
  { key, edit, text, typed }: SummaryEditing,
): SummaryEdits {
  const others = dropEdit(edits, thread, { key, edit });
  return typed === text ? others : [...others, { thread, key, edit, typed }].slice(-MOST);
}

export function dropEdit(edits: SummaryEdits, thread: DraftKey, at: EditKey): SummaryEdits {
  return edits.filter((one) => one.thread !== thread || !isSameEdit(one, at));
}

/** What was typed into the field of a summary and not saved. */
export function typedEdit(edits: SummaryEdits, thread: DraftKey, at: EditKey): string | undefined {
  return edits.find((one) => one.thread === thread && isSameEdit(one, at))?.typed;
}

/** The edit of a thread that was changed last. */
export function newestEdit(edits: SummaryEdits, thread: DraftKey): SummaryEditing | undefined {
  const found = edits.findLast((one) => one.thread === thread);
  return found && { key: found.key, edit: found.edit, typed: found.typed };
}
