/** Where VS Code starts Spool: builds the parts, joins them, registers them. */
import * as vscode from 'vscode';
import { loadProvider } from '../providers/registry.ts';
import { createAgent } from './agent/create-agent.ts';
import { offerToContinue } from './agent/offer-to-continue.ts';
import { ThreadView, VIEW_ID } from './chat-view/thread-view.ts';
import type { Host } from './commands/host.ts';
import { registerCommands } from './commands/register.ts';
import { registerModelCommands } from './commands/register-models.ts';
import { createTell } from './commands/tell.ts';
import { createContextKeys } from './context-keys.ts';
import { SCHEME } from './documents/document-address.ts';
import { DocumentProvider } from './documents/provider.ts';
import type { L10n } from './l10n.ts';
import { createModels } from './models/create-models.ts';
import { rememberThread, restoreThread } from './restore.ts';
import { reportDamage } from './session/report-damage.ts';
import { ThreadSession } from './session/thread-session.ts';
import { followSettings } from './settings/follow-settings.ts';
import { createMeterItem } from './status-bar/meter-item.ts';
import { DISK } from './storage/disk.ts';
import { openStore } from './storage/thread-store.ts';

/** How often a window looks what others did to its thread. */
const FOLLOW_MS = 2_000;

let closing: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const began = performance.now();
  const log = vscode.window.createOutputChannel('Spool', { log: true });
  const l10n: L10n = { t: (message, ...args) => vscode.l10n.t(message, ...args), locale: vscode.env.language };
  const root = context.globalStorageUri.fsPath;
  // Any command of the window's own goes to the window and back.
  const pulse = () => vscode.commands.executeCommand('setContext', 'spool.isAlive', true);
  const store = openStore(root, DISK, pulse);
  const session = new ThreadSession(store, root, Date.now);
  const view: ThreadView = new ThreadView(context.extensionUri, () => host);
  const folders = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
  const workspace = () => folders()[0];
  const justification = l10n.t('Spool’s agent answers your messages with it, and summarizes threads.');
  const models = createModels(context, (id) => loadProvider(id, { vscode, justification }), log, l10n);
  const { catalog: speakers } = models;
  const { agent, knowledge, dispose } = createAgent({ context, session, speakers, root, log, l10n, workspace });
  const tell = createTell(session, log, l10n, () => view.isVisible);
  const host: Host = {
    session,
    store,
    agent,
    log,
    l10n,
    workspace,
    reveal: (target) => view.reveal(target),
    tell,
  };
  const documents = new DocumentProvider(session, store, l10n);
  const meter = createMeterItem(l10n);
  const setContextKeys = createContextKeys();
  const update = () => {
    setContextKeys(session.state);
    meter.update(session.state, view.isVisible);
    documents.refresh();
  };
  const following = setInterval(() => void session.follow(), FOLLOW_MS);
  context.subscriptions.push(
    log,
    meter,
    followSettings(session, log),
    { dispose: session.onDidChange(update) },
    { dispose: rememberThread(session, context.workspaceState) },
    { dispose: reportDamage(session, log, l10n) },
    { dispose: () => clearInterval(following) },
    view.onDidChangeVisibility(update),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    vscode.window.registerWebviewViewProvider(VIEW_ID, view),
    models,
    { dispose },
    { dispose: offerToContinue(session, l10n) },
    ...registerCommands(host),
    ...registerModelCommands({
      ...models,
      session,
      l10n,
      tell,
      learned: knowledge.read,
      switchModel: (id) => agent.switchModel(id),
    }),
  );
  update();
  closing = () => agent.close().then(() => session.close());
  log.debug(`Activated in ${(performance.now() - began).toFixed(1)} ms`);
  restoreThread(session, store, context.workspaceState, folders()).then(
    (id) => log.debug(id === undefined ? 'No thread to restore' : `Restored the thread ${id}`),
    (error: unknown) => log.error(error instanceof Error ? error : String(error)),
  );
}

export function deactivate(): Promise<void> | undefined {
  return closing?.();
}
