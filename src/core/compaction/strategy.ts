/** The names of a compaction's strategies and steps, and the report that one step leaves in the log. */
import type { EntryId } from '../thread/entry.ts';

/** From the most to the least faithful; a compaction falls down this list, never up (R51, R53). */
export const STRATEGIES = ['native', 'summarize', 'extract', 'truncate', 'disabled'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** How a compaction was made: by a strategy, or range by range (`replace`: the model's own, or a person's). */
export type CompactionMethod = Strategy | 'replace';

/** What one step of a compaction did; tokens are those of the entries it touched. */
export interface StepReport {
  readonly kind: 'extract' | 'truncate' | 'summarize' | 'replace' | 'collapse' | 'trim' | 'strip' | 'recorded';
  readonly from: EntryId;
  readonly to: EntryId;
  /** Typed turns, tool results and messages in the span. */
  readonly turns: number;
  readonly toolResults: number;
  readonly messages: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
