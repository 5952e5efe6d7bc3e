/** A request in the form of Chat Completions. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelRequest, ToolDefinition } from '../../core/agent/ports.ts';
import { safeName } from '../../core/transfer/safe-ids.ts';
import type { Concession } from '../openai-concessions.ts';
import type { ModelInfo } from '../provider.ts';
import { objectOf } from '../words.ts';
import { type AssistantParam, ECHOED, NAME_LENGTH, toMessages } from './to-messages.ts';

type Params = ChatCompletionCreateParamsStreaming;

/**
 * `max_tokens`: OpenAI calls it deprecated, and it is what Ollama, llama.cpp, LM Studio, vLLM, DeepSeek, Mistral, Groq and
 * OpenRouter all take, while several of them don't know `max_completion_tokens` and would ignore or refuse it.
 */
export function toCreate(request: ModelRequest, { id: model, takesImages, takesTools = true }: ModelInfo): Params {
  const { system, messages, tools, toolChoice, maxTokens } = request;
  const hasCalls = messages.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use'));
  const offered = takesTools && (toolChoice === 'auto' || hasCalls) ? tools : [];
  return {
    model,
    messages: toMessages(system, messages, takesImages),
    ...(offered.length > 0 && { tools: offered.map(toTool) }),
    // `auto` is the default, and said aloud it is a 400 on a vLLM that was not started for it.
    ...(offered.length > 0 && toolChoice === 'none' && { tool_choice: toolChoice }),
    max_tokens: maxTokens,
    stream: true,
    stream_options: { include_usage: true },
  };
}

export const CONCESSIONS: readonly Concession<Params>[] = [
  { refused: /stream_options|include_usage/i, instead: ({ stream_options: _, ...rest }) => rest },
  // OpenAI's reasoning models: "Unsupported parameter: 'max_tokens' … Use 'max_completion_tokens' instead."
  {
    refused: /max_completion_tokens/i,
    instead: ({ max_tokens = null, ...rest }) => ({ ...rest, max_completion_tokens: max_tokens }),
  },
  // What a compaction or another model wrote has no reasoning, and the server wants some on each message.
  {
    refused: /reasoning_content/i,
    instead: (params) => ({ ...params, messages: params.messages.map(withReasoning) }),
  },
];

function withReasoning(message: ChatCompletionMessageParam): ChatCompletionMessageParam {
  if (message.role !== 'assistant') return message;
  const reasoned: AssistantParam = { [ECHOED]: '', ...message };
  return reasoned;
}

function toTool({ name, description, inputSchema }: ToolDefinition): ChatCompletionFunctionTool {
  const parameters = objectOf(inputSchema);
  return { type: 'function', function: { name: safeName(name, NAME_LENGTH), description, parameters } };
}
