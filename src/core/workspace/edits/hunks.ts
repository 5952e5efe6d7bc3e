/** The difference of two texts by lines, as hunks that are accepted or refused one by one. */
import { diff_core } from 'fast-myers-diff';
import { linesWithEnds } from './text-lines.ts';

/** Lines `from` up to `to` (exclusive, from 0) of the old text became lines `newFrom` up to `newTo` of the new one. */
export interface Hunk {
  readonly from: number;
  readonly to: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Comparisons of lines for one difference; beyond it, everything between the first and the last difference is one hunk. */
const MOST_COMPARISONS = 5_000_000;

type Lines = readonly string[];

/** In order, with at least one equal line between two. Its cost is bounded for any two texts. */
export function hunksBetween(before: Lines, after: Lines): readonly Hunk[] {
  const start = commonStart(before, after);
  const end = commonEnd(before, after, start);
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  const hunks: Hunk[] = [];
  let at = 0;
  let newAt = 0;
  const reach = (to: number, newTo: number) => {
    if (to > at || newTo > newAt)
      hunks.push({ from: start + at, to: start + to, newFrom: start + newAt, newTo: start + newTo });
    at = to + 1;
    newAt = newTo + 1;
  };
  for (const [index, newIndex] of equalLines(old, now)) reach(index, newIndex);
  reach(old.length, now.length);
  return hunks;
}

/** The new text with only the accepted hunks done. */
export function withHunks(before: string, after: string, accepted: ReadonlySet<number>): string {
  const old = linesWithEnds(before);
  const now = linesWithEnds(after);
  const parts: string[] = [];
  let at = 0;
  for (const [number, hunk] of hunksBetween(old, now).entries()) {
    const taken = accepted.has(number) ? now.slice(hunk.newFrom, hunk.newTo) : old.slice(hunk.from, hunk.to);
    parts.push(old.slice(at, hunk.from).join(''), taken.join(''));
    at = hunk.to;
  }
  return [...parts, old.slice(at).join('')].join('');
}

function commonStart(before: Lines, after: Lines): number {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at++;
  return at;
}

function commonEnd(before: Lines, after: Lines, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let count = 0;
  while (count < most && before.at(-1 - count) === after.at(-1 - count)) count++;
  return count;
}

/** Pairs of equal lines, ascending on both sides: as many as there can be, or none where finding them costs too much. */
function equalLines(before: Lines, after: Lines): readonly (readonly [number, number])[] {
  // A line that the other text lacks is in no pair. Without such lines the difference of two real versions is small.
  const numbers = new Map<string, number>();
  for (const line of before) if (!numbers.has(line)) numbers.set(line, numbers.size);
  const inAfter = new Set(after);
  const old = numbered(before, (line) => (inAfter.has(line) ? numbers.get(line) : undefined));
  const now = numbered(after, (line) => numbers.get(line));
  const pairs: (readonly [number, number])[] = [];
  let at = 0;
  let newAt = 0;
  const pair = (to: number) => {
    while (at < to) pairs.push([old.places[at++] ?? 0, now.places[newAt++] ?? 0]);
  };
  for (const [from, to, , newTo] of differences(old.numbers, now.numbers)) {
    pair(from);
    at = to;
    newAt = newTo;
  }
  pair(old.numbers.length);
  return pairs;
}

function numbered(lines: Lines, numberOf: (line: string) => number | undefined) {
  const numbers: number[] = [];
  const places: number[] = [];
  for (const [place, line] of lines.entries()) {
    const number = numberOf(line);
    if (number === undefined) continue;
    numbers.push(number);
    places.push(place);
  }
  return { numbers, places };
}

type Difference = readonly [from: number, to: number, newFrom: number, newTo: number];

class TooCostly extends Error {}

function differences(before: readonly number[], after: readonly number[]): readonly Difference[] {
  let left = MOST_COMPARISONS;
  const equal = (at: number, newAt: number) => {
    if (--left < 0) throw new TooCostly();
    return before[at] === after[newAt];
  };
  try {
    // The library gives the same array again for each difference.
    return Array.from(diff_core(0, before.length, 0, after.length, equal), ([a, b, c, d]): Difference => [a, b, c, d]);
  } catch (error) {
    if (error instanceof TooCostly) return [[0, before.length, 0, after.length]];
    throw error;
  }
}
