/** Names of models with their provider in front, as threads, settings and the engine have them. */
import { PROVIDER_IDS, type ProviderId } from '../../providers/shared/provider.ts';

export interface ModelName {
  readonly provider: ProviderId;
  /** The provider's own id. */
  readonly model: string;
}

/** Undefined where no provider of ours is in front. */
export function parseModelName(id: string): ModelName | undefined {
  const slash = id.indexOf('/');
  const provider = PROVIDER_IDS.find((one) => one === id.slice(0, slash));
  const model = id.slice(slash + 1);
  return provider === undefined || slash < 0 || model === '' ? undefined : { provider, model };
}

export function fullName({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}
