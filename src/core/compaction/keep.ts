/** Which items of a context a compaction keeps word for word. */
import type { ContextItem } from '../thread/items.ts';
import { legalCuts, newestTyped, pendingRound, startsTurn } from '../thread/turns.ts';
import { strippedTokens } from './strip.ts';

/**
 * ```
 *   head …… | newest typed | middle …… | tail …… pending round |
 *   removed      kept         removed           kept
 * ```
 * When the tail reaches the newest typed message there is no middle.
 */
export interface Kept {
  readonly newestTyped: number;
  readonly pending: number;
  /** First item of the tail; everything from here on is kept. */
  readonly tail: number;
  /** Tokens of all that is kept, stripped. */
  readonly tokens: number;
}

export interface TailWish {
  /** Tokens for the tail beside what must stay. */
  readonly budget: number;
  /** Typed turns to keep whole where they fit into `turnBudget` (R47). */
  readonly turns: number;
  readonly turnBudget: number;
}

/**
 * What must stay: the newest typed message, and the round that the model has not read yet (requirements, "Resolutions");
 * where nobody typed anything, whatever came last.
 */
export function fixedPart(items: readonly ContextItem[], cuts = legalCuts(items)): Kept {
  const typed = newestTyped(items);
  const pending = pendingRound(items, cuts) ?? (typed < 0 ? cuts.lastIndexOf(true, items.length - 1) : items.length);
  let tokens = typed >= 0 && typed < pending ? (items[typed]?.tokens ?? 0) : 0;
  for (const item of items.slice(pending)) tokens += item.tokens;
  return { newestTyped: typed, pending, tail: pending, tokens };
}

/** The fixed part with a tail grown towards the past, cut where it is legal, as far as the wish allows. Linear in the tail. */
export function keepTail(items: readonly ContextItem[], cuts: readonly boolean[], fixed: Kept, wish: TailWish): Kept {
  let best = fixed;
  let tokens = fixed.tokens;
  let turns = 0;
  for (let at = fixed.pending - 1; at >= 0; at--) {
    const item = items[at];
    if (!item) break;
    if (at !== fixed.newestTyped) tokens += strippedTokens(item);
    if (startsTurn(item)) turns++;
    const added = tokens - fixed.tokens;
    const fits = added <= wish.budget || (turns <= wish.turns && added <= wish.turnBudget && startsTurn(item));
    if (cuts[at] && fits) best = { ...fixed, tail: at, tokens };
    if (added > wish.budget && (turns >= wish.turns || added > wish.turnBudget)) break;
  }
  return best;
}

/** The maximal runs of items that are not kept, as index pairs with the end excluded. */
export function removedRuns(kept: Kept): readonly { readonly from: number; readonly to: number }[] {
  const { newestTyped: typed, tail } = kept;
  const runs =
    typed < 0 || typed >= tail
      ? [{ from: 0, to: tail }]
      : [
          { from: 0, to: typed },
          { from: typed + 1, to: tail },
        ];
  return runs.filter((run) => run.from < run.to);
}
