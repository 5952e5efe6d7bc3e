/** The row of a compaction's boundary. */
import { overlapping } from '../compaction/undo.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import type { Thread } from '../thread/thread.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import { clip } from './clip.ts';
import { joinedText } from './message-rows.ts';
import type { MarkerRow } from './row.ts';

/** Characters of the summary that the panel gets at once. */
const SUMMARY_LIMIT = 60_000;

/** The marker as things stand now. Linear in the messages before it. */
export function markerRow(thread: Thread, compaction: CompactionEntry): MarkerRow {
  const undone = thread.undone.has(compaction.id);
  const inside = undone ? undefined : around(thread, compaction);
  const blockedBy = undone ? overlapping(thread, compaction) : undefined;
  const { trigger, strategy, fellFrom, tokensBefore, tokensAfter, target, reason, steps } = compaction;
  const ours = trigger !== 'recorded';
  const summary = summaryText(compaction);
  return {
    type: 'marker',
    key: `${compaction.id}`,
    entry: compaction.id,
    at: compaction.at,
    tokens: 0,
    state: undone ? 'undone' : 'done',
    trigger,
    strategy,
    ...(fellFrom && { fellFrom }),
    ...(tokensBefore !== undefined && { tokensBefore }),
    ...(tokensAfter !== undefined && { tokensAfter }),
    estimated: { before: ours && compaction.measured !== true, after: ours },
    ...(target !== undefined && { target }),
    ...(reason && { reason }),
    turns: steps.reduce((sum, step) => sum + step.turns, 0),
    steps,
    ...(summary !== '' && { summary: clip(summary, SUMMARY_LIMIT) }),
    summaryTokens: summaryTokens(compaction),
    kept: keptBelow(thread, compaction),
    ...(inside && { inside: inside.id }),
    ...(blockedBy && { blockedBy: blockedBy.id }),
  };
}

/** What the model reads in place of what was summarized; empty when nothing is. */
export function summaryText(compaction: CompactionEntry): string {
  const parts = compaction.edits.flatMap((edit) =>
    edit.type === 'entries' && edit.fate !== 'dropped' ? edit.replacement.map((m) => joinedText(m.blocks)) : [],
  );
  return parts.join('\n\n');
}

function summaryTokens(compaction: CompactionEntry): number {
  let tokens = 0;
  for (const edit of compaction.edits)
    if (edit.type === 'entries') for (const message of edit.replacement) tokens += estimateMessage(message.blocks);
  return tokens;
}

/** The live compaction that hides this one whole. */
function around(thread: Thread, compaction: CompactionEntry): CompactionEntry | undefined {
  const mine = compaction.edits.filter((edit) => edit.type === 'entries');
  if (mine.length === 0) return undefined;
  const covering = mine.map(
    ({ span }) =>
      thread.edits.entries.find(({ edit }) => edit.span.from <= span.from && span.to <= edit.span.to)?.compaction,
  );
  return covering.every((c) => c !== undefined && c.id !== compaction.id) ? covering[0] : undefined;
}

function keptBelow(thread: Thread, compaction: CompactionEntry): MarkerRow['kept'] {
  let messages = 0;
  let tokens = 0;
  const spans = compaction.edits.flatMap((edit) => (edit.type === 'entries' ? [edit.span] : []));
  for (const { entry, tokens: own } of thread.originals) {
    if (entry.id > compaction.id) break;
    if (spans.some((span) => span.from <= entry.id && entry.id <= span.to)) continue;
    messages++;
    tokens += own;
  }
  return { messages, tokens };
}
