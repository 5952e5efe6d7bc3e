/** Lists what becomes of each part of the thread in a compaction: the messages by fate, and the calls whose results are collapsed or cut. */
import type { Block, ToolUseBlock } from '../message/message.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import { lowerBound } from '../thread/find-entry.ts';
import type { ContextItem } from '../thread/items.ts';
import type { StepReport } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import { describeCall } from '../thread/tool-kind.ts';
import { label } from './compute-meter.ts';
import type { PreviewCalls, PreviewPart, Some } from './preview.ts';

/** Stretches and calls that are named, of each part. */
const MOST_RANGES = 4;
const MOST_CALLS = 5;

/** What goes stands before what stays. */
const ORDER: readonly PreviewPart['fate'][] = [
  'native',
  'summarized',
  'replaced',
  'dropped',
  'collapsed',
  'trimmed',
  'kept',
];

/**
 * `after` has one compaction more than `before`; `share`: tokens of the measure for each estimated one before it. The tokens of what changes are those of its steps, which the marker of the compaction
 * shows too; the rest of the messages is kept. Linear.
 */
export function previewParts(
  before: Thread,
  after: Thread,
  { steps, tokensKept = 0 }: Pick<CompactionEntry, 'steps' | 'tokensKept'>,
  share: number,
): readonly PreviewPart[] {
  const fateOf = fatesIn(after);
  const turnOf = turnsOf(before);
  const parts = new Map<PreviewPart['fate'], GrowingPart>();
  const partOf = (fate: PreviewPart['fate']) => {
    const part = parts.get(fate) ?? new GrowingPart();
    parts.set(fate, part);
    return part;
  };
  const calls = new Map<string, ToolUseBlock>();
  let last: PreviewPart['fate'] | undefined;
  for (const item of before.items) {
    for (const block of item.message.blocks) if (block.type === 'tool_use') calls.set(block.id, block);
    const { fate, edited } = fateOf(item);
    const part = partOf(fate);
    part.add(extentOf(before, item, turnOf, fate), item.tokens, fate === last);
    part.addCalls(edited, calls);
    last = fate;
  }
  let left = Math.round(before.tokens * share);
  for (const step of steps) {
    const part = partOf(fateOfStep(step, after));
    part.tokensBefore += step.tokensBefore;
    part.tokensAfter += step.tokensAfter;
    left -= step.tokensBefore;
  }
  const kept = parts.get('kept');
  if (kept) Object.assign(kept, { tokensBefore: Math.max(0, left), tokensAfter: tokensKept });
  return ORDER.flatMap((fate) => parts.get(fate)?.finished(fate, share) ?? []);
}

/** Steps over outputs change many messages, or parts of them; any other one has an edit of its own. */
function fateOfStep({ kind, from }: StepReport, { compactions }: Thread): PreviewPart['fate'] {
  if (kind === 'collapse') return 'collapsed';
  if (kind === 'supersede' || kind === 'trim' || kind === 'shorten') return 'trimmed';
  const edit = compactions.at(-1)?.edits.find((one) => one.type === 'entries' && one.span.from === from);
  return edit?.fate ?? 'kept';
}

interface Extent {
  readonly from: { readonly turn: number; readonly at: number };
  readonly to: { readonly turn: number; readonly at: number };
  readonly messages: number;
  readonly turns: number;
  readonly toolResults: number;
}

class GrowingPart {
  tokensBefore = 0;
  tokensAfter = 0;
  private readonly sums = { messages: 0, turns: 0, toolResults: 0 };
  private readonly ranges: (Pick<Extent, 'from' | 'to'> & { tokens: number })[] = [];
  private otherRanges = 0;
  private readonly calls = new Map<string, { block: ToolUseBlock; count: number }>();

  /** `goesOn`: it comes right after the last one of this part. A turn that another part stands in between is named once all the same. */
  add({ from, to, messages, turns, toolResults }: Extent, tokens: number, goesOn: boolean): void {
    this.sums.messages += messages;
    this.sums.turns += turns;
    this.sums.toolResults += toolResults;
    const isSameTurn = this.ranges.at(-1)?.to.turn === from.turn;
    const last = goesOn || isSameTurn ? this.ranges.pop() : undefined;
    this.ranges.push({ from: last?.from ?? from, to, tokens: tokens + (last?.tokens ?? 0) });
    if (this.ranges.length <= MOST_RANGES) return;
    this.ranges.shift();
    this.otherRanges++;
  }

