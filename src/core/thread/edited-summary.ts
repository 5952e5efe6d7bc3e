/** Applies a person's edit of a summary to its compaction. */
import type { List } from '../lang/grow-list.ts';
import type { CompactionEntry, Entry, SummaryEditEntry } from './entry.ts';
import { isOn, pathOf } from './path.ts';

/** The compaction as it reads after the edit; the same object when the entry is about another one, or an edit that it lacks. */
export function withEditedSummary(compaction: CompactionEntry, entry: SummaryEditEntry): CompactionEntry {
  const edit = compaction.edits[entry.edit];
  if (compaction.id !== entry.compaction || edit?.type !== 'entries') return compaction;
  const { replacement } = entry;
  return { ...compaction, edits: compaction.edits.with(entry.edit, { ...edit, replacement, edited: true }) };
}

const lastEdited = new WeakMap<SummaryEditEntry, CompactionEntry>();

/**
 * A compaction that a restore left behind, as it read when the thread was last on it; the same object at each call. Linear in the
 * log, and in the restores where its summary was edited.
 */
export function asLeft(entries: List<Entry>, written: CompactionEntry): CompactionEntry {
  const edits = summaryEdits(entries).filter(({ compaction }) => compaction === written.id);
  if (edits.length === 0) return written;
  const path = entries
    .filter(({ type }) => type === 'restore')
    .map(({ id }) => pathOf(entries, id - 1))
    .findLast((one) => isOn(one, written.id));
  const last = edits.findLast(({ id }) => path && isOn(path, id));
  if (!last) return written;
  const known = lastEdited.get(last);
  if (known) return known;
  const edited = edits.filter(({ id }) => id <= last.id && path && isOn(path, id)).reduce(withEditedSummary, written);
  lastEdited.set(last, edited);
  return edited;
}

const editsOf = new WeakMap<List<Entry>, readonly SummaryEditEntry[]>();

/** Found once for each version of a log: a thread may have many compactions that were left behind. */
function summaryEdits(entries: List<Entry>): readonly SummaryEditEntry[] {
  const known = editsOf.get(entries);
  if (known) return known;
  const edits = [...entries].filter(isSummaryEdit);
  editsOf.set(entries, edits);
  return edits;
}

function isSummaryEdit(entry: Entry): entry is SummaryEditEntry {
  return entry.type === 'summary_edit';
}
