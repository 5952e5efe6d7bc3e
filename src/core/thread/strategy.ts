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

/** Whether a compaction of this method calls a model, the thread's own or another. */
export const CALLS_MODEL: Readonly<Record<CompactionMethod, boolean>> = {
  native: true,
  summarize: true,
  extract: false,
  truncate: false,
  disabled: false,
  replace: false,
  outputs: false,
};

/**
 * Why a compaction used a strategy further down than the one that was asked for: there is no model to ask, the provider compacts
 * nothing for this model, what must stay leaves too little room for a summary, or too little has come since the last paid call;
 * the call failed, its summary was empty or would not have made the context smaller; or the outcome was too large.
 */
const FALLBACK_REASONS = [
  'no-model',
  'not-offered',
  'no-room',
  'paid-recently',
  'model-failed',
  'empty-summary',
  'summary-refused',
  'target-missed',
] as const;

export type FallbackReason = (typeof FALLBACK_REASONS)[number];

/** The strategy that was asked for, and why it was not used. */
export interface Fallback {
  readonly strategy: Strategy;
  readonly reason: FallbackReason;
  /** The words of the provider or of the check that refused. */
  readonly detail?: string;
}

/** Undefined for a reason that this version does not know: a log may be of a later one. */
export function readFallbackReason(reason: string): FallbackReason | undefined {
  return FALLBACK_REASONS.find((known) => known === reason);
}

/** What one step did; `supersede` shows once what stands there several times, `shorten` is of a round that would not fit, `recorded` was done by another agent. */
export const STEP_KINDS = [
  'native',
  'extract',
  'truncate',
  'summarize',
  'replace',
  'collapse',
  'supersede',
  'trim',
  'shorten',
  'recorded',
] as const;

export type StepKind = (typeof STEP_KINDS)[number];

/**
 * What one step of a compaction did. Tokens are those of what it touched, of the measure; in older logs and in recorded ones, of the
 * estimate.
 */
export interface StepReport {
  readonly kind: StepKind;
  readonly from: EntryId;
  readonly to: EntryId;
  /** Typed turns, tool results and messages in the span. */
  readonly turns: number;
  readonly toolResults: number;
  readonly messages: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}
