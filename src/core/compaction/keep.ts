/** Decides which items of a context a compaction keeps verbatim. */
import { type List, valueAt } from '../lang/grow-list.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { ContextItem } from '../thread/items.ts';
import { pairCalls } from '../thread/pairs.ts';
import { lastCut, lastSent, legalCuts, newestTyped, pendingRound, startsTurn } from '../thread/turns.ts';
import { strippedTokens } from './strip.ts';

/**
 * ```
 *   head …… | pinned | head …… | newest typed | middle …… | tail …… pending round |
 *   removed    kept    removed       kept         removed           kept
 * ```
 * When the tail reaches the newest typed message there is no middle.
 */
export interface Kept {
  readonly newestTyped: number;
  readonly pending: number;
  /** Ranges before the pending round that are always kept: in order, disjoint. */
  readonly islands: readonly Range[];
  /** First item of the tail; everything from here on is kept. */
  readonly tail: number;
  /** Tokens of all kept items after stripping. */
  readonly tokens: number;
}

/** Items by index, the end excluded. */
interface Range {
  readonly from: number;
  readonly to: number;
}

export interface TailBudget {
  /** Tokens of the tail, not counting items that must stay. */
  readonly budget: number;
  /** Typed turns to keep whole where they fit into `turnBudget` (R47). */
  readonly turns: number;
  readonly turnBudget: number;
}

const NO_PINS: ReadonlySet<EntryId> = new Set();

/**
 * What must stay: the newest typed message, what is pinned, and the round that the model has not read yet (docs/compaction.md,
 * "The shape"); where nobody typed anything, whatever came last. A pinned call or result stays with its whole round.
 */
export function mustKeep(items: List<ContextItem>, cuts = legalCuts(items), pins = NO_PINS): Kept {
  const typedAt = newestTyped(items);
  const pending = pendingRound(items, cuts) ?? (typedAt < 0 ? lastCut(cuts, lastSent(items)) : items.length);
  return keptFrom(items, cuts, pins, { typedAt, pending });
}

/**
 * What stays where a person chose a place, beside what must stay: a typed message with all that follows, so that a question keeps its
 * answer; of any other entry, all after it and its round.
 */
export function keepAfter(items: List<ContextItem>, upTo: EntryId, cuts = legalCuts(items), pins = NO_PINS): Kept {
  const fixed = mustKeep(items, cuts, pins);
  const isTyped = items.some((item) => startsTurn(item) && lastEntryOf(item) === upTo);
  const last = items.findLastIndex((item) => lastEntryOf(item) < upTo || (!isTyped && lastEntryOf(item) === upTo));
  const after = cuts.indexOf(true, last + 1);
  const tail = after < 0 ? fixed.pending : Math.min(after, fixed.pending);
  const between = (from: number, to: number) => {
    let sum = 0;
    for (let at = Math.max(from, tail); at < Math.min(to, fixed.pending); at++) sum += tokensAt(items, at);
    return sum;
  };
  const counted = fixed.islands.reduce((sum, { from, to }) => sum + between(from, to), 0);
  return { ...fixed, tail, tokens: fixed.tokens + between(tail, fixed.pending) - counted };
}

function lastEntryOf(item: ContextItem): EntryId {
  return item.type === 'entry' ? item.entry.id : item.placed.edit.span.to;
}

/**
 * What stays as the last resort, where `mustKeep` is larger than the window's room: the newest typed message and what is pinned. The
 * pending round goes, unless one of its calls has no result yet.
 */
export function mustKeepAtLeast(items: List<ContextItem>, cuts = legalCuts(items), pins = NO_PINS): Kept {
  const kept = mustKeep(items, cuts, pins);
  if (kept.pending === items.length || hasOpenCall(items.slice(kept.pending))) return kept;
  return keptFrom(items, cuts, pins, { typedAt: kept.newestTyped, pending: items.length });
}

function hasOpenCall(round: List<ContextItem>): boolean {
  const entries = round.flatMap((item) => (item.type === 'entry' ? [item.entry] : []));
  const { resultOf } = pairCalls(entries);
  return entries.some(({ blocks }) => blocks.some((block) => block.type === 'tool_use' && !resultOf.has(block)));
}

