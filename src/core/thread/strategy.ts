/** The names of compaction strategies and steps, and the report of one step. */
import type { EntryId } from './entry-id.ts';

/** From the most to the least faithful; a compaction falls down this list, never up (R51, R53). */
export const STRATEGIES = ['native', 'summarize', 'extract', 'truncate', 'disabled'] as const;

export type Strategy = (typeof STRATEGIES)[number];

/**
 * How a compaction was made: by a strategy, range by range (`replace`: the model's own, or a person's), or by its steps over
 * tool outputs alone (`outputs`).
 */
export const METHODS = [...STRATEGIES, 'replace', 'outputs'] as const;

export type CompactionMethod = (typeof METHODS)[number];

/** What one step did; `supersede` shows once what stands there several times, `recorded` was done by another agent. */
export const STEP_KINDS = [
  'native',
  'extract',
  'truncate',
  'summarize',
  'replace',
  'collapse',
  'supersede',
  'trim',
  'recorded',
] as const;

/** What one step of a compaction did; tokens are those of the entries it touched. */
export interface StepReport {
  readonly kind: (typeof STEP_KINDS)[number];
  readonly from: EntryId;
  readonly to: EntryId;
  /** Typed turns, tool results and messages in the span. */
  readonly turns: number;
  readonly toolResults: number;
  readonly messages: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
