/** Describes a model for a list: what its provider says of it, completed from the built-in table. */

import type { ModelOptions } from '../../core/agent/effort.ts';
import type { Conceded } from '../../core/agent/refusals/conceded.ts';
import type { Learned } from '../../core/agent/refusals/learned-limits.ts';
import { modelFacts, pricesAt } from '../../core/tokens/models.ts';
import type { Prices } from '../../core/tokens/prices.ts';
import type { ReportedSize } from '../../core/tokens/window.ts';
import type { ModelInfo, ProviderId } from '../../providers/shared/provider.ts';
import { fullName } from './model-name.ts';
import { PROVIDERS } from './provider-facts.ts';

export interface ListedModel {
  /** With its provider. */
  readonly id: string;
  readonly provider: ProviderId;
  /** Names its provider, endpoint and id, as its sealed blocks do; absent where the endpoint is not known. */
  readonly modelKey?: string;
  readonly name: string;
  /** What the provider leaves out of pictures, thinking and the longest reply is from our table. */
  readonly info: ModelInfo;
  readonly reported: ReportedSize;
  /** By the vendor's list, in US dollars per million tokens; absent where nothing is paid by it, or it is not known. */
  readonly prices?: Prices;
  /** What its server refused of requests so far. */
  readonly conceded?: Conceded;
  /** What the person chose for it. */
  readonly options?: ModelOptions;
  /** What refusals taught of its limits, and what a person took from reports. */
  readonly learned?: Learned;
}

/** `now` in milliseconds since 1970: prices change on a day. */
export function describeModel(provider: ProviderId, info: ModelInfo, now: number): ListedModel {
  const facts = modelFacts(info.id);
  const { takesImages = facts?.takesImages, thinks = facts?.thinks } = info;
  // The API of OpenAI says no sizes, and refuses a request for more than a model gives.
  const maxOutput = info.size?.maxOutput ?? facts?.maxOutput;
  return {
    id: fullName({ provider, model: info.id }),
    provider,
    name: info.name ?? info.id,
    info: {
      ...info,
      ...(maxOutput !== undefined && { size: { ...info.size, maxOutput } }),
      ...(takesImages !== undefined && { takesImages }),
      ...(thinks !== undefined && { thinks }),
    },
    reported: info.size ?? {},
    ...(PROVIDERS[provider].isPaidByToken && facts && { prices: pricesAt(facts, now) }),
  };
}
