/** A request in the form of the Responses API: stateless, with all of the history in it. */
import type { InputTokenCountParams } from 'openai/resources/responses/input-tokens';
import type {
  FunctionTool,
  ResponseCompactParams,
  ResponseCreateParamsStreaming,
} from 'openai/resources/responses/responses';
import type { ModelRequest, ToolDefinition } from '../../core/agent/ports.ts';
import { safeName } from '../../core/transfer/safe-ids.ts';
import type { Concession } from '../openai-concessions.ts';
import { objectOf } from '../words.ts';
import { NAME_LENGTH, toInput } from './to-input.ts';

/** "Expected a value >= 16" is what the API says to less. */
const FEWEST_TOKENS = 16;
const CACHE_KEY_LENGTH = 64;

/** `thinks`: models that don't reason refuse to be asked for reasoning. */
export function toCreate(request: ModelRequest, model: string, thinks: boolean): ResponseCreateParamsStreaming {
  return {
    ...toCount(request, model),
    max_output_tokens: Math.max(FEWEST_TOKENS, request.maxTokens),
    prompt_cache_key: cacheKey(request),
    store: false,
    stream: true,
    ...(thinks && { include: ['reasoning.encrypted_content'], reasoning: { summary: 'auto' } }),
  };
}

/** What counts as input; fields in the same order and form as in the call itself. */
export function toCount({ system, messages, tools, toolChoice }: ModelRequest, model: string) {
  return {
    model,
    input: toInput(messages),
    ...(system.trim() !== '' && { instructions: system }),
    ...(tools.length > 0 && { tools: tools.map(toTool), tool_choice: toolChoice }),
  } satisfies InputTokenCountParams;
}

/** Instructions of a person's go beside the system's, which is the only place for them. */
export function toCompact(
  request: ModelRequest & { readonly instructions?: string },
  model: string,
): ResponseCompactParams {
  const said = [request.system, request.instructions ?? ''].filter((text) => text.trim() !== '').join('\n\n');
  return {
    model,
    input: toInput(request.messages),
    ...(said !== '' && { instructions: said }),
    prompt_cache_key: cacheKey(request),
  };
}

/**
 * Summaries of reasoning are for verified organizations only ("Your organization must be verified to generate reasoning
 * summaries"), and a model behind a base URL may not know sealed reasoning.
 */
export const CONCESSIONS: readonly Concession<ResponseCreateParamsStreaming>[] = [
  { refused: /encrypted content|reasoning\.encrypted_content/i, instead: ({ include: _, ...rest }) => rest },
  { refused: /reasoning summar|reasoning\.summary|'reasoning'/i, instead: ({ reasoning: _, ...rest }) => rest },
];

function toTool({ name, description, inputSchema }: ToolDefinition): FunctionTool {
  return {
    type: 'function',
    name: safeName(name, NAME_LENGTH),
    description,
    parameters: objectOf(inputSchema),
    strict: false,
  };
}

function cacheKey({ thread }: ModelRequest): string {
  return thread.slice(0, CACHE_KEY_LENGTH);
}
