/** The interface of a provider, its access data and its models' info. */

import type { Effort } from '../../core/agent/effort.ts';
import type { ModelError } from '../../core/agent/model-event.ts';
import type { AgentModel, ModelRequest } from '../../core/agent/ports.ts';
import type { ConcessionMemory } from '../../core/agent/refusals/conceded.ts';
import type { Result } from '../../core/lang/result.ts';
import type { ReportedSize } from '../../core/tokens/window.ts';

export const PROVIDER_IDS = ['anthropic', 'openai', 'openai-compatible', 'gemini', 'vscode-lm', 'replay'] as const;

export type ProviderId = (typeof PROVIDER_IDS)[number];

/** How a provider is reached. */
export interface Access {
  /** Never logged, never in an error. */
  readonly apiKey?: string;
  /** The official one where none is given. */
  readonly baseUrl?: string;
  /** Stands in for the global one; what logs requests, say. */
  readonly fetch?: typeof fetch;
  /** Milliseconds of silence after which a stream counts as dead; where none are given, 5 minutes before its answer begins and 2 after. */
  readonly idleMs?: number;
  /** How long the provider keeps the cached part of a request, where it can be told (Anthropic). */
  readonly cacheLife?: '5m' | '1h';
  /** Keeps what the server refuses of requests; where none is given, each model keeps it for itself. */
  readonly concessions?: ConcessionMemory;
}

/** A model as its provider describes it; what is left out is not known. */
export interface ModelInfo {
  /** The provider's own id. */
  readonly id: string;
  readonly name?: string;
  readonly size?: ReportedSize;
  readonly takesImages?: boolean;
  readonly takesTools?: boolean;
  /** Reasons before it answers, so that thinking is asked for. */
  readonly thinks?: boolean;
  /** The levels of effort that it takes. */
  readonly efforts?: readonly Effort[];
  /** Offers a compaction of its own (R57). */
  readonly compacts?: boolean;
}

export interface Provider {
  readonly id: ProviderId;
  /** Asks the provider; a wrong key is an `auth` error, so this also tests a key. */
  models(access: Access, signal: AbortSignal): Promise<Result<readonly ModelInfo[], ModelError>>;
  /** Makes no request. The model's `id` is `${provider}/${info.id}`. */
  model(info: ModelInfo, access: Access): AgentModel;
}

/** Who can read what a model seals (`AgentModel.modelKey`): opaque items are bound to provider, endpoint and model. */
export function modelKeyOf(provider: ProviderId, model: string, baseUrl: string | undefined): string {
  return baseUrl === undefined ? `${provider}/${model}` : `${provider}/${model}@${baseUrl}`;
}

/** Tokens of a reply that may be asked for: what the limits keep, but no more than the model gives; 0 and -1 say nothing. */
export function maxTokensOf({ maxTokens }: Pick<ModelRequest, 'maxTokens'>, { size }: ModelInfo): number {
  const most = size?.maxOutput ?? 0;
  return most >= 1 ? Math.min(maxTokens, most) : maxTokens;
}
