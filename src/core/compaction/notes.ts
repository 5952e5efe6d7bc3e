/** Notes in the context that say where removed messages are summarized and by which ref they can be read. */
import type { EntrySpan } from '../thread/edit.ts';
import type { ContextItem } from '../thread/items.ts';
import { entriesRef } from '../tool-output/ref.ts';

const MIDDLE = '[What was done on this message up to here is told in the record above.]';

/** Between pinned messages. */
const GAP = '[What was said here is told in the record above.]';

/** The last line of a summary: the ref by which the original messages can be read. */
export function refNote({ from, to }: EntrySpan): string {
  return `\n\n[The messages themselves can be read and searched: ref=${entriesRef(from, to)}]`;
}

const REF_NOTE = /\n\n\[The messages themselves can be read and searched: ref=[^\]\n]{1,100}\]$/;

/** That line with what parts it from the summary; empty where the text has none. */
export function refNoteIn(text: string): string {
  return REF_NOTE.exec(text)?.[0] ?? '';
}

/** Whether a run comes after the newest typed message. */
export function isMiddle({ from }: EntrySpan, newestTyped: ContextItem | undefined): boolean {
  return newestTyped?.type === 'entry' && from > newestTyped.entry.id;
}

/** The note in place of a run that an earlier summary covers. `namesRef`: the model can read the run by its ref. */
export function noteFor(run: EntrySpan, newestTyped: ContextItem | undefined, namesRef: boolean): string {
  return (isMiddle(run, newestTyped) ? MIDDLE : GAP) + (namesRef ? refNote(run) : '');
}

/** Whether the program made a text from the log and can make it again: such a note, or the record of what the person typed. */
export function isMadeFromLog(text: string): boolean {
  return text.startsWith(MIDDLE) || text.startsWith(GAP) || text.startsWith(TYPED_LABEL);
}

/** Starts the message that holds what the person typed, beside a summary. */
export const TYPED_LABEL =
  'What the person typed in the messages that this record stands for, word for word. The requests were answered; rules that they state still hold.';
