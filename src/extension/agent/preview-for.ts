/** Makes the preview of a compaction of the open thread, or returns the reason why no compaction is possible. */
import { planCompaction } from '../../core/compaction/plan.ts';
import type { PlanInput } from '../../core/compaction/plan-input.ts';
import { type SizeBudget, sizeBudget } from '../../core/compaction/size-budget.ts';
import { MIN_SUMMARY_TOKENS, planSummary } from '../../core/compaction/summarize/plan-summary.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { Strategy } from '../../core/thread/strategy.ts';
import type { Preview } from '../../core/view/preview.ts';
import { previewOf } from '../../core/view/preview.ts';
import { planInput } from '../session/compactor.ts';
import type { CompactOutcome } from '../session/outcome.ts';
import { runContext } from '../session/run-context.ts';
import type { SessionState, ShownPreview } from '../session/session-state.ts';
import type { AgentPorts } from './agent-ports.ts';
import { compactorsFor, type FoundCompactors } from './compactors.ts';
import { callContextFor, contextFor, type TurnResources } from './turn-resources.ts';

export type MadePreview = { readonly type: 'preview'; readonly shown: ShownPreview } | CompactOutcome;

/** Calls no model: the preview assumes a summary of the greatest length, at its price. */
export function previewFor(
  { open, settings, model }: SessionState,
  resources: TurnResources | undefined,
  ports: AgentPorts,
  why: Preview['why'],
): MadePreview {
  if (!open) return { type: 'no-thread' };
  const { thread } = open;
  const context = resources ? contextFor(resources, ports, thread) : runContext(thread, settings.config, model);
  const planned = planInput(thread, context);
  if (!planned.ok) return planned.error;
  const { config, prices } = context;
  const { cold } = (resources && callContextFor(resources, ports, thread)) ?? {};
  const input = { ...planned.value, ...(cold && { cold }) };
  const room = sizeBudget(input);
  const plan = planCompaction(input, undefined, room);
  if (plan.type !== 'compaction') return plan;
  const compactors = resources && compactorsFor(resources, ports, cold ?? false);
  const making = plan.draft.strategy === 'outputs' ? undefined : makingBy(config.strategy, compactors, input, room);
  const preview = previewOf(plan, { thread, prices, why, ...(making && { making }) });
  return { type: 'preview', shown: { thread, preview } };
}

/** The strategy that calls a model or the provider, with its cost; undefined when the compaction would call none. */
function makingBy(
  wanted: Strategy,
  compactors: FoundCompactors | undefined,
  input: PlanInput,
  room: SizeBudget,
): Parameters<typeof previewOf>[1]['making'] {
  switch (wanted) {
    case 'native':
      if (compactors?.native) return { strategy: wanted, cost: 0, likelyCost: 0 };
      break;
    case 'summarize':
      break;
    case 'extract':
    case 'truncate':
    case 'disabled':
      return undefined;
    default:
      return assertNever(wanted);
  }
  const plan = compactors?.model && planSummary(input, room, compactors.model);
  if (!plan || plan.budget < MIN_SUMMARY_TOKENS) return undefined;
  return { strategy: 'summarize', cost: plan.cost, likelyCost: plan.likelyCost };
}
