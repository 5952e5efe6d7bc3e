/** Learns a model's real token limit and tokenizer factor from refusals and usage reports (reliability cases 18, 19). */
import { factorOfOne } from '../../thread/calibrate.ts';
import { LEAST_FACTOR, MOST_FACTOR, type ReportFinding } from '../../thread/trusted-reports.ts';
import { bytesExcess, parseOverflow } from './parse-overflow.ts';

/** What was learned about one model. The caller stores it. */
export interface Learned {
  /** Tokens of its window. */
  readonly limit?: number;
  /** The model's known window when the limit was learned. The limit is dropped once it changes; absent in older data, where it never is. */
  readonly below?: number | 'unknown';
  /** Tokens for each estimated one, by R25's rules. */
  readonly factor?: number;
}

/** A refusal without numbers only proves that the request exceeded the limit; it is assumed to exceed it by this factor. */
const UNKNOWN_EXCESS = 1.1;

export interface OverflowRefusal {
  readonly message: string;
  /** Tokens of the request: measured, and by the estimate alone. */
  readonly counted: number;
  readonly estimate: number;
  /** The model's known window in tokens. */
  readonly window: number;
}

/**
 * What to remember, and how much larger the request really was than we counted (1 or more). A limit is only ever learned
 * downwards: a larger one than the settings say is the settings' business. A factor is learned from a count that the provider
 * gives, as from a single report (R25); words without a number teach that the limit lies below what we counted, unless that is so
 * much less than the window that no tokenizer explains it. Bytes teach nothing of tokens (case W18).
 */
export function learnFromOverflow(
  { message, counted, estimate, window }: OverflowRefusal,
  known: Learned = {},
): { readonly learned: Learned; readonly excess: number } {
  const excessOfBytes = bytesExcess(message);
  if (excessOfBytes !== undefined) return { excess: excessOfBytes, learned: known };
  const { limit, requested } = parseOverflow(message);
  const hasNumber = limit !== undefined || requested !== undefined;
  const isFar = Number.isFinite(window) && counted * MOST_FACTOR < window;
  const refused = hasNumber || isFar || counted === 0 ? window : counted;
  const lower = Math.min(limit ?? refused, known.limit ?? window, window);
  const actual = requested ?? lower * UNKNOWN_EXCESS;
  const excess = counted > 0 && Number.isFinite(actual) ? Math.max(1, actual / counted) : 1;
  const factor = requested === undefined || excess === 1 ? undefined : factorOfOne({ reported: requested, estimate });
  return {
    excess,
    learned: { ...known, ...(lower < window && { limit: lower }), ...(factor !== undefined && { factor }) },
  };
}

/** Updates a model's knowledge from a thread's usage reports: takes its factor, and drops a limit that two requests exceeded. */
export function learnFromReports(
  { factor, finding }: { readonly factor: number | undefined; readonly finding?: ReportFinding | undefined },
  known: Learned,
): Learned {
  const { limit, below, ...rest } = known;
  const isExceeded = finding?.type === 'window-exceeded' && limit !== undefined && finding.tokens > limit;
  const kept = limit !== undefined && !isExceeded ? { limit, ...(below !== undefined && { below }) } : {};
  return { ...rest, ...kept, ...(factor !== undefined && isFactor(factor) && { factor }) };
}

/** The knowledge that still applies to a model whose known window is `window`. */
export function learnedFor({ limit, below, ...rest }: Learned, window: number | undefined): Learned {
  if (limit === undefined || (below !== undefined && below !== (window ?? 'unknown'))) return rest;
  return { ...rest, limit, ...(below !== undefined && { below }) };
}

/** Whether a factor is plausible. Older versions stored implausible ones. */
export function isFactor(factor: number): boolean {
  return factor >= LEAST_FACTOR && factor <= MOST_FACTOR;
}
