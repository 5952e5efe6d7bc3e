/** Collects the edits of all compactions that are not undone; where edits nest, the outermost counts. */
import type { BlockEdit, Edit, EntryEdit } from './edit.ts';
import type { CompactionEntry } from './entry.ts';
import type { EntryId } from './entry-id.ts';

/** An edit and the compaction that made it. */
export interface LiveEdit<E extends Edit = Edit> {
  readonly compaction: CompactionEntry;
  readonly edit: E;
}

export interface LiveEdits {
  /** Disjoint, in the order of the log. */
  readonly entries: readonly LiveEdit<EntryEdit>[];
  /** For each entry the disjoint edits of its blocks, in order. */
  readonly blocks: ReadonlyMap<EntryId, readonly LiveEdit<BlockEdit>[]>;
}

/** The outermost edits of the compactions that are not undone. */
export function liveEdits(compactions: readonly CompactionEntry[], undone: ReadonlySet<EntryId>): LiveEdits {
  const whole: LiveEdit<EntryEdit>[] = [];
  const parts = new Map<EntryId, LiveEdit<BlockEdit>[]>();
  for (const compaction of compactions) {
    if (undone.has(compaction.id)) continue;
    for (const edit of compaction.edits) {
      if (edit.type === 'entries') whole.push({ compaction, edit });
      else {
        const placed = parts.get(edit.span.entry);
        if (placed) placed.push({ compaction, edit });
        else parts.set(edit.span.entry, [{ compaction, edit }]);
      }
    }
  }
  const blocks: Map<EntryId, readonly LiveEdit<BlockEdit>[]> = parts;
  for (const [entry, edits] of parts) if (edits.length > 1) blocks.set(entry, outermost(edits));
  return { entries: outermost(whole), blocks };
}

/** True when two spans overlap and neither contains the other; such edits can't both be live. */
export function overlapPartly(a: Edit, b: Edit): boolean {
  if (a.type !== b.type) return false;
  if (a.type === 'blocks' && b.type === 'blocks' && a.span.entry !== b.span.entry) return false;
  const [first, second] = a.span.from < b.span.from ? [a.span, b.span] : [b.span, a.span];
  return first.from < second.from && second.from <= first.to && first.to < second.to;
}

/** Wider before narrower, later before earlier of the same span: then an edit inside the last one kept is skipped. */
function outermost<E extends Edit>(placed: readonly LiveEdit<E>[]): readonly LiveEdit<E>[] {
  const sorted = [...placed].sort(
    (a, b) =>
      a.edit.span.from - b.edit.span.from || b.edit.span.to - a.edit.span.to || b.compaction.id - a.compaction.id,
  );
  const kept: LiveEdit<E>[] = [];
  let end = -1;
  for (const one of sorted) {
    if (one.edit.span.to <= end) continue;
    kept.push(one);
    end = one.edit.span.to;
  }
  return kept;
}
