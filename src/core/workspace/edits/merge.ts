/** Puts two changes of one text together by lines, where they don't touch each other. */
import { err, ok, type Result } from '../../lang/result.ts';
import { type Hunk, hunksBetween } from './hunks.ts';
import { linesWithEnds } from './text-lines.ts';

export interface Merged {
  readonly text: string;
  /** Whether the other change did something that this one did not do too. */
  readonly hasOthers: boolean;
}

/** Lines of the other text, from 1, both ends included; `to` is `from - 1` where lines were removed before `from`. */
export interface Conflict {
  readonly from: number;
  readonly to: number;
}

/**
 * `mine` and `theirs` both come from `base`. The changes conflict where they have no unchanged line between them, unless both
 * did the same. Costs two differences (`hunksBetween`): the merge of the package node-diff3 took 5.6 s for 20,000 lines.
 */
export function merge(base: string, mine: string, theirs: string): Result<Merged, readonly Conflict[]> {
  const lines = { base: linesWithEnds(base), mine: linesWithEnds(mine), theirs: linesWithEnds(theirs) };
  const own = { hunks: hunksBetween(lines.base, lines.mine), lines: lines.mine, next: 0, shift: 0 };
  const other = { hunks: hunksBetween(lines.base, lines.theirs), lines: lines.theirs, next: 0, shift: 0 };
  const parts: string[] = [];
  const conflicts: Conflict[] = [];
  let hasOthers = false;
  let at = 0;
  for (let from = nextFrom(own, other); from !== undefined; from = nextFrom(own, other)) {
    const starts = [from + own.shift, from + other.shift] as const;
    let to = from;
    let ownCount = 0;
    let otherCount = 0;
    for (let grew = true; grew; ) {
      const a = takeTouching(own, to);
      const b = takeTouching(other, Math.max(to, a ?? to));
      ownCount += a === undefined ? 0 : 1;
      otherCount += b === undefined ? 0 : 1;
      to = Math.max(to, a ?? to, b ?? to);
      grew = a !== undefined || b !== undefined;
    }
    const mineNow = own.lines.slice(starts[0], to + own.shift);
    const theirsNow = other.lines.slice(starts[1], to + other.shift);
    parts.push(lines.base.slice(at, from).join(''));
    const isSame = mineNow.join('') === theirsNow.join('');
    if (ownCount > 0 && otherCount > 0 && !isSame) conflicts.push({ from: starts[1] + 1, to: to + other.shift });
    if (otherCount > 0 && !isSame) hasOthers = true;
    parts.push((ownCount > 0 ? mineNow : theirsNow).join(''));
    at = to;
  }
  if (conflicts.length > 0) return err(conflicts);
  parts.push(lines.base.slice(at).join(''));
  return ok({ text: parts.join(''), hasOthers });
}

/** One side of the merge, read from its start to its end. */
interface Side {
  readonly hunks: readonly Hunk[];
  readonly lines: readonly string[];
  next: number;
  /** How many lines the hunks so far have added. */
  shift: number;
}

function nextFrom(own: Side, other: Side): number | undefined {
  const a = own.hunks[own.next]?.from;
  const b = other.hunks[other.next]?.from;
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** Takes the side's next hunk where it begins at or before this line of the base; returns where the hunk ends. */
function takeTouching(side: Side, line: number): number | undefined {
  const hunk = side.hunks[side.next];
  if (!hunk || hunk.from > line) return undefined;
  side.next++;
  side.shift += hunk.newTo - hunk.newFrom - (hunk.to - hunk.from);
  return hunk.to;
}
