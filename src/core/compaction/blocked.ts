/** Says whether the next request can't be sent: too large, and no automatic compaction makes it fit. */
import { valueAt } from '../lang/grow-list.ts';
import { type BaseTokens, NO_BASE, plainEstimate } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { legalCuts } from '../thread/turns.ts';
import type { CompactionConfig } from './config.ts';
import { mustKeep } from './keep.ts';
import type { Limits } from './limits.ts';
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
  if (config.enabled && minimumTokens(thread, base, 0) > room) return true;
  const acts = config.enabled && config.strategy !== 'disabled' && config.auto !== false;
  return !acts && !mayFit;
}

/** Estimated tokens that no compaction removes. The newest typed message is not among them if another is about to be sent. */
export function minimumTokens({ items, pins }: Thread, base: BaseTokens, pendingTokens: number): number {
  const { tokens, newestTyped, pending } = mustKeep(items, legalCuts(items), pins);
  const mayGo =
    pendingTokens > 0 && newestTyped >= 0 && newestTyped < pending ? (valueAt(items, newestTyped)?.tokens ?? 0) : 0;
  return plainEstimate({ tokens: tokens - mayGo }, base) + pendingTokens;
}
