/** What the calls of a thread are made with: model, settings, limits, prices and tools, and what is sent beside the messages. */
import type { CallContext } from '../../core/agent/make-room.ts';
import type { ToolDefinition } from '../../core/agent/ports.ts';
import { sumOfTools } from '../../core/agent/tool-tokens.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import type { OfferedTool } from '../../core/thread/offered-tools.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { estimateText } from '../../core/tokens/estimate.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import type { ToolSource } from '../../core/view/meter.ts';
import type { PrefixThread } from '../../core/workspace/external/due-tools.ts';
import type { ChatModel } from '../models/chat-model.ts';
import {
  type ContextThread,
  type ModelState,
  type PrefixTokens,
  type RunContext,
  runContext,
  runLimits,
} from '../session/run-context.ts';
import type { AgentPorts } from './agent-ports.ts';
import { type DescribedPrefix, describePrefix, type PrefixInput, type PrefixPorts } from './request-prefix.ts';

/** Milliseconds after which a provider has forgotten what it cached of a thread, where nobody asked for longer. */
const CACHE_MS = 5 * 60_000;

/** What one thread is run with. */
export interface TurnResources extends PrefixInput {
  readonly threadId: string;
  readonly chatModel: ChatModel;
  /** Writes the summaries; the chatModel itself unless the settings name another (R45). */
  readonly summarizer: ChatModel;
  readonly outputs: OutputStore;
  readonly regex: RegexEngine;
}

/** Estimated tokens of what a thread's requests begin with, the tools by who offers them. */
function measurePrefix(input: PrefixInput, ports: PrefixPorts, thread: ContextThread): PrefixTokens {
  const { system, own, external } = describePrefix(input, ports, isWhole(thread) ? thread : undefined);
  const sources = new Map<string, OfferedTool[]>();
  for (const tool of external) sources.set(tool.source, [...(sources.get(tool.source) ?? []), tool]);
  const sized = (source: string | null, tools: readonly ToolDefinition[]): ToolSource => ({
    source,
    count: tools.length,
    tokens: sumOfTools(tools),
  });
  const others = [...sources].map(([source, tools]) => sized(source, tools));
  const { tokens } = sized(null, [...own, ...external]);
  return {
    system: estimateText(system),
    tools: tokens,
    sources: others.length > 0 ? [sized(null, own), ...others] : [],
  };
}

function isWhole(thread: ContextThread): thread is ContextThread & PrefixThread {
  return thread.tools !== undefined;
}

/** A model as the limits and the panel need it, with what is known of it now. */
export function modelStateOf(
  chatModel: ChatModel,
  config: CompactionConfig,
  ports: Pick<AgentPorts, 'knowledge'> & PrefixPorts,
  given?: DescribedPrefix,
): ModelState {
  const input = { chatModel, config, ...(given && { prefix: given }) };
  const { head, reported, agent, prices, options = {} } = chatModel;
  const { tools, system, hasInstructions } = describePrefix(input, ports);
  const base = { system: estimateText(system), tools: sumOfTools(tools), instructions: 0 };
  const learned = ports.knowledge.read(agent.modelKey);
  return {
    head,
    reported,
    learned,
    options,
    base,
    measurePrefix: (thread) => measurePrefix(input, ports, thread),
    hasInstructions,
    ...(prices && { prices }),
  };
}

function systemAndTools(
  measurePrefix: NonNullable<ModelState['measurePrefix']>,
): NonNullable<CallContext['measurePrefix']> {
  return (thread) => {
    const { system, tools } = measurePrefix(thread);
    return { system, tools };
  };
}

/** What the thread's next message is sent with, as of now. */
export function contextFor(
  { chatModel, config }: TurnResources,
  ports: Pick<AgentPorts, 'knowledge'> & PrefixPorts,
  thread: Thread,
): RunContext {
  return runContext(thread, config, modelStateOf(chatModel, config, ports));
}

/** The same for the turns of the agent, which learn on the way how large the model is. */
export function callContextFor(
  resources: TurnResources,
  ports: Pick<AgentPorts, 'knowledge' | 'now'> & PrefixPorts,
  thread: Thread,
): CallContext {
  const { chatModel, config, prefix } = resources;
  const state = modelStateOf(chatModel, config, ports, prefix);
  const { prices } = state;
  return {
    config: runLimits(thread, config, state).config,
    limits: (learned) => runLimits(thread, config, { ...state, reported: chatModel.reported, learned }).limits,
    base: state.base,
    ...(state.measurePrefix && { measurePrefix: systemAndTools(state.measurePrefix) }),
    hasInstructions: state.hasInstructions ?? false,
    ...(prices && { prices }),
    cold: ports.now() - (thread.anchor?.entry.at ?? 0) > (chatModel.cacheMs ?? CACHE_MS),
  };
}
