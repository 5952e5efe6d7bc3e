/** Builds the row that marks a compaction in the thread. */
import { mainSummaryOf, summaryIn } from '../compaction/edit-summary.ts';
import { overlapsOfUndone } from '../compaction/overlaps.ts';
import { clip } from '../lang/clip.ts';
import type { Block, Message } from '../message/message.ts';
import type { EntrySpan, Fate } from '../thread/edit.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import { findEntry, lowerBound, lowerBoundOf } from '../thread/find-entry.ts';
import { isOn } from '../thread/path.ts';
import { readFallbackReason } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import { modelFacts, pricesAt } from '../tokens/models.ts';
import { costOf } from '../tokens/prices.ts';
import type { MarkerRow } from './row.ts';

/** Characters of the summary that the panel gets at once. */
const SUMMARY_LIMIT = 60_000;

/** Lists are by so many tokens. */
const PRICED_TOKENS = 1_000_000;

/** What a marker says of the thread around it; the rest follows from the compaction alone. */
type Around = Pick<MarkerRow, 'state' | 'kept' | 'inside' | 'blockedBy'>;

const cache = new WeakMap<CompactionEntry, MarkerRow>();

/**
 * Builds the markers of a thread as things stand now. What it prepares is linear in the messages and edits; each marker then costs
 * two searches for each of its edits. A marker that says the same as before is the same object.
 */
export function markersOf(thread: Thread): (compaction: CompactionEntry) => MarkerRow {
  const blockedBy = overlapsOfUndone(thread);
  const tokensBefore = sumsOf(thread);
  return (written) => {
    const compaction = asEdited(thread, written);
    const undone = thread.undone.has(compaction.id);
    const left = !isOn(thread.path, compaction.id);
    const inside = left ? undefined : around(thread, compaction);
    const blocker = undone && !left ? blockedBy.get(compaction.id) : undefined;
    const placed: Around = {
      state: left ? 'left' : undone ? 'undone' : 'done',
      kept: keptBelow(thread, compaction, tokensBefore),
      ...(inside && { inside: inside.id }),
      ...(blocker && { blockedBy: blocker.id }),
    };
    const known = cache.get(compaction);
    if (known && isPlaced(known, placed)) return known;
    const row = { ...(known ? withoutPlace(known) : factsOf(compaction, written)), ...placed };
    cache.set(compaction, row);
    return row;
  };
}

/** The compaction with its summaries as a person last edited them; as it was written where it is not on the thread's path. */
export function asEdited({ compactions }: Pick<Thread, 'compactions'>, entry: CompactionEntry): CompactionEntry {
  return findEntry(compactions, entry.id) ?? entry;
}

function isPlaced(row: MarkerRow, { state, kept, inside, blockedBy }: Around): boolean {
  const isSame = row.state === state && row.inside === inside && row.blockedBy === blockedBy;
  return isSame && row.kept.messages === kept.messages && row.kept.tokens === kept.tokens;
}

function withoutPlace({ state: _, kept: __, inside: ___, blockedBy: ____, ...facts }: MarkerRow) {
  return facts;
}

/** `written`: as it is in the log, before a person edited its summary. */
function factsOf(compaction: CompactionEntry, written: CompactionEntry): Omit<MarkerRow, keyof Around> {
  const { trigger, strategy, fellFrom, tokensBefore, tokensAfter, target, reason, steps } = compaction;
  const ours = trigger !== 'recorded';
  const summary = summaryText(compaction);
  const cost = costInDollars(compaction);
  const main = mainSummaryOf(written);
  return {
    type: 'marker',
    key: `${compaction.id}`,
    entry: compaction.id,
    at: compaction.at,
    tokens: 0,
    trigger,
    strategy,
    ...(fellFrom && { fellFrom: fallbackOf(fellFrom) }),
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
    ...(main && { editable: true }),
    ...(main && summaryIn(compaction, main.edit) !== main.text && { edited: true }),
  };
}

function fallbackOf({
  strategy,
  reason: name,
}: NonNullable<CompactionEntry['fellFrom']>): NonNullable<MarkerRow['fellFrom']> {
  const reason = readFallbackReason(name);
  return reason ? { strategy, reason } : { strategy, reason: 'unknown', name };
}

/** What the calls of the summary's model cost by its vendor's list; undefined where none was called, or none is listed. */
export function costInDollars({
  model,
  usage,
  at,
}: Pick<CompactionEntry, 'model' | 'usage' | 'at'>): number | undefined {
  const facts = modelFacts(model);
  return usage && facts ? costOf(usage, pricesAt(facts, at)) / PRICED_TOKENS : undefined;
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
function around({ edits }: Thread, compaction: CompactionEntry): CompactionEntry | undefined {
  let outer: CompactionEntry | undefined;
  for (const span of changedSpans(compaction)) {
    const cover = edits.entries[lowerBoundOf(edits.entries, span.from, ({ edit }) => edit.span.to)];
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

/** At each index the tokens of the messages before it; empty where no marker needs them. */
function sumsOf({ originals, entries }: Thread): Float64Array {
  if (!entries.some(({ type }) => type === 'compaction')) return new Float64Array();
  const sums = new Float64Array(originals.length + 1);
  for (const [at, { tokens }] of originals.entries()) sums[at + 1] = (sums[at] ?? 0) + tokens;
  return sums;
}

function keptBelow({ messages }: Thread, compaction: CompactionEntry, sums: Float64Array): MarkerRow['kept'] {
  let kept = { messages: 0, tokens: 0 };
  let next = 0;
  const add = (end: number) => {
    if (next < end)
      kept = { messages: kept.messages + end - next, tokens: kept.tokens + (sums[end] ?? 0) - (sums[next] ?? 0) };
  };
  const last = lowerBound(messages, compaction.id);
  for (const { from, to } of changedSpans(compaction)) {
    add(Math.min(last, lowerBound(messages, from)));
    next = Math.max(next, lowerBound(messages, to + 1));
  }
  add(last);
  return kept;
}
