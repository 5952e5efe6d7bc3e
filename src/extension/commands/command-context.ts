/** The interface to the objects of a window that commands and the panel host work with: one for each open thread. */
import type * as vscode from 'vscode';
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';
import type { Agent } from '../agent/agent.ts';
import type { WorkspaceToolset } from '../agent/agent-ports.ts';
import type { RunnerPool } from '../agent/runner-pool.ts';
import type { LiveAgentList } from '../agent/sub-agent/live-agents.ts';
import type { DraftAttachments } from '../attachments/draft-attachments.ts';
import type { L10n } from '../l10n/l10n.ts';
import type { Permissions } from '../permission/permissions.ts';
import type { ThreadSession } from '../session/thread-session.ts';
import type { ThreadStore } from '../storage/thread-store.ts';
import type { Said } from '../words/outcome-text.ts';
import type { LiveCommandList } from '../workspace/live-commands.ts';

export interface CommandContext {
  readonly session: ThreadSession;
  readonly store: ThreadStore;
  readonly agent: Agent;
  /** All threads of the window that are open, of which `session` has one. */
  readonly threads: RunnerPool;
  /** The context of the thread that is shown now: another one once a command has opened a thread. */
  readonly current: () => CommandContext;
  /** What is attached to the draft. */
  readonly attachments: DraftAttachments;
  readonly permissions: Permissions;
  readonly workspaceTools: Pick<WorkspaceToolset, 'ready' | 'described' | 'readingTools'>;
  /** The commands of the agent that run. */
  readonly live: LiveCommandList;
  /** The sub-agents that run. */
  readonly liveAgents: LiveAgentList;
  readonly storage: {
    /** The folder of the extension's storage. */
    readonly root: string;
    /** Folders with Spool's own files, which may not exist yet. */
    readonly ownFolders: readonly string[];
  };
  readonly log: vscode.LogOutputChannel;
  readonly l10n: L10n;
  /** URI of the workspace folder that new threads belong to. */
  readonly workspace: () => string | undefined;
  /** Shows the panel and puts the focus into it. `text` is what the find bar looks for. */
  readonly reveal: (target: FocusTarget, text?: string) => Promise<void>;
  /** Says something in the panel, or, when that is hidden or shows another thread, as a notification: for what a person has just done. */
  readonly tell: (said: Said | undefined) => void;
}
