/** Builds the row that marks a compaction in the thread. */
import { overlapping } from '../compaction/undo.ts';
import { clip } from '../lang/clip.ts';
import type { Block, Message } from '../message/message.ts';
import type { EntrySpan, Fate } from '../thread/edit.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import { isOn } from '../thread/path.ts';
import { readFallbackReason } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import { modelFacts } from '../tokens/models.ts';
import { costOf } from '../tokens/prices.ts';
import type { MarkerRow } from './row.ts';

/** Characters of the summary that the panel gets at once. */
const SUMMARY_LIMIT = 60_000;

/** Lists are by so many tokens. */
const PRICED_TOKENS = 1_000_000;

/** The marker as things stand now. Linear in the messages before it. */
export function markerRow(thread: Thread, compaction: CompactionEntry): MarkerRow {
  const undone = thread.undone.has(compaction.id);
  const left = !isOn(thread.path, compaction.id);
  const inside = undone || left ? undefined : around(thread, compaction);
  const blockedBy = undone && !left ? overlapping(thread, compaction) : undefined;
  const { trigger, strategy, fellFrom, tokensBefore, tokensAfter, target, reason, steps } = compaction;
  const ours = trigger !== 'recorded';
  const summary = summaryText(compaction);
  const cost = costInDollars(compaction);
  return {
    type: 'marker',
    key: `${compaction.id}`,
    entry: compaction.id,
    at: compaction.at,
    tokens: 0,
    state: left ? 'left' : undone ? 'undone' : 'done',
    trigger,
    strategy,
    ...(fellFrom && { fallbackFrom: fallbackOf(fellFrom) }),
    ...(tokensBefore !== undefined && { tokensBefore }),
    ...(tokensAfter !== undefined && { tokensAfter }),
    estimated: { before: ours && compaction.measured !== true, after: ours },
    ...(target !== undefined && { target }),
    ...(reason && { reason }),
    turns: steps.reduce((sum, step) => sum + step.turns, 0),
    steps,
    ...(cost !== undefined && { cost }),
    ...(summary !== '' && { summary: clip(summary, SUMMARY_LIMIT) }),
    summaryTokens: summaryTokens(compaction),
    kept: keptBelow(thread, compaction),
    ...(inside && { inside: inside.id }),
    ...(blockedBy && { blockedBy: blockedBy.id }),
  };
}

function fallbackOf({
  strategy,
  reason: name,
}: NonNullable<CompactionEntry['fellFrom']>): NonNullable<MarkerRow['fallbackFrom']> {
  const reason = readFallbackReason(name);
  return reason ? { strategy, reason } : { strategy, reason: 'unknown', name };
}

/** What the calls of the summary's model cost by its vendor's list; undefined where none was called, or none is listed. */
function costInDollars({ model, usage }: CompactionEntry): number | undefined {
  const prices = modelFacts(model)?.prices;
  return usage && prices ? costOf(usage, prices) / PRICED_TOKENS : undefined;
}

/** What the model reads in place of what was summarized; empty when nothing is. */
export function summaryText(compaction: CompactionEntry): string {
  const blocks = summaryMessages(compaction).flatMap((message): readonly Block[] => message.blocks);
  return blocks.flatMap((block) => (block.type === 'text' || block.type === 'native' ? [block.text] : [])).join('\n\n');
}

function summaryTokens(compaction: CompactionEntry): number {
  return summaryMessages(compaction).reduce((sum, { blocks }) => sum + estimateMessage(blocks), 0);
}

/** Notes and the lines of collapsed rounds are not shown as a summary. */
const IS_SUMMARY: Readonly<Record<Fate, boolean>> = {
  summarized: true,
  replaced: true,
  native: true,
  trimmed: true,
  collapsed: false,
  dropped: false,
};

function summaryMessages({ edits }: CompactionEntry): readonly Message[] {
  return edits.flatMap((edit) => (edit.type === 'entries' && IS_SUMMARY[edit.fate] ? edit.replacement : []));
}

/** The live compaction that hides this one whole. */
function around(thread: Thread, compaction: CompactionEntry): CompactionEntry | undefined {
  let outer: CompactionEntry | undefined;
  let next = 0;
  for (const span of changedSpans(compaction)) {
    let cover = thread.edits.entries[next];
    while (cover && cover.edit.span.to < span.from) cover = thread.edits.entries[++next];
    const hides = cover && cover.edit.span.from <= span.from && span.to <= cover.edit.span.to;
    if (!cover || !hides || cover.compaction.id === compaction.id) return undefined;
    outer ??= cover.compaction;
  }
  return outer;
}

/** The entries that a compaction changes, whole or in part, in order; but for those that only lose thinking and reminders. */
function changedSpans({ edits }: CompactionEntry): readonly EntrySpan[] {
  return edits
    .flatMap((edit): readonly EntrySpan[] => {
      if (edit.type === 'entries') return [edit.span];
      return edit.fate === 'dropped' ? [] : [{ from: edit.span.entry, to: edit.span.entry }];
    })
    .sort((a, b) => a.from - b.from);
}

function keptBelow(thread: Thread, compaction: CompactionEntry): MarkerRow['kept'] {
  let messages = 0;
  let tokens = 0;
  let next = 0;
  const spans = changedSpans(compaction);
  for (const { entry, tokens: own } of thread.originals) {
    if (entry.id > compaction.id) break;
    while ((spans[next]?.to ?? Number.POSITIVE_INFINITY) < entry.id) next++;
    if ((spans[next]?.from ?? Number.POSITIVE_INFINITY) <= entry.id) continue;
    messages++;
    tokens += own;
  }
  return { messages, tokens };
}
