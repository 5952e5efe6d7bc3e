/** Which model a new thread speaks with. */
import type { ProviderId } from '../../providers/provider.ts';
import { type ModelName, parseModelName } from './model-name.ts';
import { PROVIDER_ORDER } from './provider-facts.ts';

export interface Wishes {
  /** The setting `spool.provider`. */
  readonly provider: ProviderId | null;
  /** The person's own `spool.model.id`, and the workspace's. */
  readonly model: string | null;
  readonly workspaceModel: string | undefined;
  /** What was picked last, with its provider. */
  readonly picked: string | undefined;
}

export interface DefaultPlan {
  readonly provider: ProviderId;
  /** The provider's own id; absent: the one of its list that suits most. */
  readonly model?: string;
  /** The workspace named a model of another provider than the one in use. */
  readonly refused?: string;
}

/**
 * What the settings say, else what was picked last, else the first provider that can be used. A workspace may name only models
 * of the provider in use (requirements, "Resolutions").
 */
export function planDefault(wishes: Wishes, usable: readonly ProviderId[]): DefaultPlan {
  const own = planOwn(wishes, usable);
  const { workspaceModel } = wishes;
  if (workspaceModel === undefined) return own;
  const named = parseModelName(workspaceModel);
  if (named?.provider === own.provider) return named;
  // Only servers of many makers have ids with another provider's name in front.
  const isOther = named !== undefined && own.provider !== 'openai-compatible';
  return isOther ? { ...own, refused: workspaceModel } : { provider: own.provider, model: workspaceModel };
}

function planOwn({ provider, model, picked }: Wishes, usable: readonly ProviderId[]): DefaultPlan {
  const last = picked === undefined ? undefined : parseModelName(picked);
  if (provider !== null) {
    if (model !== null) return within(provider, model);
    return last?.provider === provider ? last : { provider };
  }
  const named = model === null ? undefined : parseModelName(model);
  if (named) return named;
  const first = PROVIDER_ORDER.find((one) => usable.includes(one)) ?? 'replay';
  if (model !== null) return { provider: first, model };
  return last && usable.includes(last.provider) ? last : { provider: first };
}

/** The provider's own name in front of its model is no part of the id. */
function within(provider: ProviderId, model: string): ModelName {
  const named = parseModelName(model);
  return named?.provider === provider ? named : { provider, model };
}
