/** The verbatim part of the summary: the best-scored lines that fit, in their original order. */
import { countWithin, fillBudget } from './fill-budget.ts';
import { kindFloors, type PlainTail } from './kind-floors.ts';
import type { ScoredLine } from './score.ts';
import { WEIGHTS } from './weights.ts';

/**
 * The best of `lines` as a text of at most `budget` tokens, in the order in which they stood. A line that followed the one
 * before it directly is set in by a blank: that marks gaps without a token. Each kind of text first gets its part (`kindFloors`).
 * Empty when nothing fits.
 */
export function choosePassages(lines: readonly ScoredLine[], budget: number, tail: PlainTail): string {
  const values = smooth(lines);
  const best = Uint32Array.from(lines.keys())
    .filter((i) => (values[i] ?? 0) > 0)
    .sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0) || b - a);
  const first = kindFloors(lines, values, best, { budget, tail });
  const order = Uint32Array.from([...best.filter((i) => first[i] === 1), ...best.filter((i) => first[i] !== 1)]);
  let tokens = 0;
  const costs = Float64Array.from(order, (i) => {
    tokens += lines[i]?.line.tokens ?? 0;
    return tokens;
  });
  return fillBudget(
    budget,
    order.length,
    (room) => countWithin(costs, room),
    (count) => render(lines, order.subarray(0, count)),
  );
}

/** Raises the score of lines near high-scored ones, because text is reused in runs of several lines. */
function smooth(lines: readonly ScoredLine[]): Float64Array {
  const values = new Float64Array(lines.length);
  for (let i = 0; i < lines.length; i++) {
    const here = lines[i];
    if (!here || here.score === 0) continue;
    const share = here.source.passage.kind === 'result' ? WEIGHTS.resultSmoothing : WEIGHTS.smoothing;
    values[i] = here.score * (1 - share) + (share * (near(lines, i, -1) + near(lines, i, 1))) / 2;
  }
  return values;
}

/** The mean score of the next few lines to one side, as far as they stood there in the passage. */
function near(lines: readonly ScoredLine[], i: number, step: -1 | 1): number {
  const here = lines[i];
  let sum = 0;
  let count = 0;
  for (let k = 1; k <= 3 * WEIGHTS.reach; k++) {
    const there = lines[i + k * step];
    if (!here || there?.source !== here.source) break;
    if (Math.abs(there.index - here.index) > 3 * WEIGHTS.reach) break;
    if (there.score > 0) {
      sum += there.score;
      if (++count === WEIGHTS.reach) break;
    }
  }
  return sum / WEIGHTS.reach;
}

function render(lines: readonly ScoredLine[], chosen: Uint32Array): string {
  const taken = new Uint8Array(lines.length);
  for (const i of chosen) taken[i] = 1;
  takeGlue(lines, taken);
  const out: string[] = [];
  let last: ScoredLine | undefined;
  for (let i = 0; i < lines.length; i++) {
    const here = lines[i];
    if (!here || !taken[i]) continue;
    const text = last && follows(last, here) ? ` ${here.line.key}` : here.line.key;
    if (text !== here.line.key && here.line.continues) out.push(`${out.pop() ?? ''}${text}`);
    else out.push(text);
    last = here;
  }
  return out.join('\n');
}

function follows(last: ScoredLine, here: ScoredLine): boolean {
  return here.source === last.source && here.index === last.index + 1;
}

/**
 * Very short lines (a closing bracket) and copies of lines that stand elsewhere come along when both of their neighbours do: a
 * text with a line missing is no longer the text that an edit looks for.
 */
function takeGlue(lines: readonly ScoredLine[], taken: Uint8Array): void {
  for (let i = 0; i < lines.length; i++) {
    if (taken[i] || !isGlue(lines[i])) continue;
    let to = i;
    while (to - i < 3 && isGlue(lines[to + 1])) to++;
    const before = lines[i - 1];
    const after = lines[to + 1];
    const first = lines[i];
    const joins = taken[i - 1] && taken[to + 1] && before && after && first && follows(before, first);
    if (joins && after.source === before.source && after.index === before.index + (to - i) + 2)
      taken.fill(1, i, to + 1);
    i = to;
  }
}

function isGlue(line: ScoredLine | undefined): boolean {
  return line?.score === 0;
}
