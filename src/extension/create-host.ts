/** Builds and connects the objects of one VS Code window: its open threads, models, tools and panel view. */
import path from 'node:path';
import * as vscode from 'vscode';
import type { FocusTarget } from '../core/protocol/panel-messages.ts';
import { loadProvider } from '../providers/registry.ts';
import { Breakers } from './agent/breakers.ts';
import { logInto } from './agent/create-agent.ts';
import { RunnerPool } from './agent/runner-pool.ts';
import { LiveAgentList } from './agent/sub-agent/live-agents.ts';
import { CompactionListeners } from './api/compaction-listeners.ts';
import { createApi } from './api/create-api.ts';
import { ExtensionInstructions } from './api/extension-instructions.ts';
import type { SpoolApi } from './api/spool-api.ts';
import { DraftAttachments } from './attachments/draft-attachments.ts';
import { type CreatedPanels, createPanels, followOthers } from './create-panels.ts';
import { runnerMaker, type SharedContext, type WindowThreads } from './create-runner.ts';
import { createWorkspace, ownFoldersOf } from './create-workspace.ts';
import { createL10n, type L10n } from './l10n/l10n.ts';
import { createModels } from './models/create-models.ts';
import { openKnowledge } from './models/knowledge-store.ts';
import { OWN_SETTINGS } from './settings/own-settings.ts';
import { DISK } from './storage/disk.ts';
import { openStore } from './storage/thread-store.ts';
import { createRegexEngine } from './tools/regex-engine.ts';
import { createEndNotice } from './turn-end-notice.ts';

export interface CreatedHost extends CreatedPanels, vscode.Disposable {
  readonly threads: WindowThreads;
  readonly shared: SharedContext;
  readonly api: SpoolApi;
  /** URIs of the window's workspace folders. */
  readonly folders: () => readonly string[];
  /** Ends what runs, and resolves when everything is on disk. */
  readonly close: () => Promise<void>;
}

export function createHost(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): CreatedHost {
  const l10n = windowL10n();
  const root = context.globalStorageUri.fsPath;
  // Any command of the window's own goes to the window and back.
  const pulse = () => vscode.commands.executeCommand('setContext', 'spool.isAlive', true);
  const store = openStore(root, DISK, pulse);
  const panels = createPanels(context, () => threads, l10n);
  const { locations } = panels;
  const folders = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
  const workspace = () => folders()[0];
  const justification = l10n.t('Spool’s agent answers your messages with it, and summarizes threads.');
  const created = createModels(context, (id) => loadProvider(id, { vscode, justification }), log, l10n);
  const knowledge = openKnowledge(context.globalState);
  const regex = createRegexEngine(new URL('./regex-worker.js', import.meta.url));
  const { hooks, instructions } = extensionHooks(log);
  const liveAgents = new LiveAgentList();
  const opened = createWorkspace(context, () => threads, regex, log, l10n, instructions, store);
  const attachments = draftAttachments(context, () => threads, log);
  const shared = {
    current: () => threads.shown.host,
    store,
    attachments,
    permissions: opened.permissions,
    workspaceTools: opened.tools,
    live: opened.live,
    liveAgents,
    storage: { root, ownFolders: ownFoldersOf(context) },
    log,
    l10n,
    workspace,
    reveal: (target: FocusTarget, text?: string) => locations.reveal(target, text),
  };
  const threads: WindowThreads = new RunnerPool(
    runnerMaker({
      agent: {
        knowledge,
        breakers: new Breakers(),
        chatModels: created.catalog,
        regex,
        log: logInto(log),
        workspaceTools: opened.tools,
        hooks,
        liveAgents,
        pulse,
      },
      host: shared,
      threads: () => threads,
      models: { ...created, own: OWN_SETTINGS, learned: knowledge.read },
      mode: opened.mode,
      isVisible: (session) => threads.shown.session === session && locations.isVisible,
      onTurnEnd: createEndNotice(() => threads, locations, l10n),
    }),
    () => locations.isVisible,
  );
  const parts = vscode.Disposable.from(created, opened, threads, followOthers(threads, locations));
  const api = createApi(hooks, instructions);
  const close = () => threads.close(() => opened.tools.close()).then(() => attachments.close());
  return { ...panels, threads, shared, folders, api, close, dispose: () => parts.dispose() };
}

/** In the language of VS Code. */
function windowL10n(): L10n {
  return createL10n(
    (message, ...args) => vscode.l10n.t(message, ...args),
    vscode.env.language,
    (message) => vscode.l10n.bundle?.[message] !== undefined,
  );
}

/** What other extensions add; a failure of theirs is logged. */
function extensionHooks(log: vscode.LogOutputChannel) {
  const onFailure = (error: unknown) => log.warn(`Another extension: ${String(error)}`);
  return { hooks: new CompactionListeners(onFailure), instructions: new ExtensionInstructions(onFailure) };
}

function draftAttachments(
  { storageUri, globalStorageUri }: vscode.ExtensionContext,
  threads: () => WindowThreads,
  log: vscode.LogOutputChannel,
): DraftAttachments {
  return new DraftAttachments(
    path.join((storageUri ?? globalStorageUri).fsPath, 'drafts'),
    () => threads().state.open?.id,
    (error) => log.warn(`Attachments of a draft: ${String(error)}`),
  );
}
