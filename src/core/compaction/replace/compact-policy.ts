/** Limits on a model's `compact` calls: a minimum gain, a cool-down, and no range over the newest message (R16). */
import { type List, valueAt } from '../../lang/grow-list.ts';
import type { ContextItem } from '../../thread/items.ts';
import type { Thread } from '../../thread/thread.ts';
import { newestTyped, startsTurn } from '../../thread/turns.ts';
import type { PlannedCompaction } from '../plan-input.ts';
import { reclaimableRanges } from './reclaimable-ranges.ts';

export interface CompactPolicy {
  /** Tokens that a call must free. */
  readonly minimum: number;
  /** Tokens that must have come since the last call within one turn. */
  readonly coolDown: number;
}

export const DEFAULT_POLICY: CompactPolicy = { minimum: 1_000, coolDown: 10_000 };

export type PolicyProblem =
  | {
      readonly type: 'too-small';
      readonly reclaims: number;
      readonly minimum: number;
      readonly suggested?: { readonly from?: string; readonly to?: string };
    }
  | { readonly type: 'summary-longer'; readonly summary: number; readonly replaced: number }
  | { readonly type: 'newest-message'; readonly lastTo?: string }
  | { readonly type: 'cool-down'; readonly since: number; readonly needed: number };

/** The first reason why a model's call is refused; undefined when it is fine. */
export function policyProblem(
  thread: Thread,
  planned: PlannedCompaction,
  policy: CompactPolicy = DEFAULT_POLICY,
): PolicyProblem | undefined {
  const { items } = thread;
  const newest = valueAt(items, newestTyped(items));
  if (newest?.type === 'entry') {
    const { id } = newest.entry;
    const covers = planned.edits.some((e) => e.type === 'entries' && e.span.from <= id && id <= e.span.to);
    if (covers) return { type: 'newest-message', ...lastCheckpointBefore(items, items.indexOf(newest)) };
  }
  const replaced = planned.steps.reduce((sum, step) => sum + step.tokensBefore, 0);
  const summary = planned.steps.reduce((sum, step) => sum + step.tokensAfter, 0);
  if (summary >= replaced) return { type: 'summary-longer', summary, replaced };
  const cooling = coolDown(thread, policy);
  if (cooling) return cooling;
  const reclaims = planned.tokensBefore - planned.tokensAfter;
  if (reclaims >= policy.minimum) return undefined;
  const suggested = reclaimableRanges(thread).find((range) => range.tokens >= policy.minimum);
  return { type: 'too-small', reclaims, minimum: policy.minimum, ...(suggested && { suggested }) };
}

/** The refusal of any call now, because the model compacted a short while ago; undefined where there is none. */
export function coolDown(
  thread: Thread,
  { coolDown: needed }: CompactPolicy = DEFAULT_POLICY,
): Extract<PolicyProblem, { type: 'cool-down' }> | undefined {
  const since = tokensSinceOwnCompaction(thread);
  return since !== undefined && since < needed ? { type: 'cool-down', since, needed } : undefined;
}

/** Tokens that came since the model's last own compaction in this turn; undefined when there was none. */
function tokensSinceOwnCompaction({ compactions, undone, items }: Thread): number | undefined {
  const last = compactions.findLast((c) => c.trigger === 'model' && !undone.has(c.id));
  const turn = valueAt(items, items.findLastIndex(startsTurn));
  if (!last || (turn?.type === 'entry' && turn.entry.id > last.id)) return undefined;
  let since = 0;
  for (const item of items) if (item.type === 'entry' && item.entry.id > last.id) since += item.tokens;
  return since;
}

function lastCheckpointBefore(items: List<ContextItem>, end: number): { readonly lastTo?: string } {
  for (let at = end - 1; at >= 0; at--) {
    const last = valueAt(items, at)?.message.blocks.at(-1);
    if (last?.type === 'checkpoint') return { lastTo: last.id };
  }
  return {};
}
