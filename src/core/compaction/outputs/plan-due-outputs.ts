/** Decides whether tool outputs alone are worth a compaction below the trigger (R35; issue "the right moment"). */
import { draftOutputs } from '../draft.ts';
import type { Plan } from '../plan.ts';
import type { PlanInput } from '../plan-input.ts';
import { priceOf } from '../price.ts';

/** Minimum tokens that a boundary must save. */
const LEAST_SAVED = 1_000;

/** Calls within which an automatic step must pay for itself; the number of later calls is unknown. */
const PAYS_WITHIN = 1;

export interface DueOutputsInput extends PlanInput {
  /** Whether outputs may also go because that pays, which is only below the trigger; true by default. */
  readonly mayPay?: boolean;
}

/**
 * The compaction by the steps over outputs alone that is due before a call; undefined when none is. Outputs over a budget
 * that the settings name are reduced at once, by whichever step does it, whatever it costs and whatever the settings of compaction
 * say: the output cache is a switch of its own. Under the stock budget the steps are taken when they pay with the next call, which is
 * when the provider's cache has expired; else they wait for the trigger. So a thread that stays below its trigger never costs more than
 * it would without Spool. Linear.
 */
export function planDueOutputs(input: DueOutputsInput): Extract<Plan, { type: 'compaction' }> | undefined {
  const { config, thread, cold = false, mayPay = true } = input;
  const { enabled, contextBudgetTokens: budget } = config.toolOutput;
  if (!enabled) return undefined;
  const isOver = budget !== null && thread.tally.toolResults > budget;
  const maySave = mayPay && cold && config.enabled && config.auto === true && config.strategy !== 'disabled';
  if (!isOver && !maySave) return undefined;
  const draft = draftOutputs(input);
  if (!draft.ok) return undefined;
  const price = priceOf(input, draft.value);
  const saved = draft.value.tokensBefore - draft.value.tokensAfter;
  const pays = maySave && saved >= LEAST_SAVED && price.breakEven <= PAYS_WITHIN;
  return isOver || pays ? { type: 'compaction', draft: draft.value, price } : undefined;
}
