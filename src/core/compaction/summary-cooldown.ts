/** Says whether the last compaction that called a model is too recent to pay for another. */
import { valueAt } from '../lang/grow-list.ts';
import type { CompactionEntry } from '../thread/entry.ts';
import { measure } from '../thread/measure.ts';
import { CALLS_MODEL, type FallbackReason, readFallbackReason } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import type { PlanInput } from './plan-input.ts';

/** Of the trigger: so much must come before an automatic compaction calls a model again (docs/compaction.md, "Target, goal and trigger"). */
const SHARE = 0.1;

/** Whether the reason for a fallback is known only after a call. */
const IS_AFTER_CALL: Readonly<Record<FallbackReason, boolean>> = {
  'no-model': false,
  'not-offered': false,
  'no-room': false,
  'paid-recently': false,
  'model-failed': true,
  'empty-summary': true,
  'summary-refused': true,
  'target-missed': true,
};

/**
 * Whether less than a tenth of the trigger has come since the last compaction that called a model. One that a person has undone does not
 * count: each undo is an act of theirs, so that this can't go on by itself. Linear in what came since.
 */
export function wasPaidRecently(input: Pick<PlanInput, 'thread' | 'limits' | 'base' | 'pendingTokens'>): boolean {
  const { thread, limits, base, pendingTokens = 0 } = input;
  const paid = thread.compactions.findLast((one) => calledModel(one) && !thread.undone.has(one.id));
  if (!paid) return false;
  const { factor } = measure(thread, base);
  return (tokensSince(thread, paid) + pendingTokens) * factor < limits.trigger * SHARE;
}

function calledModel({ strategy, fellFrom }: CompactionEntry): boolean {
  if (CALLS_MODEL[strategy]) return true;
  const reason = fellFrom && readFallbackReason(fellFrom.reason);
  return fellFrom !== undefined && reason !== undefined && CALLS_MODEL[fellFrom.strategy] && IS_AFTER_CALL[reason];
}

function tokensSince({ originals }: Thread, { id }: CompactionEntry): number {
  let tokens = 0;
  for (let at = originals.length - 1; at >= 0; at--) {
    const item = valueAt(originals, at);
    if (!item || item.entry.id < id) break;
    tokens += item.tokens;
  }
  return tokens;
}
