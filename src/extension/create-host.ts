/** Builds and connects the objects of one VS Code window: thread session, agent, models and panel view. */
import * as vscode from 'vscode';
import { loadProvider } from '../providers/registry.ts';
import { createAgent, logInto } from './agent/create-agent.ts';
import { ThreadView } from './chat-view/thread-view.ts';
import type { CommandContext } from './commands/command-context.ts';
import type { ModelCommandContext } from './commands/model-command-context.ts';
import { createNotifier } from './commands/notifier.ts';
import { createWorkspace, ownFoldersOf } from './create-workspace.ts';
import { createL10n } from './l10n/l10n.ts';
import { createModels } from './models/create-models.ts';
import type { OpenThread } from './session/session-state.ts';
import { ThreadSession } from './session/thread-session.ts';
import { OWN_SETTINGS } from './settings/own-settings.ts';
import { DISK } from './storage/disk.ts';
import { openStore } from './storage/thread-store.ts';
import { createRegexEngine } from './tools/regex-engine.ts';

export interface CreatedHost extends vscode.Disposable {
  readonly host: CommandContext;
  readonly models: ModelCommandContext;
  readonly view: ThreadView;
  /** URIs of the window's workspace folders. */
  readonly folders: () => readonly string[];
  /** Whether this window asks the questions that are open in a thread: it is of this workspace, and has the tools. */
  readonly asksAgain: (open: OpenThread) => boolean;
  /** Ends what runs, and resolves when everything is on disk. */
  readonly close: () => Promise<void>;
}

export function createHost(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): CreatedHost {
  const l10n = createL10n(
    (message, ...args) => vscode.l10n.t(message, ...args),
    vscode.env.language,
    (message) => vscode.l10n.bundle?.[message] !== undefined,
  );
  const root = context.globalStorageUri.fsPath;
  // Any command of the window's own goes to the window and back.
  const pulse = () => vscode.commands.executeCommand('setContext', 'spool.isAlive', true);
  const store = openStore(root, DISK, pulse);
  const session = new ThreadSession(store, root, Date.now);
  const view: ThreadView = new ThreadView(context.extensionUri, () => host);
  const folders = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
  const workspace = () => folders()[0];
  const justification = l10n.t('Spool’s agent answers your messages with it, and summarizes threads.');
  const created = createModels(context, (id) => loadProvider(id, { vscode, justification }), log, l10n);
  const { catalog: chatModels } = created;
  const regex = createRegexEngine(new URL('./regex-worker.js', import.meta.url));
  const opened = createWorkspace(context, session, regex, log, l10n);
  const { agent, knowledge, dispose } = createAgent({
    memory: context.globalState,
    session,
    chatModels,
    root,
    regex,
    log: logInto(log),
    l10n,
    workspace,
    workspaceTools: opened.tools,
  });
  const tell = createNotifier(session, log, l10n, () => view.isVisible);
  const host: CommandContext = {
    session,
    store,
    agent,
    permissions: opened.permissions,
    live: opened.live,
    storage: { root, ownFolders: ownFoldersOf(context) },
    log,
    l10n,
    workspace,
    reveal: (target) => view.reveal(target),
    tell,
  };
  const switchModel = (id: string) => agent.switchModel(id);
  const models: ModelCommandContext = {
    ...created,
    own: OWN_SETTINGS,
    session,
    l10n,
    tell,
    learned: knowledge.read,
    switchModel,
  };
  const parts = vscode.Disposable.from(created, opened, { dispose });
  const close = async () => {
    // What is asked stays open in the log, and is asked again when the thread is open again.
    if (opened.permissions.questions.length > 0) await session.closeLog();
    await agent.close();
    await opened.tools.close();
    await session.close();
  };
  const asksAgain = (open: OpenThread) => open.workspace === workspace() && session.state.mode !== undefined;
  return { host, models, view, folders, asksAgain, close, dispose: () => parts.dispose() };
}
