/** Builds a stateless Responses API request with the whole history. */
import type { InputTokenCountParams } from 'openai/resources/responses/input-tokens';
import type {
  FunctionTool,
  ResponseCompactParams,
  ResponseCreateParamsStreaming,
} from 'openai/resources/responses/responses';
import type { ModelRequest, ToolDefinition } from '../../core/agent/ports.ts';
import { safeName } from '../../core/message/safe-ids.ts';
import { schemaOf } from '../shared/block-text.ts';
import { NAME_LENGTH, type Takes, toInput } from './to-input.ts';

/** "Expected a value >= 16" is what the API says to less. */
const FEWEST_TOKENS = 16;
const CACHE_KEY_LENGTH = 64;

export interface ResponseOptions extends Takes {
  /** Models that don't reason refuse to be asked for it. */
  readonly thinks: boolean;
  /** Asks for what can be read of the reasoning. */
  readonly summarizes: boolean;
}

export function toResponseRequest(
  request: ModelRequest,
  model: string,
  options: ResponseOptions,
): ResponseCreateParamsStreaming {
  const { thinks, summarizes, seals } = options;
  return {
    ...toCount(request, model, options),
    max_output_tokens: Math.max(FEWEST_TOKENS, request.maxTokens),
    prompt_cache_key: cacheKey(request),
    store: false,
    stream: true,
    ...(thinks && seals && { include: ['reasoning.encrypted_content'] }),
    ...(thinks && reasoningOf(request, summarizes)),
  };
}

function reasoningOf({ effort }: ModelRequest, summarizes: boolean): Pick<ResponseCreateParamsStreaming, 'reasoning'> {
  if (effort === undefined && !summarizes) return {};
  return { reasoning: { ...(effort && { effort }), ...(summarizes && { summary: 'auto' }) } };
}

/** What counts as input, as it is in the call itself. */
export function toCount(request: ModelRequest, model: string, options: ResponseOptions) {
  const { system, messages, tools, toolChoice } = request;
  return {
    model,
    input: toInput(messages, options),
    ...(system.trim() !== '' && { instructions: system.toWellFormed() }),
    ...(tools.length > 0 && { tools: tools.map(toTool), tool_choice: toolChoice }),
  } satisfies InputTokenCountParams;
}

/** A person's instructions go beside the system's, which is the only place for them. */
export function toCompact(
  request: ModelRequest & { readonly instructions?: string },
  model: string,
  options: ResponseOptions,
): ResponseCompactParams {
  const said = [request.system, request.instructions ?? ''].filter((text) => text.trim() !== '').join('\n\n');
  return {
    model,
    input: toInput(request.messages, options),
    ...(said !== '' && { instructions: said.toWellFormed() }),
    prompt_cache_key: cacheKey(request),
  };
}

function toTool({ name, description, inputSchema }: ToolDefinition): FunctionTool {
  return {
    type: 'function',
    name: safeName(name, NAME_LENGTH),
    description,
    parameters: schemaOf(inputSchema),
    strict: false,
  };
}

function cacheKey({ thread }: ModelRequest): string {
  return thread.slice(0, CACHE_KEY_LENGTH);
}