function keptFrom(
  items: List<ContextItem>,
  cuts: readonly boolean[],
  pins: ReadonlySet<EntryId>,
  { typedAt, pending }: { readonly typedAt: number; readonly pending: number },
): Kept {
  const islands = islandsOf(items.slice(0, pending), cuts, typedAt, pins);
  let tokens = 0;
  for (const { from, to } of islands) for (let at = from; at < to; at++) tokens += tokensAt(items, at);
  for (const item of items.slice(pending)) tokens += item.tokens;
  return { newestTyped: typedAt, pending, islands, tail: pending, tokens };
}

/** Adds the longest tail that the budget allows, cut at a legal place. Linear in the tail. */
export function keepTail(items: List<ContextItem>, cuts: readonly boolean[], fixed: Kept, wish: TailBudget): Kept {
  let best = fixed;
  let tokens = fixed.tokens;
  let turns = 0;
  let next = fixed.islands.length - 1;
  for (let at = fixed.pending - 1; at >= 0; at--) {
    const item = valueAt(items, at);
    if (!item) break;
    while ((fixed.islands[next]?.from ?? 0) > at) next--;
    if (at >= (fixed.islands[next]?.to ?? 0)) tokens += tokensAt(items, at);
    if (startsTurn(item)) turns++;
    const added = tokens - fixed.tokens;
    const fits = added <= wish.budget || (turns <= wish.turns && added <= wish.turnBudget && startsTurn(item));
    if (cuts[at] && fits) best = { ...fixed, tail: at, tokens };
    if (added > wish.budget && (turns >= wish.turns || added > wish.turnBudget)) break;
  }
  return best;
}

/** The maximal runs of items that are not kept. */
export function removedRuns({ islands, tail }: Kept): readonly Range[] {
  const runs: Range[] = [];
  let from = 0;
  for (const island of islands) {
    if (island.from >= tail) break;
    runs.push({ from, to: island.from });
    from = island.to;
  }
  runs.push({ from, to: tail });
  return runs.filter((run) => run.from < run.to);
}

/** Keeps each run whose replacement would be no smaller than the run itself; `leastOf` gives the tokens of that, by the run's number. */
export function keepShortRuns(
  items: List<ContextItem>,
  kept: Kept,
  leastOf: (run: List<ContextItem>, at: number) => number,
): Kept {
  const short = removedRuns(kept).flatMap(({ from, to }, run) => {
    const least = leastOf(items.slice(from, to), run);
    let tokens = 0;
    for (let at = from; at < to && tokens <= least; at++) tokens += tokensAt(items, at);
    return tokens <= least ? [{ from, to, tokens }] : [];
  });
  if (short.length === 0) return kept;
  const islands = [...kept.islands, ...short.map(({ from, to }) => ({ from, to }))].sort((a, b) => a.from - b.from);
  return { ...kept, islands, tokens: short.reduce((sum, run) => sum + run.tokens, kept.tokens) };
}

/** The items that are kept, in order. */
export function keptItems(items: List<ContextItem>, { islands, tail }: Kept): readonly ContextItem[] {
  const before = islands.flatMap(({ from, to }) => items.slice(from, Math.min(to, tail)));
  return [...before, ...items.slice(tail)];
}

function islandsOf(
  items: List<ContextItem>,
  cuts: readonly boolean[],
  typedAt: number,
  pins: ReadonlySet<EntryId>,
): readonly Range[] {
  if (pins.size === 0) return 0 <= typedAt && typedAt < items.length ? [{ from: typedAt, to: typedAt + 1 }] : [];
  const islands: Range[] = [];
  for (const [at, item] of items.entries()) {
    const isPinned = item.type === 'entry' && pins.has(item.entry.id);
    if (!isPinned && at !== typedAt) continue;
    if (at < (islands.at(-1)?.to ?? 0)) continue;
    const from = isPinned ? cuts.lastIndexOf(true, at) : at;
    const to = isPinned ? cuts.indexOf(true, at + 1) : at + 1;
    const last = islands.at(-1);
    if (!last || last.to < from) islands.push({ from, to });
    else islands[islands.length - 1] = { from: Math.min(last.from, from), to: Math.max(last.to, to) };
  }
  return islands;
}

function tokensAt(items: List<ContextItem>, at: number): number {
  const item = valueAt(items, at);
  return item ? strippedTokens(item) : 0;
}
