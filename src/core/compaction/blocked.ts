/** Says whether the next request can't be sent: too large, and no automatic compaction makes it fit. */
import { valueAt } from '../lang/grow-list.ts';
import { type BaseTokens, NO_BASE, plainEstimate } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { legalCuts } from '../thread/turns.ts';
import { estimateMessage } from '../tokens/estimate.ts';
import type { CompactionConfig } from './config.ts';
import { mustKeepAtLeast } from './keep.ts';
import type { Limits } from './limits.ts';
import { NOTE_TOKENS } from './size-budget.ts';
import { nextRequest } from './trigger.ts';

/**
 * Where compaction acts by itself, a request above the window's room is compacted first and sent; only what must stay can block it.
 * Constant time unless the request is too large, then linear in the items.
 */
export function isBlocked({
  thread,
  config,
  limits,
  base = NO_BASE,
}: {
  readonly thread: Thread;
  readonly config: Pick<CompactionConfig, 'enabled' | 'strategy' | 'auto'>;
  readonly limits: Limits;
  readonly base?: BaseTokens;
}): boolean {
  const { fits, mayFit, room } = nextRequest({ thread, limits, base });
  if (fits) return false;
  if (config.enabled && minimumTokens(leastRequest(thread, base, 0)) > room) return true;
  const acts = config.enabled && config.strategy !== 'disabled' && config.auto !== false;
  return !acts && !mayFit;
}

/** Estimated tokens of the smallest request that any compaction can leave, by its parts. */
export interface LeastRequest {
  /** System prompt, tools and instructions. */
  readonly base: number;
  readonly pins: number;
  /** The newest typed message: one that is about to be sent, if there is one. */
  readonly message: number;
  /** Messages that were queued before it and not sent yet. */
  readonly unsent: number;
  /** A round with a call that has no result yet. */
  readonly round: number;
  /** What stands for the rest, at least. */
  readonly notes: number;
}

/** Of the messages in the thread the newest typed one is not among them if another is about to be sent. */
export function leastRequest(
  { items, pins, queue, tokens: all }: Thread,
  base: BaseTokens,
  pendingTokens: number,
): LeastRequest {
  const { tokens, newestTyped, pending, islands } = mustKeepAtLeast(items, legalCuts(items), pins);
  const typed = newestTyped < pending ? (valueAt(items, newestTyped)?.tokens ?? 0) : 0;
  const unsent = pendingTokens > 0 ? unsentTokens(queue, pendingTokens) : 0;
  const round = items.slice(pending).reduce((sum, item) => sum + item.tokens, 0);
  return {
    base: plainEstimate({ tokens: 0 }, base),
    pins: Math.max(0, tokens - round - typed),
    message: pendingTokens > 0 ? pendingTokens - unsent : typed,
    unsent,
    round,
    notes: Math.max(0, Math.min(all - tokens, NOTE_TOKENS * (islands.length + 1))),
  };
}

/** Of the queue, all but the newest message that is about to be sent, which may be none of the queue's. */
function unsentTokens(queue: Thread['queue'], pendingTokens: number): number {
  const sizes = queue.map(({ blocks }) => estimateMessage(blocks));
  const all = sizes.reduce((sum, tokens) => sum + tokens, 0);
  return Math.min(pendingTokens, all < pendingTokens ? all : all - (sizes.at(-1) ?? 0));
}

/** Estimated tokens that no compaction removes. */
export function minimumTokens({ base, pins, message, unsent, round, notes }: LeastRequest): number {
  return base + pins + message + unsent + round + notes;
}
