/** The share of a compacted context that its verbatim tail gets. */

/**
 * Share of `budget` that the newest rounds get word for word, the rest being the summary's: more when less has to go.
 * Both in tokens; `history` is the size before the compaction.
 */
export function tailShare(budget: number, history: number): number {
  if (history <= 0) return MOST;
  return Math.min(MOST, Math.max(LEAST, 1.5 * (budget / history) - 0.15));
}

const LEAST = 0.14;
const MOST = 0.45;
