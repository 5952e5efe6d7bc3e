/** The one number: how large the next request is. */
import { factorOf } from './calibrate.ts';
import type { Thread } from './thread.ts';
import { type ReportFinding, type Sample, trustedReports } from './trusted-reports.ts';

/** Tokens of what is sent beside the messages, estimated as they are. */
export interface BaseTokens {
  readonly system: number;
  readonly tools: number;
  readonly instructions: number;
  /** Tokens for each estimated one, learned for the model in other threads; it holds until this thread has a report of its own. */
  readonly factor?: number;
  /** Tokens that the model is believed to take: a report above it is no measure. */
  readonly window?: number;
}

export const NO_BASE: BaseTokens = { system: 0, tools: 0, instructions: 0 };

export interface Measure {
  readonly tokens: number;
  /** True when more than 1 % of it is estimated, after every boundary until the next report, and where the newest report is no measure. */
  readonly estimated: boolean;
  /** What was counted of it at the report that it builds on. */
  readonly measured?: { readonly tokens: number; readonly at: number };
  /** Tokens for each estimated one, for what comes later: 0.5 to 2. */
  readonly factor: number;
  /** The factor is from the thread's own reports; false: learned elsewhere, or 1 for want of better. */
  readonly isFactorOwn: boolean;
  /** Tokens that the reports have beyond the estimate: a server's own system prompt, say. They stay, through a compaction too. */
  readonly serverOverhead: number;
  /** What the reports that are no measure say of the model. */
  readonly finding?: ReportFinding;
}

/** A count with more than this share of estimate says so (docs/compaction.md, "The numbers"). */
const EXACT_SHARE = 0.01;

/** The base for a model with this window; unknown: as it is. */
export function withWindow(base: BaseTokens, window: number | undefined): BaseTokens {
  return window === undefined ? base : { ...base, window };
}

/** The estimate as it is: no factor, no sum, no margin. Nothing else may say that a thread can't fit (R25). Constant time. */
export function plainEstimate({ tokens }: Pick<Thread, 'tokens'>, base: BaseTokens = NO_BASE): number {
  return base.system + base.tools + base.instructions + tokens;
}

/**
 * factor × estimate + the sum of what the model's reports have beyond that. So right after a report it is the report, and what came
 * or went since counts by the factor. Without a report that is a measure it is the estimate by the factor that was learned elsewhere.
 * The gauge, the trigger, the plan and the log all use this number (R23, R25). A function of the log and the base; constant time.
 */
export function measure(thread: Pick<Thread, 'tokens' | 'reports' | 'boundary'>, base: BaseTokens = NO_BASE): Measure {
  const estimate = plainEstimate(thread, base);
  const { samples, isNewest, finding } = trustedReports(
    thread.reports,
    plainEstimate({ tokens: 0 }, base),
    base.window,
  );
  const findings = finding && { finding };
  const newest = samples.at(-1);
  if (!newest) {
    const factor = base.factor ?? 1;
    return {
      tokens: Math.round(estimate * factor),
      estimated: true,
      factor,
      isFactorOwn: false,
      serverOverhead: 0,
      ...findings,
    };
  }
  const own = factorOf(samples);
  const factor = own ?? 1;
  const counted = countedBy(newest, factor);
  const { at, id } = newest.report.entry;
  const difference = counted.tokens - factor * counted.estimate;
  // Less than the estimate is no sum of the server's: it goes with what it was less of.
  const offset = difference >= 0 ? difference : difference * Math.min(1, estimate / counted.estimate);
  const tokens = Math.round(factor * estimate + offset);
  // What came may weigh just what a boundary took: then the number is close to the report and has nothing to do with it.
  const isOld = !isNewest || thread.boundary > id;
  return {
    tokens,
    estimated: isOld || Math.abs(tokens - counted.tokens) > EXACT_SHARE * tokens,
    measured: { tokens: counted.tokens, at },
    factor,
    isFactorOwn: own !== undefined,
    serverOverhead: Math.max(0, difference),
    ...findings,
  };
}

/** A reply's output is its size where it is about what we estimate; more than that is reasoning that is not sent again (R25). */
const MOST_OF_REPLY = 1.25;
const LEAST_OF_REPLY = 0.5;
const REPLY_TOLERANCE = 64;

/** What a report counted of the next request: what was sent, and the reply where its output tells; both with our estimate. */
function countedBy({ report, reported, estimate }: Sample, factor: number) {
  const { output } = report.entry.usage;
  const expected = factor * report.reply;
  const isWhole =
    output >= LEAST_OF_REPLY * expected - REPLY_TOLERANCE && output <= MOST_OF_REPLY * expected + REPLY_TOLERANCE;
  const isCounted = output > 0 && isWhole;
  return isCounted ? { tokens: reported + output, estimate: estimate + report.reply } : { tokens: reported, estimate };
}
