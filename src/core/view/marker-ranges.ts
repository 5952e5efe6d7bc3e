/** Says which checkpoints the ranges of a compaction span, and what the model said in the reply that compacted. */
import { COMPACT_TOOL } from '../compaction/replace/compact-tool.ts';
import { clip } from '../lang/clip.ts';
import { splitThoughts } from '../message/thinking-splitter.ts';
import type { CompactionEntry, Entry, MessageEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { findEntry, lowerBound } from '../thread/find-entry.ts';
import type { Thread } from '../thread/thread.ts';
import type { CheckpointView, RangeView } from './marker-parts.ts';
import { joinedText } from './message-rows.ts';
import type { MarkerRow } from './row.ts';

/** Ranges that a marker names the checkpoints of. */
const MOST_RANGES = 20;

/** Entries that are looked at for the checkpoint before a place: each message of the person and each results' message has one. */
const NEAR = 64;

/** Characters of the reason. */
const REASON_LIMIT = 2_000;

type Log = Pick<Thread, 'entries'>;

/** Of the first steps, one for each: between which checkpoints it lies. Empty where a compaction is not by range. */
export function rangesOf(log: Log, { strategy, trigger, steps }: CompactionEntry): readonly RangeView[] {
  if (strategy !== 'replace' || trigger === 'recorded') return [];
  return steps.slice(0, MOST_RANGES).map(({ from, to }): RangeView => {
    const before = checkpointBefore(log, from);
    const last = checkpointBefore(log, to + 1, from);
    return { ...(before && { from: before }), ...(last && { to: last }) };
  });
}

/** The checkpoint of the last message before the entry `end`, and not before `start`. */
function checkpointBefore({ entries }: Log, end: number, start = 1): CheckpointView | undefined {
  const stop = lowerBound(entries, end);
  for (let at = stop - 1; at >= Math.max(0, stop - NEAR); at--) {
    const entry = entries.at(at);
    if (!entry || entry.id < start) return undefined;
    const last = entry.type === 'message' ? entry.blocks.at(-1) : undefined;
    if (entry.type === 'message' && last?.type === 'checkpoint')
      return { id: last.id, at: entry.at, entry: shownAs(entries.at(at - 1), entry) };
  }
  return undefined;
}

/** The entry that has a row: results are shown in the row of their call. */
function shownAs(before: Entry | undefined, { id, origin }: MessageEntry): EntryId {
  return origin === 'tools' && before?.type === 'message' ? before.id : id;
}

/** What the model said beside its call of the `compact` tool, and its name; undefined where it said nothing. */
export function reasonOf({ entries }: Log, { trigger, edits }: CompactionEntry): MarkerRow['because'] {
  if (trigger !== 'model') return undefined;
  for (const edit of edits) {
    if (edit.type !== 'blocks' || edit.fate !== 'replaced') continue;
    const entry = findEntry(entries, edit.span.entry);
    const call = entry?.type === 'message' ? entry.blocks[edit.span.from] : undefined;
    if (entry?.type !== 'message' || call?.type !== 'tool_use' || call.name !== COMPACT_TOOL.name) continue;
    const said = joinedText(entry.blocks.filter(({ type }) => type === 'text'));
    const text = (splitThoughts(said)?.answer ?? said).trim();
    return text === '' ? undefined : { text: clip(text, REASON_LIMIT), ...(entry.model && { model: entry.model }) };
  }
  return undefined;
}
