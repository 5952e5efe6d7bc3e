/** Builds the row that marks a compaction in the thread. */
import { longestOf, summariesOf, summaryIn } from '../compaction/edit-summary.ts';
import { overlapsOfUndone } from '../compaction/overlaps.ts';
import { clip, oneLine } from '../lang/clip.ts';
import { asLeft } from '../thread/edited-summary.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import { findEntry, lowerBoundOf } from '../thread/find-entry.ts';
import { isOn } from '../thread/path.ts';
import { readFallbackReason } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import { costInDollars } from './cost.ts';
import { changedSpans, type KeptMessages, keptMessages, pinnedView } from './marker-kept.ts';
import type { TurnTokens } from './marker-parts.ts';
import { rangesOf, reasonOf } from './marker-ranges.ts';
import { retainedParts, summaryText, summaryTokens } from './marker-summary.ts';
import type { MarkerRow } from './row.ts';

/** Characters of the summary that the panel gets at once. */
const SUMMARY_LIMIT = 60_000;
/** Characters of instructions that were not followed. */
const UNUSED_LIMIT = 300;

/** What a marker says of the thread around it; the rest follows from the compaction alone. */
type Around = Pick<MarkerRow, 'state' | 'kept' | 'inside' | 'isPartlyInside' | 'blockedBy'>;

/** The same, with the pinned messages by their ids. It changes without the compaction, so it is compared before a cached row is used. */
type MarkerState = Omit<Around, 'kept'> & { readonly kept: KeptMessages };

const cache = new WeakMap<CompactionEntry, MarkerRow>();

/**
 * Builds the markers of a thread as things stand now. What it prepares is linear in the messages and edits; each marker then costs
 * two searches for each of its edits. A marker that says the same as before is the same object.
 */
export function markersOf(thread: Thread): (compaction: CompactionEntry) => MarkerRow {
  const blockedBy = overlapsOfUndone(thread);
  const keptBefore = keptMessages(thread);
  return (written) => {
    const compaction = asEdited(thread, written);
    const undone = thread.undone.has(compaction.id);
    const left = !isOn(thread.path, compaction.id);
    const inside = left ? undefined : around(thread, compaction);
    const blocker = undone && !left ? blockedBy.get(compaction.id) : undefined;
    const { kept, share } = measuredKept(keptBefore(compaction), compaction);
    const current: MarkerState = {
      state: left ? 'left' : undone ? 'undone' : 'done',
      kept,
      ...(inside && { inside: inside.id }),
      ...(undone && !left && !inside && isPartlyHidden(thread, compaction) && { isPartlyInside: true }),
      ...(blocker && { blockedBy: blocker.id }),
    };
    const known = cache.get(compaction);
    if (known && hasState(known, current)) return known;
    const pins = current.kept.pins.flatMap((id) => pinnedView(thread, id, share));
    const facts = known ? withoutState(known) : factsOf(thread, compaction, written);
    const row = { ...facts, ...current, kept: { ...current.kept, pins } };
    cache.set(compaction, row);
    return row;
  };
}

/** In the tokens of the measure where the compaction says them, so that the parts sum up to the whole. */
function measuredKept(kept: KeptMessages, { tokensKept = kept.tokens }: Pick<CompactionEntry, 'tokensKept'>) {
  const share = kept.tokens > 0 ? tokensKept / kept.tokens : 1;
  const newest = kept.newest.map(({ turn, tokens }) => ({ turn, tokens: Math.round(tokens * share) }));
  return { kept: { ...kept, tokens: tokensKept, newest, earlier: Math.round(kept.earlier * share) }, share };
}

/** The compaction with its summaries as a person last edited them, also where a restore left it behind. */
export function asEdited(
  { compactions, entries }: Pick<Thread, 'compactions' | 'entries'>,
  entry: CompactionEntry,
): CompactionEntry {
  return findEntry(compactions, entry.id) ?? asLeft(entries, entry);
}