  /** The calls that were made or answered in blocks that are collapsed or cut; a call and its result count once. */
  addCalls(edited: readonly Block[], made: ReadonlyMap<string, ToolUseBlock>): void {
    for (const block of edited) {
      const call = block.type === 'tool_result' ? made.get(block.toolUseId) : undefined;
      if (!call) continue;
      const { kind, subject } = describeCall(call.name, call.input);
      const key = `${kind} ${subject || call.name}`;
      const known = this.calls.get(key);
      this.calls.set(key, { block: call, count: (known?.count ?? 0) + 1 });
    }
  }

  finished(fate: PreviewPart['fate'], share: number): PreviewPart {
    const ranges = this.ranges.map(({ tokens, ...range }) => ({
      ...range,
      tokens: Math.round(tokens * share),
    }));
    return {
      fate,
      ...this.sums,
      tokensBefore: this.tokensBefore,
      tokensAfter: this.tokensAfter,
      ranges: { shown: ranges, others: this.otherRanges },
      calls: this.someCalls(),
    };
  }

  private someCalls(): Some<PreviewCalls> {
    const all = [...this.calls.values()].sort((a, b) => b.count - a.count);
    const shown = all.slice(0, MOST_CALLS).map(({ block, count }) => {
      const { kind, subject } = describeCall(block.name, block.input);
      return { kind, label: label(subject || block.name), count };
    });
    return { shown, others: all.slice(MOST_CALLS).reduce((sum, { count }) => sum + count, 0) };
  }
}

interface ItemFate {
  readonly fate: PreviewPart['fate'];
  /** Of its blocks, those that are collapsed or cut. */
  readonly edited: readonly Block[];
}

/** What the newest compaction does to an item. */
function fatesIn({ compactions }: Thread): (item: ContextItem) => ItemFate {
  const edits = compactions.at(-1)?.edits ?? [];
  const spans = edits
    .flatMap((edit) => (edit.type === 'entries' ? [edit] : []))
    .sort((a, b) => a.span.from - b.span.from);
  const ends = spans.map(({ span }) => ({ id: span.to }));
  const cut = new Map<EntryId, { from: number; to: number }[]>();
  for (const edit of edits) {
    if (edit.type !== 'blocks' || edit.fate === 'dropped') continue;
    const known = cut.get(edit.span.entry);
    if (known) known.push(edit.span);
    else cut.set(edit.span.entry, [edit.span]);
  }
  return (item) => {
    const id = item.type === 'entry' ? item.entry.id : item.placed.edit.span.from;
    const edit = spans[lowerBound(ends, id)];
    if (edit && edit.span.from <= id)
      return { fate: edit.fate, edited: edit.fate === 'collapsed' ? item.message.blocks : [] };
    const blocks = item.type === 'entry' ? cut.get(id) : undefined;
    if (!blocks || item.type !== 'entry') return { fate: 'kept', edited: [] };
    const { entry } = item;
    return { fate: 'trimmed', edited: blocks.flatMap(({ from, to }) => entry.blocks.slice(from, to + 1)) };
  };
}

/** The number of the turn that an entry belongs to. */
function turnsOf({ messages }: Thread): (id: number) => number {
  const typed = messages.filter(({ origin }) => origin === 'typed');
  return (id) => lowerBound(typed, id + 1);
}

function extentOf(
  thread: Thread,
  item: ContextItem,
  turnOf: (id: number) => number,
  fate: PreviewPart['fate'],
): Extent {
  if (item.type === 'entry') {
    const { id, at, origin, blocks } = item.entry;
    const place = { turn: turnOf(id), at };
    const toolResults = blocks.filter(({ type }) => type === 'tool_result').length;
    return { from: place, to: place, messages: 1, turns: origin === 'typed' ? 1 : 0, toolResults };
  }
  const { from, to } = item.placed.edit.span;
  const { messages } = thread;
  const [first, end] = [lowerBound(messages, from), lowerBound(messages, to + 1)];
  const at = { from: messages.at(first)?.at ?? 0, to: messages.at(end - 1)?.at ?? 0 };
  const place = { from: { turn: turnOf(from), at: at.from }, to: { turn: turnOf(to), at: at.to } };
  // A summary that stays is no message; several messages may stand for one span.
  const counts = fate !== 'kept' && item.message === item.placed.edit.replacement[0];
  const turns = counts ? turnOf(to) - turnOf(from - 1) : 0;
  return { ...place, messages: counts ? end - first : 0, turns, toolResults: 0 };
}
