/** What the calls of a thread are made with: model, settings, limits, prices and tools, and what is sent beside the messages. */
import { builtInTools } from '../../core/agent/built-in-tools.ts';
import type { CallContext } from '../../core/agent/make-room.ts';
import type { ThreadLog, Tool, ToolDefinition } from '../../core/agent/ports.ts';
import { ASK_AGENT } from '../../core/agent/sub-agent/ask-agent-tool.ts';
import { SYSTEM_PROMPT, systemPromptWith } from '../../core/agent/system-prompt.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import { err } from '../../core/lang/result.ts';
import type { BaseTokens } from '../../core/thread/measure.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { estimateText } from '../../core/tokens/estimate.ts';
import { modelSize } from '../../core/tokens/window.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import { SMALL_WINDOW } from '../../core/workspace/workspace-tools.ts';
import type { ChatModel } from '../models/chat-model.ts';
import { type ModelState, type RunContext, runContext } from '../session/run-context.ts';
import type { AgentPorts, OfferSize, SubAgentStores } from './agent-ports.ts';

/** Milliseconds after which a provider has forgotten what it cached of a thread, where nobody asked for longer. */
const CACHE_MS = 5 * 60_000;

/** What one thread is run with. */
export interface TurnResources {
  readonly threadId: string;
  readonly chatModel: ChatModel;
  /** Writes the summaries; the chatModel itself unless the settings name another (R45). */
  readonly summarizer: ChatModel;
  readonly config: CompactionConfig;
  readonly outputs: OutputStore;
  readonly regex: RegexEngine;
  /** What a sub-agent's requests begin with, in place of what the window offers. */
  readonly offered?: Offered;
}

type Offering = Pick<TurnResources, 'chatModel' | 'config' | 'offered'>;
export type OfferPorts = Pick<AgentPorts, 'regex' | 'workspaceTools' | 'subAgents'>;

/** What the requests of a thread begin with. */
export interface Offered {
  /** Without the thread's instruction files. */
  readonly system: string;
  /** Whether the system prompt has the thread's instruction files. */
  readonly hasInstructions: boolean;
  /** In the order of `toolsFor`. */
  readonly tools: readonly ToolDefinition[];
}

export function offeredFor(offering: Offering, ports: OfferPorts): Offered {
  if (offering.offered) return offering.offered;
  const { tools = [] } = offering.chatModel.agent;
  const workspace = workspaceToolsFor(offering, ports)?.offered(offerSizeOf(offering)) ?? [];
  const own = ownTools({ ...offering, outputs: NO_OUTPUTS, regex: ports.regex });
  const hasInstructions = workspaceToolsFor(offering, ports)?.instructionsOf !== undefined;
  const agents = hasSubAgents(offering, ports) ? [ASK_AGENT] : [];
  return { system: systemPromptWith(workspace), hasInstructions, tools: [...own, ...tools, ...workspace, ...agents] };
}

/** In a small window their answers would be too large a part of it. */
export function hasSubAgents<P extends OfferPorts>(
  offering: Offering,
  ports: P,
): ports is P & { readonly subAgents: SubAgentStores } {
  const { window = Number.POSITIVE_INFINITY } = offerSizeOf(offering);
  const reads = workspaceToolsFor(offering, ports)?.readingTools !== undefined;
  return ports.subAgents !== undefined && reads && window >= SMALL_WINDOW;
}

/** Our own tools, those that come with the model, and those for the workspace; that of sub-agents is put to them by its caller. */
export function toolsFor(resources: TurnResources, ports: OfferPorts, log: ThreadLog): readonly Tool[] {
  const { chatModel, threadId } = resources;
  const thread = { id: threadId, log };
  const workspace = workspaceToolsFor(resources, ports)?.toolsOf(thread, offerSizeOf(resources)) ?? [];
  return [...ownTools(resources), ...(chatModel.agent.tools ?? []), ...workspace];
}

export function ownTools({
  chatModel,
  config,
  outputs,
  regex,
}: Offering & Pick<TurnResources, 'outputs' | 'regex'>): readonly Tool[] {
  return builtInTools({ config: configForModel(config, chatModel.head.id), outputs, regex });
}

/** A recording answers its calls itself, and never those of others. */
export function workspaceToolsFor(
  { chatModel }: Offering,
  { workspaceTools }: OfferPorts,
): OfferPorts['workspaceTools'] {
  return chatModel.agent.tools ? undefined : workspaceTools;
}

/** By what is known without a call, so that the tools don't change within a thread. */
export function offerSizeOf({ chatModel, config }: Offering): OfferSize {
  const { window } = modelSize(chatModel.agent.id, config.contextWindows, chatModel.reported);
  return { window, limits: configForModel(config, chatModel.head.id).toolOutput };
}

/** Estimated tokens of what is sent beside the messages. */
export function baseFor(tools: readonly ToolDefinition[], system = SYSTEM_PROMPT): BaseTokens {
  const texts = tools.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }));
  return {
    system: estimateText(system),
    tools: texts.reduce((sum, text) => sum + estimateText(text), 0),
    instructions: 0,
  };
}

/** Nothing is put there: it stands where tools are only described. */
const NO_OUTPUTS: OutputStore = { put: async () => err({ reason: 'ENOENT' }), open: async () => undefined };

/** A model as the limits and the panel need it, with what is known of it now. */
export function modelStateOf(
  chatModel: ChatModel,
  config: CompactionConfig,
  ports: Pick<AgentPorts, 'knowledge'> & OfferPorts,
  offered: Offered = offeredFor({ chatModel, config }, ports),
): ModelState {
  const { head, reported, agent, prices, options = {} } = chatModel;
  const { tools, system, hasInstructions } = offered;
  const base = baseFor(tools, system);
  const learned = ports.knowledge.read(agent.modelKey);
  return { head, reported, learned, options, base, hasInstructions, ...(prices && { prices }) };
}

/** What the thread's next message is sent with, as of now. */
export function contextFor(
  { chatModel, config }: TurnResources,
  ports: Pick<AgentPorts, 'knowledge'> & OfferPorts,
  thread: Thread,
): RunContext {
  return runContext(thread, config, modelStateOf(chatModel, config, ports));
}

/** The same for the turns of the agent, which learn on the way how large the model is. */
export function callContextFor(
  resources: TurnResources,
  ports: Pick<AgentPorts, 'knowledge' | 'now'> & OfferPorts,
  thread: Thread,
): CallContext {
  const { chatModel, config, offered } = resources;
  const state = modelStateOf(chatModel, config, ports, offered);
  const context = runContext(thread, config, state);
  return {
    config: context.config,
    limits: (learned) => runContext(thread, config, { ...state, reported: chatModel.reported, learned }).limits,
    base: state.base,
    hasInstructions: state.hasInstructions ?? false,
    ...(context.prices && { prices: context.prices }),
    cold: ports.now() - (thread.anchor?.entry.at ?? 0) > (chatModel.cacheMs ?? CACHE_MS),
  };
}
