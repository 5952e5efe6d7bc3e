/** Handles a model's call of the `compact` tool, and builds the map of replaceable ranges that it is shown (R4–R12, R16). */
import { err, type Result } from '../../lang/result.ts';
import { type BaseTokens, measure } from '../../thread/measure.ts';
import type { Thread } from '../../thread/thread.ts';
import type { CompactionConfig } from '../config.ts';
import { gateAndMeasure } from '../draft.ts';
import type { Limits } from '../limits.ts';
import type { PlannedCompaction } from '../plan-input.ts';
import { policyProblem } from './compact-policy.ts';
import { describeRefusal } from './compact-tool.ts';
import { planReplace } from './plan-replace.ts';
import { describeMap, reclaimableRanges } from './reclaimable-ranges.ts';
import { parseReplacements } from './replacement.ts';

export interface CompactCall {
  readonly thread: Thread;
  readonly config: Pick<CompactionConfig, 'enabled' | 'allowModel' | 'toolOutput'>;
  /** The raw tool input. */
  readonly input: unknown;
  readonly callId: string;
  readonly base?: BaseTokens;
}

/** The compaction that the call requests, or the error message for the model. */
export function planCompactCall({
  thread,
  config,
  input,
  callId,
  base,
}: CompactCall): Result<PlannedCompaction, string> {
  if (!config.enabled || !config.allowModel) return err('Compaction by the model is switched off in the settings.');
  const replacements = parseReplacements(input);
  if (!replacements.ok) return replacements;
  const planned = planReplace({
    thread,
    replacements: replacements.value,
    trigger: 'model',
    callId,
    namesRef: config.toolOutput.enabled,
    ...(base && { base }),
  });
  if (!planned.ok) return err(describeRefusal(planned.error));
  const problem = policyProblem(thread, planned.value);
  if (problem) return err(describeRefusal(problem));
  const settled = gateAndMeasure(thread, planned.value, base);
  return settled.ok ? settled : err(`That can't be done (${settled.error.gate}): ${settled.error.detail}.`);
}

/** The map is given from this share of the trigger (R16). */
const MAP_SHARE = 0.6;

/** The map of replaceable ranges for the model; empty below 60 % of the trigger, or when the model may not compact. */
export function compactMap(
  thread: Thread,
  { enabled, allowModel }: Pick<CompactionConfig, 'enabled' | 'allowModel'>,
  { trigger }: Pick<Limits, 'trigger'>,
  base?: BaseTokens,
): string {
  if (!enabled || !allowModel || measure(thread, base).tokens < MAP_SHARE * trigger) return '';
  return describeMap(reclaimableRanges(thread));
}
