/** Finds the model of a new thread, from the settings, the last choice and the providers that can be used. */
import type { ModelError } from '../../core/agent/model-event.ts';
import { err, ok, type Result } from '../../core/lang/result.ts';
import { modelNames } from '../../core/tokens/model-id.ts';
import type { ModelInfo, ProviderId } from '../../providers/shared/provider.ts';
import type { ModelProblem } from './chat-model.ts';
import { type ModelName, parseModelName } from './model-name.ts';
import { PROVIDER_ORDER, PROVIDERS } from './provider-facts.ts';

export interface Wishes {
  /** The setting `spool.provider`. */
  readonly provider: ProviderId | null;
  /** The person's own `spool.model.id`, and the workspace's. */
  readonly model: string | null;
  readonly workspaceModel: string | undefined;
  /** What was picked last, with its provider. */
  readonly picked: string | undefined;
}

export interface DefaultModel {
  readonly provider: ProviderId;
  /** The provider's own id; absent: the preferred one of its list. */
  readonly model?: string;
  /** What the workspace named, where it is a model of another provider than the one in use. */
  readonly refused?: string;
}

/**
 * What the settings say, else what was picked last, else the first provider that can be used; no more of them are asked than
 * needed. A workspace may name only models of the provider in use (docs/settings.md, "Trust").
 */
export async function findDefault(
  wishes: Wishes,
  canUse: (provider: ProviderId) => Promise<boolean>,
): Promise<DefaultModel> {
  const own = await findOwn(wishes, canUse);
  const { workspaceModel } = wishes;
  if (workspaceModel === undefined) return own;
  const named = parseModelName(workspaceModel);
  if (named?.provider === own.provider) return named;
  // Only servers of many makers have ids with another provider's name in front.
  const isOther = named !== undefined && own.provider !== 'openai-compatible';
  return isOther ? { ...own, refused: workspaceModel } : { provider: own.provider, model: workspaceModel };
}

async function findOwn({ provider, model, picked }: Wishes, canUse: (provider: ProviderId) => Promise<boolean>) {
  const last = picked === undefined ? undefined : parseModelName(picked);
  if (provider !== null) {
    if (model !== null) return within(provider, model);
    return last?.provider === provider ? last : { provider };
  }
  const named = model === null ? undefined : parseModelName(model);
  if (named) return named;
  if (model === null && last && (await canUse(last.provider))) return last;
  for (const candidate of PROVIDER_ORDER) {
    if (await canUse(candidate)) return { provider: candidate, ...(model !== null && { model }) };
  }
  return { provider: 'replay' } as const;
}

/** The provider's own name in front of its model is no part of the id. */
function within(provider: ProviderId, model: string): ModelName {
  const named = parseModelName(model);
  return named?.provider === provider ? named : { provider, model };
}

/** The model to use of a provider where no one has chosen: the first preferred one that is listed. */
export function preferredOf(
  provider: ProviderId,
  models: Result<readonly ModelInfo[], ModelError>,
): Result<ModelInfo, ModelProblem> {
  const { preferred } = PROVIDERS[provider];
  const listed = models.ok ? models.value : [];
  const best = preferred.flatMap((name) => listed.find(({ id }) => modelNames(id).includes(name)) ?? []);
  const [first = listed[0]] = best;
  if (first) return ok(first);
  if (!models.ok && preferred[0] === undefined) return err({ type: 'provider-failed', provider, error: models.error });
  return preferred[0] === undefined ? err({ type: 'unknown-model', model: provider }) : ok({ id: preferred[0] });
}
