/** Finds the live compactions that undone ones overlap in part: edits nest or are disjoint, so a redo has to wait for them. */
import type { Edit } from '../thread/edit.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { lowerBoundOf } from '../thread/find-entry.ts';
import type { Thread } from '../thread/thread.ts';

interface Span {
  readonly from: number;
  readonly to: number;
  readonly compaction: CompactionEntry;
}

/** By the id of an undone compaction the first live one that overlaps it in part. n log n in all edits. */
export function overlapsOfUndone({
  compactions,
  undone,
}: Pick<Thread, 'compactions' | 'undone'>): ReadonlyMap<EntryId, CompactionEntry> {
  const found = new Map<EntryId, CompactionEntry>();
  if (undone.size === 0) return found;
  const live = spansByEntry(compactions.filter(({ id }) => !undone.has(id)));
  const asked = spansByEntry(compactions.filter(({ id }) => undone.has(id)));
  for (const [entry, spans] of asked) {
    const others = live.get(entry) ?? [];
    const overlaps = [...beginningBefore(others, spans), ...beginningBefore(others.map(mirrored), spans.map(mirrored))];
    for (const [{ compaction }, other] of overlaps) {
      const known = found.get(compaction.id);
      if (!known || other.compaction.id < known.id) found.set(compaction.id, other.compaction);
    }
  }
  return found;
}

const ENTRIES = 0;

/** Spans that can overlap: those of whole entries, and those of the blocks of one entry. */
function spansByEntry(compactions: readonly CompactionEntry[]): ReadonlyMap<number, readonly Span[]> {
  const found = new Map<number, Span[]>();
  for (const compaction of compactions) {
    for (const edit of compaction.edits) {
      const entry = entryOf(edit);
      const span = { from: edit.span.from, to: edit.span.to, compaction };
      const spans = found.get(entry);
      if (spans) spans.push(span);
      else found.set(entry, [span]);
    }
  }
  return found;
}

function entryOf(edit: Edit): number {
  return edit.type === 'entries' ? ENTRIES : edit.span.entry;
}

function mirrored({ from, to, compaction }: Span): Span {
  return { from: -to, to: -from, compaction };
}

/**
 * Each asked span with one of the others that begins before it and ends inside it. From the last asked span to the first, the
 * others that begin no earlier are taken out, and of those left the first to end after the span's begin decides.
 */
function beginningBefore(others: readonly Span[], asked: readonly Span[]): readonly (readonly [Span, Span])[] {
  const byEnd = [...others].sort((a, b) => a.to - b.to || a.compaction.id - b.compaction.id);
  const byBegin = [...byEnd.keys()].sort((a, b) => (byEnd[a]?.from ?? 0) - (byEnd[b]?.from ?? 0));
  const next = Int32Array.from({ length: byEnd.length + 1 }, (_, i) => i);
  const leftFrom = (at: number): number => {
    let left = at;
    while (next[left] !== left) {
      next[left] = next[next[left] ?? left] ?? left;
      left = next[left] ?? left;
    }
    return left;
  };
  return [...asked]
    .sort((a, b) => b.from - a.from)
    .flatMap((span) => {
      while (byBegin.length > 0 && (byEnd[byBegin.at(-1) ?? 0]?.from ?? 0) >= span.from) {
        const out = byBegin.pop() ?? 0;
        next[out] = out + 1;
      }
      const first = byEnd[leftFrom(lowerBoundOf(byEnd, span.from, ({ to }) => to))];
      return first && first.to < span.to ? [[span, first] as const] : [];
    });
}
