/** The lines that tell a model where messages went: where their record stands, and how they are read again. */
import type { EntrySpan } from '../thread/edit.ts';
import type { ContextItem } from '../thread/items.ts';
import { entriesRef } from '../tool-output/ref.ts';

const MIDDLE = '[What was done on this message up to here is told in the record above.]';

/** Between pinned messages. */
const GAP = '[What was said here is told in the record above.]';

/** The last line of a summary: where what it stands for can be read. */
export function refNote({ from, to }: EntrySpan): string {
  return `\n\n[The messages themselves can be read and searched: ref=${entriesRef(from, to)}]`;
}

/** Whether a run is what was done on the newest typed message, rather than what was before it. */
export function isMiddle({ from }: EntrySpan, typed: ContextItem | undefined): boolean {
  return typed?.type === 'entry' && from > typed.entry.id;
}

/** What stands where a run went whose record stands further up; `namesRef`: the model can read by ref what went. */
export function noteFor(run: EntrySpan, typed: ContextItem | undefined, namesRef: boolean): string {
  return (isMiddle(run, typed) ? MIDDLE : GAP) + (namesRef ? refNote(run) : '');
}

/** Whether a text is such a line, and no record of anything. */
export function isNote(text: string): boolean {
  return text.startsWith(MIDDLE) || text.startsWith(GAP);
}
