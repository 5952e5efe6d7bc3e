/** Lists Anthropic's models with their sizes and capabilities (platform.claude.com, "Models API"). */
import type { Anthropic } from '@anthropic-ai/sdk';
import { readCount, readField, readFlag, readList, readText } from '../../core/lang/read-value.ts';
import { expectType, NotTheApi } from '../shared/connection-errors.ts';
import type { ModelInfo } from '../shared/provider.ts';
import { CLAUDE_EFFORTS } from './thinking.ts';
import { COMPACTION_BETA } from './to-request.ts';

/** The API's maximum page size. */
const PAGE = 1000;

/** Newest first, as the API lists them. Throws what the SDK throws. */
export async function readModels(client: Anthropic, signal: AbortSignal): Promise<readonly ModelInfo[]> {
  const params = { limit: PAGE, betas: [COMPACTION_BETA] };
  const { data: page, response } = await client.beta.models.list(params, { signal }).withResponse();
  expectType(response, 'application/json');
  // The SDK takes an answer without a list for an empty one.
  if (readList(page.data).length === 0) throw new NotTheApi('no models');
  const found: ModelInfo[] = [];
  const ends = new Set<string>();
  for (let one = page; ; one = await one.getNextPage()) {
    for (const model of readList(one.data))
      if (readField(model, 'lifecycle') !== 'retired') found.push(...infoOf(model));
    const end = readText(one.last_id);
    // A server that names a page again would be asked for it without end.
    if (!one.hasNextPage() || !end || ends.has(end)) return found;
    ends.add(end);
  }
}

/**
 * `max_input_tokens` is the whole window. What the API leaves out, says null to or gives another type is not known; servers that
 * speak its language leave much out. A model without an id can't be asked for.
 */
function infoOf(model: unknown): readonly ModelInfo[] {
  const id = readText(readField(model, 'id'));
  if (!id) return [];
  const name = readText(readField(model, 'display_name'));
  const capabilities = readField(model, 'capabilities');
  const takesImages = readFlag(readField(capabilities, 'image_input', 'supported'));
  const thinks = readFlag(readField(capabilities, 'thinking', 'types', 'adaptive', 'supported'));
  const compacts = readFlag(readField(capabilities, 'compaction', 'summarize', 'supported'));
  const effort = readField(capabilities, 'effort');
  const efforts = CLAUDE_EFFORTS.filter((level) => readFlag(readField(effort, level, 'supported')));
  const window = readCount(readField(model, 'max_input_tokens'));
  const maxOutput = readCount(readField(model, 'max_tokens'));
  return [
    {
      id,
      ...(name && { name }),
      size: { window, maxOutput },
      takesTools: true,
      ...(takesImages !== undefined && { takesImages }),
      ...(thinks !== undefined && { thinks }),
      ...(effort !== undefined && { efforts }),
      ...(compacts !== undefined && { compacts }),
    },
  ];
}
