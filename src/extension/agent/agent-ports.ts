/** The interfaces that the agent of a window needs: session, models, outputs, clock, log and the tools of the workspace. */
import type { CompactionAdvice, CompactionNews } from '../../core/agent/compaction-advice.ts';
import type { CompactionEvent, ThreadLog, Tool, ToolDefinition } from '../../core/agent/ports.ts';
import type { SubAgentBudget } from '../../core/agent/sub-agent/budget.ts';
import type { Signal } from '../../core/lang/signal.ts';
import type { Mode } from '../../core/permission/request.ts';
import type { CompactionEntry } from '../../core/thread/entry.ts';
import type { InstructionFile } from '../../core/thread/instructions.ts';
import type { OfferedTool } from '../../core/thread/offered-tools.ts';
import type { Thread } from '../../core/thread/thread.ts';
import type { RegexEngine } from '../../core/tool-output/finder.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import type { PageLimits } from '../../core/tool-output/page.ts';
import type { ChosenTools } from '../../core/workspace/external/choose-tools.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { ChatModels } from '../models/chat-model.ts';
import type { KnowledgeStore } from '../models/knowledge-store.ts';
import type { OpenThread } from '../session/session-state.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import type { Breakers } from './breakers.ts';
import type { LiveAgentList } from './sub-agent/live-agents.ts';
import type { TurnsEndType } from './turns-end.ts';

export interface AgentPorts {
  readonly session: ThreadSession;
  readonly chatModels: ChatModels;
  readonly knowledge: KnowledgeStore;
  readonly breakers: Breakers;
  readonly outputsOf: (open: OpenThread) => OutputStore;
  readonly regex: RegexEngine;
  readonly log: {
    readonly compaction: (event: CompactionEvent) => void;
    /** `end` is the type of the end: `done`, `stopped`, `failed`, `no-model`, … */
    readonly turnEnd: (end: TurnsEndType) => void;
    readonly error: (error: Error | string) => void;
  };
  /** Ends after so many milliseconds, or at once when the signal says so. */
  readonly wait: (ms: number, signal: Signal) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly random: () => number;
  readonly l10n: L10n;
  /** URI of the workspace folder that a new thread belongs to. */
  readonly workspace: () => string | undefined;
  /** Absent: no other extension takes part. */
  readonly hooks?: CompactionHooks;
  /** Absent: the model can't touch the workspace. */
  readonly workspaceTools?: WorkspaceToolset;
  /** Absent: the model has no sub-agents. */
  readonly subAgents?: SubAgentStores;
}

/** What sub-agents need of the shell. */
export interface SubAgentStores {
  /** The threads of the sub-agents of a thread, by its id. */
  readonly storeOf: (thread: string) => ThreadStore;
  readonly outputsOf: (thread: string, subThread: string) => OutputStore;
  readonly live: LiveAgentList;
  readonly budget: SubAgentBudget;
  readonly log: (event: CompactionEvent) => void;
}

/** The listeners of other extensions around compactions. */
export interface CompactionHooks {
  readonly ask: (thread: string, news: CompactionNews) => Promise<CompactionAdvice>;
  readonly tell: (thread: string, compaction: CompactionEntry) => void;
}

export interface WorkspaceToolset {
  /** Resolves when the tools are loaded; before, none is offered. Never rejects. Absent: they are there. */
  readonly ready?: () => Promise<void>;
  /** Undefined where no tools are offered. Absent: the mode never changes, and the model is not told of it. */
  readonly mode?: () => Mode | undefined;
  /** Hears that others are offered. Returns a function that removes the listener. */
  readonly onDidChange?: (listener: () => void) => () => void;
  /**
   * The instruction files as they are now, those of the folders that the thread's calls have touched included. `rereadAll`: as in
   * `InstructionReader.read`. Never rejects. Undefined where the workspace's instructions are not followed.
   */
  readonly instructionsOf?:
    | ((id: string, thread: Thread, rereadAll: boolean) => Promise<readonly InstructionFile[]>)
    | undefined;
  /** As they are described to a model, in a fixed order. */
  readonly described: (sizes: ToolSizes) => readonly ToolDefinition[];
  /** Those that only read, to be run by a sub-agent. Absent: there are no sub-agents. */
  readonly readingTools?: ((sizes: ToolSizes) => readonly Tool[]) | undefined;
  /** What the person selected. Absent: there are no external tools, and none of Spool can be switched off. */
  readonly selection?: SelectedTools | undefined;
  /** The same tools as `described`, to be run in a thread; `log` takes the questions to the person. */
  readonly toolsOf: (thread: { readonly id: string; readonly log: ThreadLog }, sizes: ToolSizes) => readonly Tool[];
}

/** The external tools that the person switched on, and those of Spool that they switched off. */
export interface SelectedTools {
  /** `own` are all tools of Spool that a model is offered, `window` is in tokens. */
  readonly choose: (own: readonly ToolDefinition[], window: number | undefined) => ChosenTools;
  /** Whether the person has switched off this tool of Spool. */
  readonly isOff: (name: string) => boolean;
  /** External tools, as a thread's requests offer them, to be run in it. */
  readonly externalOf: (
    thread: { readonly id: string; readonly log: ThreadLog },
    offered: readonly OfferedTool[],
  ) => readonly Tool[];
}

/** The model's window and the page limits of the settings, by which the workspace's tools are chosen and cut their results. */
export interface ToolSizes {
  /** Tokens; undefined: unknown. */
  readonly window: number | undefined;
  readonly limits: PageLimits;
}
