/** The models that Anthropic offers, with what its API tells of them (platform.claude.com, "Models API"). */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { BetaModelInfo } from '@anthropic-ai/sdk/resources/beta/models';
import type { ModelInfo } from '../provider.ts';
import { expectType, NotTheApi } from '../unreached.ts';
import { COMPACTION_BETA } from './to-request.ts';

/** As many as the API gives at once. */
const PAGE = 1000;

/** Newest first, as the API lists them. Throws what the SDK throws. */
export async function readModels(client: Anthropic, signal: AbortSignal): Promise<readonly ModelInfo[]> {
  const params = { limit: PAGE, betas: [COMPACTION_BETA] };
  const { data: page, response } = await client.beta.models.list(params, { signal }).withResponse();
  expectType(response, 'application/json');
  // The SDK takes an answer without a list for an empty one.
  if (page.data.length === 0) throw new NotTheApi('no models');
  const found: ModelInfo[] = [];
  for await (const model of page) if (model.lifecycle !== 'retired') found.push(infoOf(model));
  return found;
}

/** `max_input_tokens` is the whole window. What the API leaves out or says null to is not known; servers that speak its language leave much out. */
function infoOf({ id, display_name: name, max_input_tokens, max_tokens, capabilities }: BetaModelInfo): ModelInfo {
  const takesImages = capabilities?.image_input?.supported;
  const thinks = capabilities?.thinking?.types?.adaptive?.supported;
  const compacts = capabilities?.compaction?.summarize?.supported;
  return {
    id,
    ...(name && { name }),
    size: { window: max_input_tokens, maxOutput: max_tokens },
    takesTools: true,
    ...(takesImages !== undefined && { takesImages }),
    ...(thinks !== undefined && { thinks }),
    ...(compacts !== undefined && { compacts }),
  };
}
