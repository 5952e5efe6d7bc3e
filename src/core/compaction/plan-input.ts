/** The input of a compaction plan, and the compaction entry without id and time. */
import type { CompactionEntry } from '../thread/entry.ts';
import type { EntryId } from '../thread/entry-id.ts';
import type { BaseTokens } from '../thread/measure.ts';
import type { Fallback } from '../thread/strategy.ts';
import type { Thread } from '../thread/thread.ts';
import type { Prices } from '../tokens/prices.ts';
import type { CompactionConfig } from './config.ts';
import type { Limits } from './limits.ts';

export interface PlanInput {
  readonly thread: Thread;
  readonly config: CompactionConfig;
  readonly limits: Limits;
  readonly trigger: CompactionEntry['trigger'];
  readonly base?: BaseTokens;
  /** Of the thread's model; the usual proportions where they are not known. */
  readonly prices?: Prices;
  /** The provider's cache of the thread has expired. */
  readonly cold?: boolean;
  /** Estimated tokens of the message that is about to be sent and not yet appended (R27). */
  readonly pendingTokens?: number;
  /**
   * An entry that a person chose. A typed message stays and all before it is compacted; otherwise all up to the end of its round is,
   * whatever the target. What follows stays, but for its thinking.
   */
  readonly upTo?: EntryId;
  /** What a person asks of the summary, which only a model can follow. */
  readonly instructions?: string;
  /** The next request can't be sent as it is, so that even a small gain is needed. */
  readonly mustFit?: boolean;
}

/** A compaction before it has its place and time in the log. */
export type PlannedCompaction = Omit<CompactionEntry, 'id' | 'at' | 'fellFrom'> & {
  readonly fellFrom?: Fallback;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
};
