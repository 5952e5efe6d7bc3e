/** Finds how many pieces of a text fit a token budget, by a few renderings. */
import { estimateText } from '../../tokens/estimate.ts';

const STEPS = 8;
/** A rest of so few tokens is not worth another try. */
const REST = 6;

/**
 * The longest of the texts `render(0..most)` that a few tries find to take at most `budget` tokens; '' when none does.
 * `countFor(room)` says how many pieces take about `room` tokens; more pieces make a longer text.
 */
export function fillBudget(
  budget: number,
  most: number,
  countFor: (room: number) => number,
  render: (count: number) => string,
): string {
  let best = '';
  let low = 0;
  let high = most;
  let room = budget;
  let count = Math.min(most, countFor(room));
  for (let step = 0; step < STEPS && low < high && count > 0; step++) {
    const text = render(count);
    const tokens = estimateText(text);
    if (tokens <= budget) {
      best = text;
      low = count;
      if (budget - tokens < REST) break;
    } else high = count - 1;
    room += budget - tokens - (tokens > budget ? 1 : 0);
    const guess = step < STEPS / 2 ? countFor(room) : (low + high + 1) >> 1;
    count = Math.max(low + 1, Math.min(high, guess));
  }
  return best;
}

/** How many of `costs`, which are sums that mostly rise, stay within `room`. */
export function countWithin(costs: Float64Array, room: number): number {
  let low = 0;
  let high = costs.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((costs[middle - 1] ?? 0) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}
