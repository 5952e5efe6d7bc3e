/** Where VS Code starts Spool: builds the parts, joins them, registers them. */
import * as vscode from 'vscode';
import type { SpoolApi } from './api/spool-api.ts';
import { EDITOR_TYPE } from './chat-view/thread-editor.ts';
import { VIEW_ID } from './chat-view/thread-view.ts';
import { cleanUpLater } from './clean-up.ts';
import { registerCommands } from './commands/register.ts';
import { registerModelCommands } from './commands/register-models.ts';
import { createContextKeys, setFocusKey } from './context-keys.ts';
import { createHost } from './create-host.ts';
import { SCHEME } from './documents/document-address.ts';
import { DocumentProvider } from './documents/provider.ts';
import { showFirstTime } from './first-show.ts';
import { tellOfQuestions } from './permission/question-notice.ts';
import { rememberThread, restoreThread } from './restore.ts';
import { createMeterItem } from './status-bar/meter-item.ts';

/** How often a window looks what others did to its threads. */
const FOLLOW_MS = 2_000;

let closing: (() => Promise<void>) | undefined;

/** Returns what other extensions can use. */
export function activate(context: vscode.ExtensionContext): SpoolApi {
  const began = performance.now();
  const log = vscode.window.createOutputChannel('Spool', { log: true });
  const created = createHost(context, log);
  const { threads, shared, view, editor, locations, folders } = created;
  const { store, permissions, l10n } = shared;
  const documents = new DocumentProvider(threads, store, () => permissions.questions, l10n);
  const meter = createMeterItem(l10n);
  const setContextKeys = createContextKeys();
  const questions = tellOfQuestions({
    threads,
    permissions,
    l10n,
    isVisible: () => locations.isVisible,
    reveal: () => locations.reveal('question'),
  });
  const update = () => {
    setContextKeys(threads.state);
    meter.update(threads.state, locations.isVisible, threads.others);
    documents.refresh();
  };
  const following = setInterval(() => void threads.follow(), FOLLOW_MS);
  context.subscriptions.push(
    log,
    meter,
    { dispose: threads.onDidChange(update) },
    { dispose: threads.onDidChangeStatus(update) },
    { dispose: shared.liveAgents.onDidChange(() => documents.refreshAgents()) },
    { dispose: rememberThread(threads, context.workspaceState) },
    { dispose: () => clearInterval(following) },
    { dispose: cleanUpLater(context.globalStorageUri.fsPath, log) },
    { dispose: locations.onDidChangeVisibility(update) },
    { dispose: locations.onDidChangeFocus(setFocusKey) },
    { dispose: locations.onDidChangeVisibility(questions.update) },
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    vscode.window.registerWebviewViewProvider(VIEW_ID, view),
    vscode.window.registerWebviewPanelSerializer(EDITOR_TYPE, editor),
    vscode.commands.registerCommand('spool.openChatInEditor', () => editor.reveal('composer')),
    created,
    questions,
    ...registerCommands(shared.current),
    ...registerModelCommands(
      () => threads.shown.models,
      () => locations.reveal('composer'),
    ),
  );
  update();
  closing = created.close;
  log.debug(`Activated in ${(performance.now() - began).toFixed(1)} ms`);
  const fail = (error: unknown) => log.error(error instanceof Error ? error : String(error));
  showFirstTime(context.globalState, () => view.show()).catch(fail);
  restoreThread(threads, store, context.workspaceState, folders()).then(
    (id) => log.debug(id === undefined ? 'No thread to restore' : `Restored the thread ${id}`),
    fail,
  );
  return created.api;
}

export function deactivate(): Promise<void> | undefined {
  return closing?.();
}
