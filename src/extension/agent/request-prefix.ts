/** What each request of a thread begins with: the system prompt, Spool's own tools, and the external tools that the person selected. */
import type { ThreadLog, Tool, ToolDefinition } from '../../core/agent/ports.ts';
import { systemPromptWith } from '../../core/agent/system-prompt.ts';
import type { RequestPrefix } from '../../core/agent/turn.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { NO_OFFERED_TOOLS, type OfferedTool } from '../../core/thread/offered-tools.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { ChosenTools } from '../../core/workspace/external/choose-tools.ts';
import { nextTools, type PrefixThread } from '../../core/workspace/external/due-tools.ts';
import { switchedOff } from '../../core/workspace/external/switched-off.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { AgentPorts, SubAgentStores, WorkspaceToolset } from './agent-ports.ts';
import { describeOwnTools, mayAskAgents, type ToolStores, threadTools, toolNeeds, toolSizes } from './own-tools.ts';

/** The model and settings by which a prefix is made. */
export interface PrefixInput {
  readonly chatModel: ChatModel;
  readonly config: CompactionConfig;
  /** That of a sub-agent, in place of what the window has. */
  readonly prefix?: DescribedPrefix;
}

export type PrefixPorts = Pick<AgentPorts, 'workspaceTools' | 'subAgents'>;

/** A prefix as a model is told of it; `RequestPrefix` has the tools that run. */
export interface DescribedPrefix {
  /** Without the thread's instruction files. */
  readonly system: string;
  /** Whether the system prompt has the thread's instruction files. */
  readonly hasInstructions: boolean;
  /** Spool's own, then the external ones. */
  readonly tools: readonly ToolDefinition[];
  readonly own: readonly ToolDefinition[];
  readonly external: readonly OfferedTool[];
}

/** Of the thread's next request; without a thread, of that of a new one. */
export function describePrefix(input: PrefixInput, ports: PrefixPorts, thread?: PrefixThread): DescribedPrefix {
  if (input.prefix) return input.prefix;
  const { tools = [] } = input.chatModel.agent;
  const toolset = toolsetFor(input, ports);
  const { all, workspace } = ownToolsOf(input, ports);
  const choice = chosenTools(input, ports);
  const { offered, without } = choice && thread ? nextTools(thread, choice) : (choice ?? NO_OFFERED_TOOLS);
  return {
    ...joined([...all, ...tools], offered, without, workspace),
    hasInstructions: toolset?.instructionsOf !== undefined,
  };
}

/** What the person chose beside our own tools; undefined where nothing can be chosen. */
export function chosenTools(input: PrefixInput, ports: PrefixPorts): ChosenTools | undefined {
  const { window } = toolSizes(toolNeeds(input.chatModel, input.config));
  return toolsetFor(input, ports)?.selection?.choose(ownToolsOf(input, ports).all, window);
}

/**
 * What each request of a thread begins with, and what runs its calls: by the state of the thread at that time. `asking` is the tool
 * that asks a sub-agent, where the model gets it.
 */
export function runningPrefix(
  input: PrefixInput & ToolStores & { readonly threadId: string },
  ports: PrefixPorts,
  log: ThreadLog,
  asking: readonly Tool[],
): (thread: Thread) => RequestPrefix {
  const { chatModel, config, threadId } = input;
  const needs = toolNeeds(chatModel, config);
  const place = { id: threadId, log };
  const toolset = toolsetFor(input, ports);
  const workspace = toolset?.toolsOf(place, toolSizes(needs)) ?? [];
  const selection = toolset?.selection;
  const all = [...threadTools(needs, input), ...workspace, ...asking, ...(chatModel.agent.tools ?? [])].map((tool) =>
    selection ? switchedOff(tool, selection.isOff) : tool,
  );
  let made: { readonly of: Thread['tools']; readonly prefix: RequestPrefix } | undefined;
  return ({ tools }) => {
    if (made?.of === tools) return made.prefix;
    const { offered, without } = selection ? tools : NO_OFFERED_TOOLS;
    const external = selection?.externalOf(place, offered) ?? [];
    const prefix = joined(all, external, without, workspace);
    made = { of: tools, prefix };
    return prefix;
  };
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

/** Whether the model may ask sub-agents, and the window can run them. */
export function canAskAgents<P extends PrefixPorts>(
  input: PrefixInput,
  ports: P,
): ports is P & { readonly subAgents: SubAgentStores } {
  const needs = toolNeeds(input.chatModel, input.config);
  return ports.subAgents !== undefined && mayAskAgents(needs, toolsetFor(input, ports));
}

function ownToolsOf(input: PrefixInput, ports: PrefixPorts) {
  const needs = toolNeeds(input.chatModel, input.config);
  return describeOwnTools(needs, toolsetFor(input, ports), ports.subAgents !== undefined);
}

/** Undefined for a recording, which answers its own calls. */
export function toolsetFor({ chatModel }: PrefixInput, { workspaceTools }: PrefixPorts): WorkspaceToolset | undefined {
  return chatModel.agent.tools ? undefined : workspaceTools;
}
