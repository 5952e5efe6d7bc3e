/** Computes a model's tokenizer factor (reported tokens per estimated token) from usage reports (R25). */
import { LEAST_FACTOR, MOST_FACTOR, type Sample } from './trusted-reports.ts';

/** Estimated tokens from which a difference of reports, and a single report, are large enough to tell the factor. */
const LEAST_DIFFERENCE = 2_000;
export const LEAST_ESTIMATE = 8_000;
const LEAST_OF_ONE = 0.8;
const MOST_OF_ONE = 1.25;

/**
 * Tokens for each estimated one. From differences of reports whose estimates lie at least 2,000 apart: the median of those from 0.5 to
 * 2, so that what a server adds to every request is no part of it. Else from the newest report alone; undefined where it says too
 * little.
 */
export function factorOf(samples: readonly Sample[]): number | undefined {
  const ratios = samples
    .flatMap((late, at) => samples.slice(0, at).map((early) => ratioOf(early, late)))
    .filter((ratio) => ratio >= LEAST_FACTOR && ratio <= MOST_FACTOR)
    .sort((a, b) => a - b);
  const middle = (ratios.length - 1) / 2;
  const [low, high] = [ratios[Math.floor(middle)], ratios[Math.ceil(middle)]];
  if (low !== undefined && high !== undefined) return (low + high) / 2;
  const newest = samples.at(-1);
  return newest && factorOfOne(newest);
}

/** The factor by a single count of a request; undefined where our estimate of it is below 8,000 tokens. */
export function factorOfOne({ reported, estimate }: Pick<Sample, 'reported' | 'estimate'>): number | undefined {
  if (estimate < LEAST_ESTIMATE) return undefined;
  return Math.min(MOST_OF_ONE, Math.max(LEAST_OF_ONE, reported / estimate));
}

/** NaN where the estimates lie too close together. */
function ratioOf(early: Sample, late: Sample): number {
  const apart = late.estimate - early.estimate;
  return Math.abs(apart) < LEAST_DIFFERENCE ? Number.NaN : (late.reported - early.reported) / apart;
}
