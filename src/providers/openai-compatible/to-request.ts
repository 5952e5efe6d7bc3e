/** Builds a Chat Completions request. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ModelRequest, ToolDefinition } from '../../core/agent/ports.ts';
import type { Conceded } from '../../core/agent/refusals/conceded.ts';
import { safeName } from '../../core/message/safe-ids.ts';
import { schemaOf } from '../shared/block-text.ts';
import { type ModelInfo, maxTokensOf } from '../shared/provider.ts';
import { markChat } from './cache-marks.ts';
import { ECHOED, REASONING_FIELDS } from './reply-seals.ts';
import { type AssistantParam, type Ids, NAME_LENGTH, toMessages } from './to-messages.ts';

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
  /** As `Conceded.signatures`. */
  readonly signs: boolean;
  /** Marks prefixes for the cache of Claude behind a gateway. */
  readonly marks?: boolean;
  /** `none` asks for no reasoning, where a server refuses tools beside it. */
  readonly effort?: Conceded['effort'];
}

export const OPTIONS: ChatOptions = {
  countsUsage: true,
  limit: 'max_tokens',
  reasoning: 'where-it-came',
  parts: false,
  ids: 'safe',
  signs: false,
};

/** What is conceded to a server here (`core/agent/refusals/refusals.ts`); all else is in the request already. */
export const ADAPTS = [
  'usage',
  'limitName',
  'reasoning',
  'ids',
  'signatures',
  'roles',
  'effort',
  'cacheMarks',
] as const satisfies readonly (keyof Conceded)[];

export function chatOptions({ conceded = {} }: ModelRequest): ChatOptions {
  const {
    usage,
    limitName = OPTIONS.limit,
    reasoning = OPTIONS.reasoning,
    ids = OPTIONS.ids,
    roles,
    effort,
    signatures,
  } = conceded;
  const [countsUsage, parts, signs] = [usage === undefined, roles !== undefined, signatures !== undefined];
  return { countsUsage, limit: limitName, reasoning, parts, ids, effort, signs };
}

export function toChatRequest(request: ModelRequest, info: ModelInfo, options: ChatOptions): Params {
  const { system, messages, tools, toolChoice, effort } = request;
  const { id: model, takesImages = true, takesTools = true } = info;
  const hasCalls = messages.some(({ blocks }) => blocks.some(({ type }) => type === 'tool_use'));
  const offered = takesTools && (toolChoice === 'auto' || hasCalls) ? tools : [];
  const all = toMessages(system, messages, takesImages, options).map((message) => withReasoning(message, options));
  const said = options.parts ? all.flatMap(withSeparator) : all;
  return {
    model,
    messages: options.marks ? markChat(said) : said,
    ...(offered.length > 0 && { tools: offered.map(toTool) }),
    // `auto` is the default, and said aloud it is a 400 on a vLLM that was not started for it.
    ...(offered.length > 0 && toolChoice === 'none' && { tool_choice: toolChoice }),
    [options.limit]: maxTokensOf(request, info),
    ...(effort && { reasoning_effort: effort }),
    ...(options.effort === 'none' && { reasoning_effort: 'none' as const }),
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
  const { [ECHOED]: said = '' }: AssistantParam = message;
  const reasoned: AssistantParam = { ...message, [ECHOED]: said };
  if (reasoning === 'always') return reasoned;
  const kept = Object.entries(message).filter(([name]) => !REASONING_FIELDS.some((one) => one === name));
  return Object.fromEntries(kept) as unknown as AssistantParam;
}

function toTool({ name, description, inputSchema }: ToolDefinition): ChatCompletionFunctionTool {
  const parameters = schemaOf(inputSchema);
  return { type: 'function', function: { name: safeName(name, NAME_LENGTH), description, parameters } };
}
