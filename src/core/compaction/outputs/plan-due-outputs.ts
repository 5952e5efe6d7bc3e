/** Decides whether tool outputs alone are worth a compaction below the trigger (R35; issue "the right moment"). */
import { draftOutputs } from '../draft.ts';
import type { Plan } from '../plan.ts';
import type { PlanInput } from '../plan-input.ts';
import { priceOf } from '../price.ts';

/** Minimum tokens that a boundary must save. */
const LEAST_SAVED = 1_000;

/** Calls within which an automatic step must pay for itself; the number of later calls is unknown. */
const PAYS_WITHIN = 1;

/**
 * The compaction by the steps over outputs alone that is due before a call; undefined when none is. Outputs over a budget
 * that the settings name are trimmed at once, whatever it costs. Under the stock budget the steps are taken when they pay
 * with the next call, which is when the provider's cache has expired; else they wait for the trigger. So a thread that stays
 * below its trigger never costs more than it would without Spool. Linear.
 */
export function planDueOutputs(input: PlanInput): Extract<Plan, { type: 'compaction' }> | undefined {
  const { config } = input;
  if (!config.enabled || !config.toolOutput.enabled) return undefined;
  const isAsked = config.toolOutput.contextBudgetTokens !== null;
  if (!isAsked && (config.auto !== true || !input.cold)) return undefined;
  const draft = draftOutputs(input);
  if (!draft.ok) return undefined;
  const price = priceOf(input, draft.value);
  const isOver = isAsked && draft.value.steps.some(({ kind }) => kind === 'trim');
  const saved = draft.value.tokensBefore - draft.value.tokensAfter;
  const pays = config.auto === true && saved >= LEAST_SAVED && price.breakEven <= PAYS_WITHIN;
  return isOver || pays ? { type: 'compaction', draft: draft.value, price } : undefined;
}
