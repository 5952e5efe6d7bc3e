/** Measures how many tokens the next request has: the last usage report, plus an estimate of what changed since. */
import { factorOf } from './calibrate.ts';
import type { Thread } from './thread.ts';
import { type ReportFinding, type Sample, trustedReports } from './trusted-reports.ts';

/** Estimated tokens of a request that are not in messages. */
export interface BaseTokens {
  readonly system: number;
  readonly tools: number;
  readonly instructions: number;
  /** Reported tokens per estimated token, learned in other threads; used until this thread has a report. */
  readonly factor?: number;
  /** The model's known window; a report above it is not trusted. */
  readonly window?: number;
}

export const NO_BASE: BaseTokens = { system: 0, tools: 0, instructions: 0 };

export interface Measure {
  readonly tokens: number;
  /** True when more than 1 % of it is estimated, after every boundary until the next report, and where the newest report is no measure. */
  readonly estimated: boolean;
  /** The size by the report that this measure builds on, and the report's time. `isOfThisContext`: no compaction came after it. */
  readonly measured?: { readonly tokens: number; readonly at: number; readonly isOfThisContext: boolean };
  /** Reported tokens per estimated token, for content without a report: 0.5 to 2. */
  readonly factor: number;
  /** True if the factor is from the thread's own reports; false if it was learned elsewhere or is the default 1. */
  readonly isFactorOwn: boolean;
  /** Reported tokens that the estimate lacks, such as a server's own system prompt. No compaction removes them. */
  readonly serverOverhead: number;
  /** What the untrusted reports reveal about the model. */
  readonly finding?: ReportFinding;
}

/** A count with more than this share of estimate says so (docs/compaction.md, "The numbers"). */
const EXACT_SHARE = 0.01;

/** The base for a model with this window; unknown: as it is. */
export function withWindow(base: BaseTokens, window: number | undefined): BaseTokens {
  return window === undefined ? base : { ...base, window };
}

/** The estimate without factor, overhead or margin. Only this number may decide that a thread can't fit (R25). Constant time. */
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
  // A report below the estimate is no overhead, so the difference shrinks with the thread.
  const offset = difference >= 0 ? difference : difference * Math.min(1, estimate / counted.estimate);
  const tokens = Math.round(factor * estimate + offset);
  // After a boundary the size can match the old report by chance.
  const isOfThisContext = thread.boundary <= id;
  return {
    tokens,
    estimated: !isNewest || !isOfThisContext || Math.abs(tokens - counted.tokens) > EXACT_SHARE * tokens,
    measured: { tokens: counted.tokens, at, isOfThisContext },
    factor,
    isFactorOwn: own !== undefined,
    serverOverhead: Math.max(0, difference),
    ...findings,
  };
}

/** Tokens of the measure for each estimated one, what only the provider counts left out. Constant time. */
export function shareOf(
  thread: Pick<Thread, 'tokens'>,
  { tokens, serverOverhead }: Pick<Measure, 'tokens' | 'serverOverhead'>,
  base: BaseTokens,
): number {
  return (tokens - serverOverhead) / Math.max(1, plainEstimate(thread, base));
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
