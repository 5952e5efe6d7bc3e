/** Replaces the oldest tool outputs by one line each, once all outputs exceed their budget (R35). */
import type { BlockEdit } from '../../thread/edit.ts';
import type { Thread } from '../../thread/thread.ts';
import { estimateBlock } from '../../tokens/estimate.ts';
import { findOutputs, type PlacedOutput } from './find-outputs.ts';
import { stubEdit } from './stub.ts';

export interface TrimOptions {
  /** Tokens that all outputs may take together. */
  readonly budget: number;
  /** Edits of the same batch that are planned already: what they replace counts as what they leave. */
  readonly planned?: readonly BlockEdit[];
}

/** One trim goes down to this share of the budget, so that the next is not due at once (R35). */
const GOAL = 0.75;

/**
 * Edits that put `[tool output trimmed; ref=…]` in place of whole outputs, the oldest first, until all outputs together are
 * at or under 75 % of the budget; none while they are within it. Left alone: the newest round, what is pinned, and what would not get
 * smaller. Call id, error mark and stored ref stay. Every output has a ref: its stored one, or its place in the log. Linear.
 */
export function planTrim(
  thread: Pick<Thread, 'items' | 'edits' | 'pins'>,
  { budget, planned = [] }: TrimOptions,
): readonly BlockEdit[] {
  let sum = thread.items.reduce((total, { tally }) => total + tally.toolResults, 0);
  for (const { replacement } of planned) for (const block of replacement) sum += estimateBlock(block);
  const isPlanned = new Set(planned.map(({ span }) => keyOf(span.entry, span.from)));
  const left: PlacedOutput[] = [];
  for (const output of findOutputs(thread)) {
    if (isPlanned.size > 0 && isPlanned.has(keyOf(output.entry.id, output.index))) sum -= estimateBlock(output.block);
    else left.push(output);
  }
  if (sum <= budget) return [];
  const edits: BlockEdit[] = [];
  for (const output of left) {
    if (sum <= budget * GOAL || output.isNewest) break;
    const edit = thread.pins.has(output.entry.id) ? undefined : trim(output);
    if (!edit) continue;
    sum -= edit.saved;
    edits.push(edit.edit);
  }
  return edits;
}

function trim(output: PlacedOutput) {
  return stubEdit(output, `[tool output trimmed; ref=${output.ref}]`);
}

function keyOf(entry: number, index: number): string {
  return `${entry}.${index}`;
}
