/** Finds the messages that a compaction kept word for word, and which of them are pinned. */
import { oneLine } from '../lang/clip.ts';
import type { EntrySpan } from '../thread/edit.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { findEntry, lowerBound, lowerBoundOf } from '../thread/find-entry.ts';
import type { Thread } from '../thread/thread.ts';
import type { PinnedView } from './marker-parts.ts';
import { joinedText } from './message-rows.ts';

/** Pinned messages that a marker names. */
const MOST_PINS = 5;

/** Characters of the text by which a pinned message is named. */
const PIN_LENGTH = 80;

export interface KeptMessages {
  readonly messages: number;
  readonly turns: number;
  readonly tokens: number;
  /** How many of them are pinned, and the first ones. */
  readonly pinned: number;
  readonly pins: readonly EntryId[];
}

/** Prepares in one pass what the markers of a thread need; each then costs two searches for each of its edits. */
export function keptMessages(thread: Thread): (compaction: CompactionEntry) => KeptMessages {
  const { messages } = thread;
  const sums = sumsOf(thread);
  const pins = [...thread.pins].sort((a, b) => a - b);
  return (compaction) => {
    let kept: KeptMessages = { messages: 0, turns: 0, tokens: 0, pinned: 0, pins: [] };
    let next = 0;
    const add = (end: number) => {
      if (next >= end) return;
      const [first, last] = [messages.at(next)?.id ?? 0, messages.at(end - 1)?.id ?? 0];
      const [from, to] = [indexIn(pins, first), indexIn(pins, last + 1)];
      kept = {
        messages: kept.messages + end - next,
        turns: kept.turns + (sums.turns[end] ?? 0) - (sums.turns[next] ?? 0),
        tokens: kept.tokens + (sums.tokens[end] ?? 0) - (sums.tokens[next] ?? 0),
        pinned: kept.pinned + to - from,
        pins: [...kept.pins, ...pins.slice(from, Math.min(to, from + MOST_PINS - kept.pins.length))],
      };
    };
    const last = lowerBound(messages, compaction.id);
    for (const { from, to } of changedSpans(compaction)) {
      add(Math.min(last, lowerBound(messages, from)));
      next = Math.max(next, lowerBound(messages, to + 1));
    }
    add(last);
    return kept;
  };
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

/** A pinned message as a marker names it. */
export function pinnedView({ messages, originals }: Thread, id: EntryId): readonly PinnedView[] {
  const entry = findEntry(messages, id);
  if (!entry) return [];
  const { tokens = 0 } = originals.at(lowerBound(messages, id)) ?? {};
  return [{ entry: id, text: oneLine(joinedText(entry.blocks), PIN_LENGTH), tokens }];
}

/** At each index the tokens and the typed ones of the messages before it; empty where no marker needs them. */
function sumsOf({ originals, messages, entries }: Thread) {
  const size = entries.some(({ type }) => type === 'compaction') ? originals.length + 1 : 0;
  const sums = { tokens: new Float64Array(size), turns: new Uint32Array(size) };
  if (size === 0) return sums;
  for (const [at, { tokens }] of originals.entries()) sums.tokens[at + 1] = (sums.tokens[at] ?? 0) + tokens;
  for (const [at, { origin }] of messages.entries())
    sums.turns[at + 1] = (sums.turns[at] ?? 0) + (origin === 'typed' ? 1 : 0);
  return sums;
}
