/** Handles a model's call of the `compact` tool, and builds the map of replaceable ranges that it is shown (R4–R12, R16). */
import { err, type Result } from '../../lang/result.ts';
import { type BaseTokens, measure } from '../../thread/measure.ts';
import type { Thread } from '../../thread/thread.ts';
import { legalCuts, pendingRound } from '../../thread/turns.ts';
import type { CompactionConfig } from '../config.ts';
import { gateAndMeasure } from '../draft.ts';
import type { Limits } from '../limits.ts';
import type { PlannedCompaction } from '../plan-input.ts';
import { coolDown, policyProblem } from './compact-policy.ts';
import { describeRefusal } from './compact-tool.ts';
import { planReplace } from './plan-replace.ts';
import { describeMap, holdsMap, reclaimableRanges } from './reclaimable-ranges.ts';
import { finalRefusal, wasRefusedBefore } from './repeated-call.ts';
import { parseReplacements } from './replacement.ts';

type ModelCompaction = Pick<CompactionConfig, 'enabled' | 'allowModel' | 'strategy'>;

/** Whether a model has the `compact` tool. Under the strategy `disabled` nothing compacts. */
export function mayModelCompact({ enabled, allowModel, strategy }: ModelCompaction): boolean {
  return enabled && allowModel && strategy !== 'disabled';
}

export interface CompactCall {
  readonly thread: Thread;
  readonly config: ModelCompaction & Pick<CompactionConfig, 'toolOutput'>;
  /** The raw tool input. */
  readonly input: unknown;
  readonly callId: string;
  readonly base?: BaseTokens;
}

/** The compaction that the call requests, or the error message for the model, which is another one where it repeats a refused call. */
export function planCompactCall(call: CompactCall): Result<PlannedCompaction, string> {
  const planned = planCall(call);
  return planned.ok || !wasRefusedBefore(call) ? planned : err(finalRefusal(planned.error));
}

function planCall({ thread, config, input, callId, base }: CompactCall): Result<PlannedCompaction, string> {
  if (!mayModelCompact(config)) return err('Compaction by the model is switched off in the settings.');
  const replacements = parseReplacements(input);
  if (!replacements.ok) return replacements;
  const planned = planReplace({
    thread,
    replacements: replacements.value,
    trigger: 'model',
    callId,
    end: pendingRound(thread.items, legalCuts(thread.items)) ?? thread.items.length,
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

/**
 * The map of replaceable ranges for the model; empty below 60 % of the trigger, when a call would be refused, and when the context holds
 * a map already: it is given once between two boundaries, and goes with the next one as every reminder does.
 */
export function compactMap(
  thread: Thread,
  config: ModelCompaction,
  { trigger }: Pick<Limits, 'trigger'>,
  base?: BaseTokens,
): string {
  const { tokens, factor } = measure(thread, base);
  if (!mayModelCompact(config) || tokens < MAP_SHARE * trigger || coolDown(thread) || holdsMap(thread.items)) return '';
  return describeMap(reclaimableRanges(thread, factor));
}
