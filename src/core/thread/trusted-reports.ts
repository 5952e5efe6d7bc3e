/** Selects the usage reports that can be trusted as a measure, and detects limits from the others (R25). */
import { inputOf, type UsageReport } from './reports.ts';

/** A usage report and our estimate of the same request, in tokens. */
export interface Sample {
  readonly report: UsageReport;
  readonly reported: number;
  readonly estimate: number;
}

export type ReportFinding =
  /** The server reported this same count twice while the thread grew: it may cut off the front of what it is sent. */
  | { readonly type: 'suspected-limit'; readonly tokens: number }
  /** At least two requests of this size or more were answered, which is more than the window is believed to hold. */
  | { readonly type: 'window-exceeded'; readonly tokens: number };

export interface TrustedReports {
  /** Reports that agree with each other, the newest last; none: no report is a measure. */
  readonly samples: readonly Sample[];
  /** False: the newest report of the model is no measure. */
  readonly isNewest: boolean;
  readonly finding?: ReportFinding;
}

/** No tokenizer counts less than this share of our estimate, or more than this multiple (R25). */
export const LEAST_FACTOR = 0.5;
export const MOST_FACTOR = 2;

/** Reports that differ by no more than this are the same number, from this number on (R25). */
const SAME_COUNT_SHARE = 0.01;
const LEAST_LIMIT = 1_024;

/** How much the estimate must have grown for the same number to mean a limit; and by how much of the number itself. */
const GROWTH = 1.25;
const VISIBLE_GROWTH = 0.025;

/** This many outliers count as the server's behaviour, not as an accident. */
const MIN_REPEATS = 2;

/** What a count may be off from what our estimate makes of an earlier one: a share of it, and a few tokens. */
const TOLERANCE = 0.02;
const LEAST_TOLERANCE = 200;

/**
 * Constant time for the reports that a thread keeps. `fixed` is the estimate of what is sent beside the messages. No measure are:
 * a count above the window; one below half the estimate (only what was not cached); a suspected limit; and one that shrank while the
 * thread grew, until a second one in a row did.
 */
export function trustedReports(
  reports: readonly UsageReport[],
  fixed: number,
  window = Number.POSITIVE_INFINITY,
): TrustedReports {
  const all = reports.map((report): Sample => {
    return { report, reported: inputOf(report.entry.usage), estimate: fixed + report.sent };
  });
  const above = all.filter(({ reported }) => reported > window);
  const within = all.filter(({ reported }) => reported <= window);
  const limit = suspectedLimit(within);
  const whole = within.filter(
    (one) => !isPartialCount(one) && !(limit !== undefined && one.reported >= limit * (1 - SAME_COUNT_SHARE)),
  );
  const finding = findingOf(above, limit);
  const { believed } = whole.reduce(believe, NOTHING_BELIEVED);
  const samples = areMostlyPartial(within, whole) ? [] : lastAgreeing(believed);
  const isNewest = samples.length > 0 && samples.at(-1)?.report === reports.at(-1);
  return { samples, isNewest, ...(finding && { finding }) };
}

/** The window that a suspected limit suggests; undefined where the known one is no larger (R25: it is offered, never taken by itself). */
export function suggestedWindow(finding: ReportFinding | undefined, window: number | undefined): number | undefined {
  if (finding?.type !== 'suspected-limit') return undefined;
  return window === undefined || window > finding.tokens * (1 + SAME_COUNT_SHARE) ? finding.tokens : undefined;
}

/** Whether the difference of two reports matches the difference of their estimates. */
export function areConsistent(a: Sample, b: Sample): boolean {
  const grown = b.estimate - a.estimate;
  const tolerance = Math.max(LEAST_TOLERANCE, TOLERANCE * Math.max(a.reported, b.reported));
  const [least, most] = [LEAST_FACTOR * grown, MOST_FACTOR * grown].sort((x, y) => x - y);
  const change = b.reported - a.reported;
  return change >= (least ?? 0) - tolerance && change <= (most ?? 0) + tolerance;
}

function isPartialCount({ reported, estimate }: Sample): boolean {
  return reported < LEAST_FACTOR * estimate;
}

/** Whether partial counts are as frequent as whole ones; then even a whole count can't be trusted. */
function areMostlyPartial(all: readonly Sample[], whole: readonly Sample[]): boolean {
  const first = whole[0];
  const parts = first ? all.slice(all.indexOf(first)).filter(isPartialCount) : [];
  return parts.length >= MIN_REPEATS && parts.length >= whole.length;
}

/** A server that cuts requests off never reports more, nor less where it is sent more; a sum of the server's own alone is no limit. */
function suspectedLimit(samples: readonly Sample[]): number | undefined {
  const top = Math.max(0, ...samples.map(({ reported }) => reported));
  if (top < LEAST_LIMIT) return undefined;
  const isSame = ({ reported }: Sample) => reported >= top * (1 - SAME_COUNT_SHARE);
  const isGrown = samples.some((early, at) => {
    if (!isSame(early)) return false;
    const grown = Math.max(GROWTH * early.estimate, early.estimate + VISIBLE_GROWTH * top);
    const later = samples.slice(at + 1).filter(({ estimate }) => estimate >= early.estimate);
    return later.some(({ estimate }) => estimate >= grown) && later.every(isSame);
  });
  return isGrown ? top : undefined;
}

function findingOf(above: readonly Sample[], limit: number | undefined): ReportFinding | undefined {
  const second = above.map(({ reported }) => reported).sort((a, b) => b - a)[MIN_REPEATS - 1];
  if (second !== undefined) return { type: 'window-exceeded', tokens: second };
  return limit === undefined ? undefined : { type: 'suspected-limit', tokens: limit };
}

/** `believed` in order; `doubted` is the newest report where it contradicts them. */
interface Belief {
  readonly believed: readonly Sample[];
  readonly doubted?: Sample;
}

const NOTHING_BELIEVED: Belief = { believed: [] };

function believe({ believed, doubted }: Belief, next: Sample): Belief {
  // Whatever came after one that agrees was the odd one.
  const at = believed.findLastIndex((one) => areConsistent(one, next));
  if (at >= 0) return { believed: [...believed.slice(0, at + 1), next] };
  const last = believed.at(-1);
  if (!last || !hasShrunk(last, next)) return { believed: [...believed, next] };
  return doubted ? { believed: [doubted, next] } : { believed, doubted: next };
}

/** Though nothing was taken out of the thread. */
function hasShrunk(last: Sample, next: Sample): boolean {
  return next.report.boundary === last.report.boundary && next.reported < last.reported;
}

/** Those since the last jump: what a server adds may have changed with it. */
function lastAgreeing(believed: readonly Sample[]): readonly Sample[] {
  const from = believed.findLastIndex((one, i) => {
    const before = believed[i - 1];
    return before !== undefined && !areConsistent(before, one);
  });
  return believed.slice(Math.max(0, from));
}
