/** The target size of one compaction in tokens: as configured, or half of the thread when a person compacts a smaller one. */
import { measure, NO_BASE } from '../thread/measure.ts';
import type { PlanInput } from './plan-input.ts';

/** A thread within this share above its target is not clearly above it. */
const NEAR_SHARE = 0.1;

/**
 * Measured tokens. A person who asks for a compaction wants a smaller thread, whatever the target says: where the thread is below
 * its target, or hardly above it, it is halved. A target that the settings name, and that is below what is there, is taken as it is.
 */
export function compactionTarget({
  thread,
  config,
  limits,
  base = NO_BASE,
  trigger,
}: Pick<PlanInput, 'thread' | 'config' | 'limits' | 'base'> & Partial<Pick<PlanInput, 'trigger'>>): number {
  const { target } = limits;
  if (trigger !== 'manual') return target;
  const { tokens } = measure(thread, base);
  const isExplicit = config.targetTokens !== null && target < tokens;
  return isExplicit || tokens > target * (1 + NEAR_SHARE) ? target : Math.floor(tokens / 2);
}
