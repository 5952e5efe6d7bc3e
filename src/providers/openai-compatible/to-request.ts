/** Builds a Chat Completions request. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelRequest, ToolDefinition } from '../../core/agent/ports.ts';
import { safeName } from '../../core/message/safe-ids.ts';
import type { RequestFallback } from '../openai-shared/request-fallbacks.ts';
import { schemaOf } from '../shared/block-text.ts';
import { type ModelInfo, maxTokensOf } from '../shared/provider.ts';
import { type AssistantParam, ECHOED, type Ids, NAME_LENGTH, toMessages } from './to-messages.ts';

type Params = ChatCompletionCreateParamsStreaming;

export interface ChatOptions {
  /** Asks for the usage at the stream's end. */
  readonly countsUsage: boolean;
  /**
   * `max_tokens`: OpenAI calls it deprecated, and it is what Ollama, llama.cpp, LM Studio, vLLM, DeepSeek, Mistral, Groq and
   * OpenRouter all take, while several of them don't know `max_completion_tokens` and would ignore or refuse it.
   */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** Sends reasoning back where it came, or with every message of the model's, if an empty one, or not at all. */
  readonly reasoning: 'where-it-came' | 'always' | 'never';
  /** Has the model say a word between results and what the user says after them. */
  readonly parts: boolean;
  readonly ids: Ids;
}

export const OPTIONS: ChatOptions = {
  countsUsage: true,
  limit: 'max_tokens',
  reasoning: 'where-it-came',
  parts: false,
  ids: 'safe',
};

export const CHAT_FALLBACKS: readonly RequestFallback<ChatOptions>[] = [
  { refused: /stream_options|include_usage/i, instead: { countsUsage: false } },
  // OpenAI's reasoning models: "Unsupported parameter: 'max_tokens' … Use 'max_completion_tokens' instead."
  { refused: /max_completion_tokens/i, instead: { limit: 'max_completion_tokens' } },
  // What a compaction or another model wrote has none; and a server may give what it doesn't take.
  { refused: /missing.*reasoning_content|reasoning_content.*(missing|must be)/is, instead: { reasoning: 'always' } },
  { refused: /reasoning_content/i, instead: { reasoning: 'never' } },
  // Mistral: "Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9."
  { refused: /tool call ids? .{0,200}length (of )?9\b/is, instead: { ids: 'short' } },
  // Mistral, and the templates of its models on local servers.
  { refused: /unexpected role|roles must alternate/i, instead: { parts: true } },
];

export function toChatRequest(request: ModelRequest, info: ModelInfo, options: ChatOptions): Params {
  const { system, messages, tools, toolChoice } = request;
  const { id: model, takesImages = true, takesTools = true } = info;
  const hasCalls = messages.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use'));
  const offered = takesTools && (toolChoice === 'auto' || hasCalls) ? tools : [];
  const all = toMessages(system, messages, takesImages, options.ids).map((message) => withReasoning(message, options));
  const said = options.parts ? all.flatMap(withSeparator) : all;
  return {
    model,
    messages: said,
    ...(offered.length > 0 && { tools: offered.map(toTool) }),
    // `auto` is the default, and said aloud it is a 400 on a vLLM that was not started for it.
    ...(offered.length > 0 && toolChoice === 'none' && { tool_choice: toolChoice }),
    [options.limit]: maxTokensOf(request, info),
    stream: true,
    ...(options.countsUsage && { stream_options: { include_usage: true } }),
  };
}

const SEPARATOR: ChatCompletionMessageParam = { role: 'assistant', content: '[I have the results.]' };

function withSeparator(
  message: ChatCompletionMessageParam,
  at: number,
  all: readonly ChatCompletionMessageParam[],
): readonly ChatCompletionMessageParam[] {
  return message.role === 'user' && all[at - 1]?.role === 'tool' ? [SEPARATOR, message] : [message];
}

function withReasoning(message: ChatCompletionMessageParam, { reasoning }: ChatOptions): ChatCompletionMessageParam {
  if (message.role !== 'assistant' || reasoning === 'where-it-came') return message;
  const { [ECHOED]: said = '', ...rest }: AssistantParam = message;
  const reasoned: AssistantParam = { ...rest, [ECHOED]: said };
  return reasoning === 'always' ? reasoned : rest;
}

function toTool({ name, description, inputSchema }: ToolDefinition): ChatCompletionFunctionTool {
  const parameters = schemaOf(inputSchema);
  return { type: 'function', function: { name: safeName(name, NAME_LENGTH), description, parameters } };
}
