/** Builds the part of an Anthropic request that stream, count and compact share. */
import type {
  BetaMessageParam,
  BetaTool,
  MessageCountTokensParams,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { ModelRequest, ToolDefinition } from '../../core/agent/ports.ts';
import { wellFormedRecord } from '../../core/lang/well-formed-json.ts';
import type { Message } from '../../core/message/message.ts';
import { safeName } from '../../core/message/safe-ids.ts';
import { schemaOf } from '../shared/block-text.ts';
import type { ModelInfo } from '../shared/provider.ts';
import { type CacheLife, marked, markNewest } from './cache-marks.ts';
import { BINDING_BETA, thinkingFor } from './thinking.ts';
import { type AnthropicMessage, NAME_LENGTH, toAnthropicMessages } from './to-messages.ts';

/** On-demand compaction, and every later request that holds its block (platform.claude.com, "Compaction on demand"). */
export const COMPACTION_BETA = 'compact-2026-09-04';

export type Prompt = Pick<
  MessageCountTokensParams,
  'model' | 'messages' | 'system' | 'tools' | 'tool_choice' | 'thinking' | 'betas'
>;

/**
 * Pure, and but for the cache marks append-only: between two boundaries of a thread the bytes of a request are those of the one
 * before and what was added. Linear.
 */
export function toPrompt(request: ModelRequest, info: ModelInfo, modelKey: string, life: CacheLife = '5m'): Prompt {
  const { system, messages, toolChoice, isEdited, conceded = {} } = request;
  const marks = conceded.cacheMarks === undefined;
  const mark = <T extends object>(block: T) => (marks ? marked(block, life) : block);
  const tools = toolsOf(request).map(toolParam);
  const thinking = thinkingFor(info, isEdited);
  const wire = toAnthropicMessages(messages, modelKey).map(({ role, content }) => ({
    role,
    content: content.map(wellFormedRecord),
  }));
  const betas = [
    ...(thinking && 'block_binding' in thinking ? [BINDING_BETA] : []),
    ...(wire[0]?.content[0]?.type === 'compaction' ? [COMPACTION_BETA] : []),
  ];
  return {
    model: info.id,
    ...(system.trim() !== '' && { system: [mark({ type: 'text' as const, text: system.toWellFormed() })] }),
    ...(tools.length > 0 && { tools: tools.map((tool, at) => (at === tools.length - 1 ? mark(tool) : tool)) }),
    ...(tools.length > 0 && toolChoice === 'none' && { tool_choice: { type: 'none' } }),
    ...(thinking && { thinking }),
    messages: paramsOf(marks ? markNewest(wire, life) : wire),
    ...(betas.length > 0 && { betas }),
  };
}

/** Calls in the messages want tools beside them, also where none may be called (Amazon Bedrock refuses them else). */
function toolsOf({ tools, messages }: ModelRequest): readonly ToolDefinition[] {
  if (tools.length > 0) return tools;
  return [...namesOfCalls(messages)].map((name) => ({ name, description: '', inputSchema: {} }));
}

function namesOfCalls(messages: readonly Message[]): ReadonlySet<string> {
  const calls = messages.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_use'));
  return new Set(calls.map(({ name }) => safeName(name, NAME_LENGTH)));
}

function toolParam({ name, description, inputSchema }: ToolDefinition): BetaTool {
  return {
    name: safeName(name, NAME_LENGTH),
    ...(description !== '' && { description }),
    input_schema: schemaOf(inputSchema),
    // A long input would come in one piece after minutes of silence.
    eager_input_streaming: true,
  };
}

/** `toAnthropicMessages` writes the API's own form, whose types core can't name. */
function paramsOf(messages: readonly AnthropicMessage[]): BetaMessageParam[] {
  return messages as unknown as BetaMessageParam[];
}
