/** Reports which parts of a thread no compaction can remove, once it had to compact twice in one turn. */

import { mustKeep } from '../compaction/keep.ts';
import { valueAt } from '../lang/grow-list.ts';
import { type BaseTokens, measure, NO_BASE, plainEstimate } from '../thread/measure.ts';
import type { Thread } from '../thread/thread.ts';
import { legalCuts } from '../thread/turns.ts';

/** Measured tokens of the parts that no compaction removes. */
export interface UncompactableTokens {
  /** System prompt, tools and instructions. */
  readonly base: number;
  /** Tokens that the provider adds to every request. */
  readonly serverOverhead: number;
  readonly pins: number;
  /** The newest typed message. */
  readonly message: number;
  /** The newest reply with the results of its calls, which the model has not read yet. */
  readonly round: number;
}

/** Returns undefined unless exactly two automatic compactions since the last typed message are live. Linear. */
export function uncompactableTokens(thread: Thread, base: BaseTokens = NO_BASE): UncompactableTokens | undefined {
  const typed = thread.messages.findLast(({ origin }) => origin === 'typed')?.id ?? 0;
  const own = thread.compactions.filter(
    ({ id, trigger }) => id > typed && trigger === 'auto' && !thread.undone.has(id),
  );
  if (own.length !== 2) return undefined;
  const { items, pins } = thread;
  const { factor, serverOverhead: extra } = measure(thread, base);
  const { newestTyped, pending, tokens } = mustKeep(items, legalCuts(items), pins);
  const message = valueAt(items, newestTyped)?.tokens ?? 0;
  const round = items.slice(Math.max(pending, newestTyped + 1)).reduce((sum, item) => sum + item.tokens, 0);
  const measured = (estimate: number) => Math.max(0, Math.round(estimate * factor));
  return {
    base: measured(plainEstimate({ tokens: 0 }, base)),
    serverOverhead: Math.round(extra),
    pins: measured(tokens - message - round),
    message: measured(message),
    round: measured(round),
  };
}
