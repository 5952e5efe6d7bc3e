/** Predicts what a switch of the model means for a thread: its size, and whether it must be compacted (reliability case 37). */
import type { CompactionConfig } from '../compaction/config.ts';
import type { Limits } from '../compaction/limits.ts';
import { type Plan, planCompaction } from '../compaction/plan.ts';
import { nextRequest } from '../compaction/trigger.ts';
import { type BaseTokens, measure, NO_BASE } from '../thread/measure.ts';
import { append, nextId, type Thread } from '../thread/thread.ts';

export interface SwitchPlan {
  /** Tokens of the next request, as the new model counts them. */
  readonly tokens: number;
  readonly estimated: boolean;
  /** False: the thread must be compacted before the new model can be called. */
  readonly fits: boolean;
  /** The compaction that would be needed, planned without a model; absent if the thread fits. */
  readonly plan?: Plan;
}

/** The size of the next request, as another model counts it, and whether that model takes it, as far as is known. `limits` and `base` are its own. */
export function sizeAfterSwitch(input: {
  readonly thread: Thread;
  readonly model: string;
  readonly limits?: Limits;
  readonly base?: BaseTokens;
}): Omit<SwitchPlan, 'plan'> & { readonly thread: Thread } {
  const { limits, base = NO_BASE } = input;
  const thread = append(input.thread, { type: 'model', model: input.model, id: nextId(input.thread), at: 0 });
  const { tokens, estimated } = measure(thread, base);
  return { tokens, estimated, fits: !limits || nextRequest({ thread, limits, base }).fits, thread };
}

/** `config`, `limits` and `base` are the new model's. Linear. */
export function planSwitch(
  input: Parameters<typeof sizeAfterSwitch>[0] & { readonly limits: Limits; readonly config: CompactionConfig },
): SwitchPlan {
  const { config, limits, base = NO_BASE } = input;
  const { thread, ...size } = sizeAfterSwitch(input);
  if (size.fits) return size;
  return { ...size, plan: planCompaction({ thread, config, limits, trigger: 'auto', base }) };
}
