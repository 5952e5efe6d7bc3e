/** The one number: how large the next request is. */
import type { Thread } from '../thread/thread.ts';

/** Tokens of what is sent beside the messages, estimated as they are. */
export interface BaseTokens {
  readonly system: number;
  readonly tools: number;
  readonly instructions: number;
  /** Reported ÷ estimated for the thread's model, learned in other threads; it holds until this thread has a report of its own. */
  readonly factor?: number;
}

export const NO_BASE: BaseTokens = { system: 0, tools: 0, instructions: 0 };

export interface Measure {
  readonly tokens: number;
  /** True when more than 1 % of it is estimated, and after every boundary until the next report. */
  readonly estimated: boolean;
  /** The report that it builds on. */
  readonly measured?: { readonly tokens: number; readonly at: number };
  /** Reported ÷ estimated at the model's last report here; what was learned elsewhere, or 1, without one. */
  readonly factor: number;
}

/** A count with more than this share of estimate says so (experience, "Gauge"). */
const EXACT_SHARE = 0.01;

/**
 * The last usage that the thread's model reported plus the estimate of what came (or, after a compaction, went) since, scaled
 * by how far the estimate was off at that report: tokenizers differ, so another model's report says nothing. Without a report
 * it is the estimate by the factor learned elsewhere. The gauge, the trigger, the plan and the log all
 * use this number (R23, R25); constant time.
 */
export function measure(thread: Pick<Thread, 'tokens' | 'anchor' | 'boundary'>, base: BaseTokens = NO_BASE): Measure {
  const fixed = base.system + base.tools + base.instructions;
  const { anchor } = thread;
  if (!anchor) {
    const factor = base.factor ?? 1;
    return { tokens: Math.round((fixed + thread.tokens) * factor), estimated: true, factor };
  }
  const reported = anchor.entry.usage.total;
  const estimate = fixed + anchor.tokens;
  const factor = estimate > 0 ? reported / estimate : 1;
  const since = (thread.tokens - anchor.tokens) * factor;
  const tokens = Math.round(reported + since);
  // What came may weigh just what a boundary took: then the number is close to the report and has nothing to do with it.
  const estimated = thread.boundary > anchor.entry.id || Math.abs(since) > EXACT_SHARE * tokens;
  return { tokens, estimated, factor, measured: { tokens: reported, at: anchor.entry.at } };
}
