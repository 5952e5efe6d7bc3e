/** Whether the open thread fits the model that it is to go on with, and what is said where it does not (reliability case 37). */
import { planSwitch, type SwitchPlan } from '../../core/agent/switch-model.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import type { Limits } from '../../core/compaction/limits.ts';
import { assertNever } from '../../core/lang/assert-never.ts';
import type { ModelHead } from '../../core/protocol/panel-state.ts';
import { NO_BASE } from '../../core/thread/measure.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { approximate, formatTokens } from '../../core/view/format.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { type RunContext, runContext } from '../session/run-context.ts';
import type { SessionState } from '../session/session-state.ts';
import { limitProblemText } from '../words/limit-problem.ts';
import type { ModelCommandContext } from './model-command-context.ts';

export interface Misfit {
  readonly text: string;
  /** What would be done about it. */
  readonly detail: string;
  /** Nothing says how many tokens the model takes. */
  readonly isWindowUnknown?: true;
}

/** Returns undefined where the thread fits, where none is open, and where it goes on with the model that it has. */
export function findMisfit(
  state: Pick<SessionState, 'open' | 'settings' | 'model'>,
  { head, reported, agent, options = {} }: ChatModel,
  learned: ModelCommandContext['learned'],
  l10n: L10n,
): Misfit | undefined {
  const { open, settings, model: current } = state;
  if (!open || open.thread.model === head.id) return undefined;
  const next = { head, reported, learned: learned(agent.modelKey), options, base: current?.base ?? NO_BASE };
  const context = runContext(open.thread, settings.config, next);
  if (!context.limits.ok)
    return {
      text: l10n.t('Switch to {0}?', head.name),
      detail: limitProblemText(context.limits.error, l10n),
      ...(context.limits.error.type === 'window-unknown' && { isWindowUnknown: true as const }),
    };
  return describeMisfit(open.thread, head, context, l10n);
}

/** Returns undefined where the thread fits the model, or the model's window is not known. Linear in the thread. */
export function describeMisfit(
  thread: Thread,
  { id, name }: Pick<ModelHead, 'id' | 'name'>,
  { config, limits, base }: Pick<RunContext, 'config' | 'limits' | 'base'>,
  l10n: L10n,
): Misfit | undefined {
  if (!limits.ok) return undefined;
  const plan = planSwitch({ thread, model: id, config, limits: limits.value, base });
  return plan.fits ? undefined : misfitText(plan, name, { config, limits: limits.value }, l10n);
}

function misfitText(
  plan: SwitchPlan,
  name: string,
  { config, limits }: { readonly config: CompactionConfig; readonly limits: Limits },
  l10n: L10n,
): Misfit {
  const size = (tokens: number) => formatTokens(tokens, l10n.locale);
  const text = l10n.t(
    'This thread does not fit {0}: it has {1} tokens, and the model takes {2} beside its reply.',
    name,
    approximate(size(plan.tokens), plan.estimated),
    size(limits.window - limits.reserve),
  );
  return { text, detail: wayOut(plan.plan, config, l10n) };
}

function wayOut(plan: SwitchPlan['plan'], { auto }: CompactionConfig, l10n: L10n): string {
  switch (plan?.type) {
    case 'compaction': {
      const after = formatTokens(plan.draft.tokensAfter, l10n.locale);
      return auto === true
        ? l10n.t(
            'Before your next message is sent it would be compacted to about {0} tokens. You can undo that.',
            after,
          )
        : l10n.t('Compacted it would have about {0} tokens. Nothing is sent before that is done.', after);
    }
    case 'refused':
      return l10n.t('Compaction is switched off, so nothing could be sent to this model from here.');
    case 'unchanged':
    case 'failed':
    case undefined:
      return l10n.t('Compaction can not make it small enough, so nothing could be sent to this model from here.');
    default:
      return assertNever(plan);
  }
}
