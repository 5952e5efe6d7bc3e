/** Finds the messages that a compaction kept word for word, and which of them are pinned. */
import { oneLine } from '../lang/clip.ts';
import type { EntrySpan } from '../thread/edit.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { findEntry, lowerBound, lowerBoundOf } from '../thread/find-entry.ts';
import type { Thread } from '../thread/thread.ts';
import type { PinnedView, TurnTokens } from './marker-parts.ts';
import { joinedText } from './message-rows.ts';

/** Pinned messages, and turns, that a marker names. */
const MOST_PINS = 5;
const MOST_TURNS = 5;

/** Characters of the text by which a pinned message is named. */
const PIN_LENGTH = 80;

export interface KeptMessages {
  readonly messages: number;
  readonly turns: number;
  readonly tokens: number;
  /** How many of them are pinned, and the first ones. */
  readonly pinned: number;
  readonly pins: readonly EntryId[];
  /** The newest turns of which something was kept, the oldest first; their tokens are without pinned messages. */
  readonly newest: readonly TurnTokens[];
  /** Tokens of the turns before those, without pinned messages. */
  readonly earlier: number;
}

/** A part of the list of messages, by index, `to` excluded. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Prepares in one pass what the markers of a thread need; each then costs two searches for each of its edits. */
export function keptMessages(thread: Thread): (compaction: CompactionEntry) => KeptMessages {
  const { messages } = thread;
  const pins = [...thread.pins].sort((a, b) => a - b);
  const sums = sumsOf(thread, pins);
  return (compaction) => {
    const kept = { messages: 0, turns: 0, tokens: 0, pinned: 0, pins: [] as EntryId[] };
    const stretches = keptStretches(messages, compaction);
    for (const { from, to } of stretches) {
      kept.messages += to - from;
      kept.turns += within(sums.turns, from, to);
      kept.tokens += within(sums.tokens, from, to);
      const [firstPin, endPin] = [indexIn(pins, idAt(messages, from)), indexIn(pins, idAt(messages, to - 1) + 1)];
      kept.pinned += endPin - firstPin;
      kept.pins.push(...pins.slice(firstPin, Math.min(endPin, firstPin + MOST_PINS - kept.pins.length)));
    }
    const newest = newestTurns(stretches, sums);
    const unpinned = stretches.reduce((sum, { from, to }) => sum + within(sums.unpinned, from, to), 0);
    return { ...kept, newest, earlier: unpinned - newest.reduce((sum, { tokens }) => sum + tokens, 0) };
  };
}

/** The messages before a compaction that it left as they were. */
function keptStretches(messages: Thread['messages'], compaction: CompactionEntry): readonly Stretch[] {
  const stretches: Stretch[] = [];
  const last = lowerBound(messages, compaction.id);
  let next = 0;
  const add = (to: number) => {
    if (next < to) stretches.push({ from: next, to });
  };
  for (const { from, to } of changedSpans(compaction)) {
    add(Math.min(last, lowerBound(messages, from)));
    next = Math.max(next, lowerBound(messages, to + 1));
  }
  add(last);
  return stretches;
}

/** From the end backwards, so that it looks at few turns, however long the thread is. */
function newestTurns(stretches: readonly Stretch[], { turns, starts, unpinned }: Sums): readonly TurnTokens[] {
  const found: { turn: number; tokens: number }[] = [];
  for (const { from, to } of [...stretches].reverse()) {
    for (let end = to; end > from; ) {
      const turn = turns[end] ?? 0;
      const start = Math.max(from, starts[turn] ?? 0);
      const tokens = within(unpinned, start, end);
      const [known] = found;
      if (known?.turn === turn) known.tokens += tokens;
      else if (tokens > 0 && found.length === MOST_TURNS) return found;
      else if (tokens > 0) found.unshift({ turn, tokens });
      end = start;
    }
  }
  return found;
}

/** The sum over a stretch. */
function within(sums: Float64Array | Uint32Array, from: number, to: number): number {
  return (sums[to] ?? 0) - (sums[from] ?? 0);
}

function idAt(messages: Thread['messages'], index: number): number {
  return messages.at(index)?.id ?? 0;
}

function indexIn(ids: readonly EntryId[], id: number): number {
  return lowerBoundOf(ids, id, (one) => one);
}

/** The entries that a compaction changes, whole or in part, in order; but for those that only lose thinking and reminders. */
export function changedSpans({ edits }: CompactionEntry): readonly EntrySpan[] {
  return edits
    .flatMap((edit): readonly EntrySpan[] => {
      if (edit.type === 'entries') return [edit.span];
      return edit.fate === 'dropped' ? [] : [{ from: edit.span.entry, to: edit.span.entry }];
    })
    .sort((a, b) => a.from - b.from);
}

/** A pinned message as a marker names it; `share`: tokens of the measure for each estimated one. */
export function pinnedView({ messages, originals }: Thread, id: EntryId, share: number): readonly PinnedView[] {
  const entry = findEntry(messages, id);
  if (!entry) return [];
  const { tokens = 0 } = originals.at(lowerBound(messages, id)) ?? {};
  return [{ entry: id, text: oneLine(joinedText(entry.blocks), PIN_LENGTH), tokens: Math.round(tokens * share) }];
}

interface Sums {
  readonly tokens: Float64Array;
  /** Without pinned messages. */
  readonly unpinned: Float64Array;
  /** Of typed messages: the number of the turn that the message before an index belongs to. */
  readonly turns: Uint32Array;
  /** The index of the typed message that begins a turn, by the turn's number. */
  readonly starts: readonly number[];
}

/** At each index the sums of the messages before it; empty where no marker needs them. */
function sumsOf({ originals, messages, entries }: Thread, pins: readonly EntryId[]): Sums {
  const size = entries.some(({ type }) => type === 'compaction') ? originals.length + 1 : 0;
  const starts = [0];
  const sums = {
    tokens: new Float64Array(size),
    unpinned: new Float64Array(size),
    turns: new Uint32Array(size),
    starts,
  };
  if (size === 0) return sums;
  const pinned = new Set(pins.map((id) => lowerBound(messages, id)));
  for (const [at, { tokens }] of originals.entries()) {
    sums.tokens[at + 1] = (sums.tokens[at] ?? 0) + tokens;
    sums.unpinned[at + 1] = (sums.unpinned[at] ?? 0) + (pinned.has(at) ? 0 : tokens);
  }
  for (const [at, { origin }] of messages.entries()) {
    if (origin === 'typed') starts.push(at);
    sums.turns[at + 1] = starts.length - 1;
  }
  return sums;
}
