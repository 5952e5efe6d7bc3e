/** Picks the lines that are chosen before all others, so that no kind of text gets much less than a plain tail of the same size keeps. */
import { estimateMessage, estimateText } from '../../tokens/estimate.ts';
import type { ExtractItem } from '../extract-input.ts';
import type { LineKind } from './lines.ts';
import { isFromModel } from './model-text.ts';
import type { ScoredLine } from './score.ts';

/** What a plain tail of the summary's size would keep of the head. */
export interface PlainTail {
  /** Its first item. */
  readonly from: number;
  /** Its part of the head's tokens. */
  readonly share: number;
}

/** The longest tail of `head` that takes at most `budget` tokens. */
export function plainTail(head: readonly ExtractItem[], budget: number): PlainTail {
  let from = head.length;
  let tokens = 0;
  for (let at = head.length - 1; at >= 0; at--) {
    const item = head[at];
    if (item) tokens += item.type === 'message' ? estimateMessage(item.entry.blocks) : estimateText(item.text);
    if (tokens <= budget) from = at;
  }
  return { from, share: tokens === 0 ? 1 : Math.min(1, Math.max(0, budget / tokens)) };
}

/**
 * The part of the room that is divided among the kinds of text as they stand in the tail; all kinds compete for the rest. A small
 * tail holds little that is needed again, so the part grows with the tail's share of the head.
 */
const FLOOR_PER_SHARE = 3.2;
const MOST_FLOOR = 0.55;

/** A line of the tail is preferred to an older one of its kind by this factor. */
const RECENT_FACTOR = 1.5;

/**
 * Marks the lines that their kind's part pays for; `order` has the lines with a value, the best first. Linear. The scores say which kinds were reused most in the threads that they were fitted
 * on; another thread reuses other kinds, and its newest messages show which ones it has.
 */
export function kindFloors(
  lines: readonly ScoredLine[],
  values: Float64Array,
  order: Uint32Array,
  { budget, tail }: { readonly budget: number; readonly tail: PlainTail },
): Uint8Array {
  const inTail = (i: number) => (lines[i]?.source.at ?? 0) >= tail.from;
  const recent = order.filter(inTail);
  const older = order.filter((i) => !inTail(i));
  const tokens = new Map<LineKind, number>();
  let total = 0;
  for (const i of recent) {
    const line = lines[i];
    if (!line || !(isFromModel(line.source.passage.kind) || line.source.passage.kind === 'result')) continue;
    const { kind } = line.source.passage;
    tokens.set(kind, (tokens.get(kind) ?? 0) + line.line.tokens);
    total += line.line.tokens;
  }
  const room = Math.min(MOST_FLOOR, FLOOR_PER_SHARE * tail.share) * budget;
  const left = new Map([...tokens].map(([kind, count]) => [kind, (room * count) / total] as const));
  const value = (i: number | undefined) => (i === undefined ? -1 : (values[i] ?? 0));
  const marks = new Uint8Array(lines.length);
  for (let a = 0, b = 0; a < recent.length || b < older.length; ) {
    const next = RECENT_FACTOR * value(recent[a]) >= value(older[b]) ? recent[a++] : older[b++];
    const line = next === undefined ? undefined : lines[next];
    const rest = line && left.get(line.source.passage.kind);
    if (next === undefined || !line || rest === undefined || rest <= 0) continue;
    left.set(line.source.passage.kind, rest - line.line.tokens);
    marks[next] = 1;
  }
  return marks;
}