function hasState(row: MarkerRow, { state, kept, inside, isPartlyInside, blockedBy }: MarkerState): boolean {
  const isSame =
    row.state === state &&
    row.inside === inside &&
    row.isPartlyInside === isPartlyInside &&
    row.blockedBy === blockedBy;
  const { messages, tokens, pinned, pins, newest } = row.kept;
  const isKept = messages === kept.messages && tokens === kept.tokens && pinned === kept.pinned;
  const isOfTurn = ({ turn, tokens: size }: TurnTokens, at: number) =>
    kept.newest[at]?.turn === turn && kept.newest[at].tokens === size;
  const isOfTurns = newest.length === kept.newest.length && newest.every(isOfTurn);
  return isSame && isKept && isOfTurns && pins.every(({ entry }, at) => entry === kept.pins[at]);
}

function withoutState({
  state: _,
  kept: __,
  inside: ___,
  isPartlyInside: ____,
  blockedBy: _____,
  ...facts
}: MarkerRow) {
  return facts;
}

/** `written`: as it is in the log, before a person edited its summary. */
function factsOf(thread: Thread, compaction: CompactionEntry, written: CompactionEntry): Omit<MarkerRow, keyof Around> {
  const { trigger, strategy, fellFrom, unusedInstructions, tokensBefore, tokensAfter, target, reason, steps } =
    compaction;
  const ours = trigger !== 'recorded';
  const summary = summaryText(compaction);
  const cost = costInDollars(compaction);
  const summaries = summariesOf(written);
  const longest = longestOf(summaries);
  const ranges = rangesOf(thread, compaction);
  const because = reasonOf(thread, compaction);
  return {
    type: 'marker',
    key: `${compaction.id}`,
    entry: compaction.id,
    at: compaction.at,
    tokens: 0,
    trigger,
    strategy,
    ...(fellFrom && { fellFrom: fallbackOf(fellFrom) }),
    ...(unusedInstructions !== undefined && { unused: oneLine(unusedInstructions, UNUSED_LIMIT) }),
    ...(tokensBefore !== undefined && { tokensBefore }),
    ...(tokensAfter !== undefined && { tokensAfter }),
    estimated: { before: ours && compaction.measured !== true, after: ours },
    ...(target !== undefined && { target }),
    ...(reason && { reason }),
    turns: steps.reduce((sum, step) => sum + step.turns, 0),
    steps,
    ...(cost !== undefined && { cost }),
    ...(summary !== '' && { summary: clip(summary, SUMMARY_LIMIT), retained: retainedParts(compaction) }),
    summaryTokens: summaryTokens(compaction),
    ...(longest && { editable: { edits: summaries.map(({ edit }) => edit), longest: longest.edit } }),
    ...(summaries.some(({ edit, text }) => summaryIn(compaction, edit, written) !== text) && { edited: true }),
    ...madeBy(compaction),
    ...(ranges.length > 0 && { ranges }),
    ...(because && { because }),
  };
}

function madeBy({ model, usage, took, prompt }: CompactionEntry): Pick<MarkerRow, 'made'> {
  if (model === undefined) return {};
  const facts = { ...(usage && { usage }), ...(took !== undefined && { took }) };
  return { made: { model, ...facts, ...(prompt !== undefined && { prompted: true }) } };
}

function fallbackOf({
  strategy,
  reason: name,
}: NonNullable<CompactionEntry['fellFrom']>): NonNullable<MarkerRow['fellFrom']> {
  const reason = readFallbackReason(name);
  return reason ? { strategy, reason } : { strategy, reason: 'unknown', name };
}

/** Whether live compactions replace messages that this one, which is undone, covered. */
function isPartlyHidden({ edits }: Thread, compaction: CompactionEntry): boolean {
  return changedSpans(compaction).some((span) => {
    const cover = edits.entries[lowerBoundOf(edits.entries, span.from, ({ edit }) => edit.span.to)];
    return cover !== undefined && cover.edit.span.from <= span.to;
  });
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
