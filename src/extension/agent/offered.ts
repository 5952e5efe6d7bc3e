/** What a thread's requests begin with: the system prompt, our own tools, and those of others that the person selected. */
import { builtInTools } from '../../core/agent/built-in-tools.ts';
import type { ThreadLog, Tool, ToolDefinition } from '../../core/agent/ports.ts';
import { ASK_AGENT } from '../../core/agent/sub-agent/ask-agent-tool.ts';
import { systemPromptWith } from '../../core/agent/system-prompt.ts';
import type { RequestOffer } from '../../core/agent/turn.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import { err } from '../../core/lang/result.ts';
import { NO_OFFERED_TOOLS, type OfferedTool } from '../../core/thread/offered-tools.ts';
import type { Thread } from '../../core/thread/thread.ts';
import { modelSize, type ReportedSize } from '../../core/tokens/window.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import type { ChosenTools } from '../../core/workspace/external/choose-tools.ts';
import { nextTools } from '../../core/workspace/external/due-tools.ts';
import { switchedOff } from '../../core/workspace/external/switched-off.ts';
import { SMALL_WINDOW } from '../../core/workspace/workspace-tools.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { AgentPorts, OfferSize, SubAgentStores } from './agent-ports.ts';

/** What an offer depends on. */
export interface Offering {
  readonly chatModel: ChatModel;
  readonly config: CompactionConfig;
  /** What a sub-agent's requests begin with, in place of what the window offers. */
  readonly offered?: Offered;
}

/** What our own tools run with. */
interface ToolStores {
  readonly outputs: OutputStore;
  readonly regex: RegexEngine;
}

/** Nothing is put there: it stands where tools are only described. */
const NO_OUTPUTS: OutputStore = { put: async () => err({ reason: 'ENOENT' }), open: async () => undefined };

export type OfferPorts = Pick<AgentPorts, 'regex' | 'workspaceTools' | 'subAgents'>;
export type OfferThread = Parameters<typeof nextTools>[0];

/** What the requests of a thread begin with. */
export interface Offered {
  /** Without the thread's instruction files. */
  readonly system: string;
  /** Whether the system prompt has the thread's instruction files. */
  readonly hasInstructions: boolean;
  /** Spool's own, then those of others. */
  readonly tools: readonly ToolDefinition[];
  readonly own: readonly ToolDefinition[];
  readonly external: readonly OfferedTool[];
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

/** As a request of the thread begins; without a thread, as that of a new one. */
export function offeredFor(offering: Offering, ports: OfferPorts, thread?: OfferThread): Offered {
  if (offering.offered) return offering.offered;
  const { tools = [] } = offering.chatModel.agent;
  const toolset = workspaceToolsFor(offering, ports);
  const workspace = toolset?.offered(offerSizeOf(offering)) ?? [];
  const own = ownTools({ ...offering, outputs: NO_OUTPUTS, regex: ports.regex });
  const agents = hasSubAgents(offering, ports) ? [ASK_AGENT] : [];
  const choice = chosenFor(offering, ports);
  const { offered, without } = choice && thread ? nextTools(thread, choice) : (choice ?? NO_OFFERED_TOOLS);
  return {
    ...joined([...own, ...tools, ...workspace, ...agents], offered, without, workspace),
    hasInstructions: toolset?.instructionsOf !== undefined,
  };
}

/** What the person chose beside our own tools; undefined where nothing can be chosen. */
export function chosenFor(offering: Offering, ports: OfferPorts): ChosenTools | undefined {
  const toolset = workspaceToolsFor(offering, ports);
  const { window, ...size } = offerSizeOf(offering);
  const own = ownTools({ ...offering, outputs: NO_OUTPUTS, regex: ports.regex });
  const agents = hasSubAgents(offering, ports) ? [ASK_AGENT] : [];
  return toolset?.choose?.([...own, ...toolset.offered({ window, ...size }), ...agents], window);
}

/** A tool of ours keeps its name: another one that came by it is not offered. */
function joined<T extends ToolDefinition, E extends ToolDefinition>(
  all: readonly T[],
  offered: readonly E[],
  without: readonly string[],
  workspace: readonly ToolDefinition[],
) {
  const off = new Set(without);
  const own = all.filter(({ name }) => !off.has(name));
  const names = new Set(own.map(({ name }) => name));
  const external = offered.filter(({ name }) => !names.has(name));
  return {
    system: systemPromptWith(workspace.filter(({ name }) => !off.has(name))),
    own,
    external,
    tools: [...own, ...external],
  };
}

/**
 * What each request of a thread begins with, and what runs its calls: by the state of the thread at that time. `more` are tools of ours
 * that the caller makes.
 */
export function offerOf(
  resources: Offering & ToolStores & { readonly threadId: string },
  ports: OfferPorts,
  log: ThreadLog,
  more: readonly Tool[],
): (thread: Thread) => RequestOffer {
  const { chatModel, threadId } = resources;
  const place = { id: threadId, log };
  const toolset = workspaceToolsFor(resources, ports);
  const workspace = toolset?.toolsOf(place, offerSizeOf(resources)) ?? [];
  const isOff = (name: string) => toolset?.isOff?.(name) ?? false;
  const all = [...ownTools(resources), ...(chatModel.agent.tools ?? []), ...workspace, ...more].map((tool) =>
    toolset?.choose ? switchedOff(tool, isOff) : tool,
  );
  let made: { readonly of: Thread['tools']; readonly offer: RequestOffer } | undefined;
  return ({ tools }) => {
    if (made?.of === tools) return made.offer;
    const { offered, without } = toolset?.choose ? tools : NO_OFFERED_TOOLS;
    const external = toolset?.externalOf?.(place, offered) ?? [];
    const offer = joined(all, external, without, workspace);
    made = { of: tools, offer };
    return offer;
  };
}

export function ownTools({ chatModel, config, outputs, regex }: Offering & ToolStores): readonly Tool[] {
  return builtInTools({ config: configForModel(config, chatModel.head.id), outputs, regex });
}

/** A recording answers its calls itself, and never those of others. */
export function workspaceToolsFor(
  { chatModel }: Offering,
  { workspaceTools }: OfferPorts,
): OfferPorts['workspaceTools'] {
  return chatModel.agent.tools ? undefined : workspaceTools;
}

export function offerSizeOf({ chatModel, config }: Offering): OfferSize {
  return offerSizeFor(chatModel.agent.id, chatModel.reported, config);
}

/** By what is known without a call, so that the tools don't change within a thread. */
export function offerSizeFor(model: string | undefined, reported: ReportedSize, config: CompactionConfig): OfferSize {
  const { window } = modelSize(model, config.contextWindows, reported);
  return { window, limits: configForModel(config, model).toolOutput };
}
