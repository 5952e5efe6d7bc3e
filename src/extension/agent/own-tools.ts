/** Spool's own tools that a model may get: those for its thread, those for the workspace, and the one that asks a sub-agent. */
import { builtInTools } from '../../core/agent/built-in-tools.ts';
import type { Tool, ToolDefinition } from '../../core/agent/ports.ts';
import { ASK_AGENT } from '../../core/agent/sub-agent/ask-agent-tool.ts';
import type { CompactionConfig } from '../../core/compaction/config.ts';
import { configForModel } from '../../core/compaction/model-config.ts';
import { err } from '../../core/lang/result.ts';
import { modelSize, type ReportedSize } from '../../core/tokens/window.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import { SMALL_WINDOW } from '../../core/workspace/workspace-tools.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { ToolSizes, WorkspaceToolset } from './agent-ports.ts';

/** The model and settings by which a thread's tools are chosen. `model` is its id; undefined: none is selected. */
export interface ToolNeeds {
  readonly model: string | undefined;
  readonly reported: ReportedSize;
  readonly config: CompactionConfig;
}

/** What the built-in tools run with. */
export interface ToolStores {
  readonly outputs: OutputStore;
  readonly regex: RegexEngine;
}

/** Nothing is put there, and nothing is searched: the tools are only described. */
const NO_STORES: ToolStores = {
  outputs: { put: async () => err({ reason: 'ENOENT' }), open: async () => undefined },
  regex: { start: async () => err('it is not needed here') },
};

export function toolNeeds(
  { agent, reported }: Pick<ChatModel, 'agent' | 'reported'>,
  config: CompactionConfig,
): ToolNeeds {
  return { model: agent.id, reported, config };
}

/** Of what is known without a call, so that the tools don't change within a thread. */
export function toolSizes({ model, reported, config }: ToolNeeds): ToolSizes {
  const { window } = modelSize(model, config.contextWindows, reported);
  return { window, limits: configForModel(config, model).toolOutput };
}

/** Those for the thread: the output cache, the to-do list, and `compact`. */
export function threadTools({ model, config }: ToolNeeds, stores: ToolStores): readonly Tool[] {
  return builtInTools({ config: configForModel(config, model), ...stores });
}

type ReadToolset = Pick<WorkspaceToolset, 'readingTools'>;
type DescribedToolset = ReadToolset & Pick<WorkspaceToolset, 'described'>;

/** Whether a model may ask a sub-agent. In a small window the answers would be too large a part of it. */
export function mayAskAgents(needs: ToolNeeds, toolset: ReadToolset | undefined): boolean {
  return toolset?.readingTools !== undefined && (toolSizes(needs).window ?? Number.POSITIVE_INFINITY) >= SMALL_WINDOW;
}

export interface OwnTools {
  readonly all: readonly ToolDefinition[];
  /** Those of `all` that the system prompt tells of. */
  readonly workspace: readonly ToolDefinition[];
}

/** As they are described to a model, in the order in which it gets them. `hasAgents`: the window can run sub-agents. */
export function describeOwnTools(
  needs: ToolNeeds,
  toolset: DescribedToolset | undefined,
  hasAgents: boolean,
): OwnTools {
  const workspace = toolset?.described(toolSizes(needs)) ?? [];
  const agents = hasAgents && mayAskAgents(needs, toolset) ? [ASK_AGENT] : [];
  return { workspace, all: [...threadTools(needs, NO_STORES), ...workspace, ...agents] };
}
