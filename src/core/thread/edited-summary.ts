/** Applies a person's edit of a summary to its compaction. */
import type { CompactionEntry, SummaryEditEntry } from './entry.ts';

/** The compaction as it reads after the edit; the same object when the entry is about another one, or an edit that it lacks. */
export function withEditedSummary(compaction: CompactionEntry, entry: SummaryEditEntry): CompactionEntry {
  const edit = compaction.edits[entry.edit];
  if (compaction.id !== entry.compaction || edit?.type !== 'entries') return compaction;
  const { replacement } = entry;
  return { ...compaction, edits: compaction.edits.with(entry.edit, { ...edit, replacement, edited: true }) };
}
