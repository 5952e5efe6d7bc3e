/** Where VS Code starts Spool: builds the parts, joins them, registers them. */
import * as vscode from 'vscode';
import { offerToContinue } from './agent/offer-to-continue.ts';
import { VIEW_ID } from './chat-view/thread-view.ts';
import { cleanUpLater } from './clean-up.ts';
import { registerCommands } from './commands/register.ts';
import { registerModelCommands } from './commands/register-models.ts';
import { warnAboutFit } from './commands/warn-about-fit.ts';
import { createContextKeys } from './context-keys.ts';
import { createHost } from './create-host.ts';
import { SCHEME } from './documents/document-address.ts';
import { DocumentProvider } from './documents/provider.ts';
import { showFirstTime } from './first-show.ts';
import { followSettings } from './follow-settings.ts';
import { tellOfQuestions } from './permission/question-notice.ts';
import { rememberThread, restoreThread } from './restore.ts';
import { reportDamage } from './session/report-damage.ts';
import { createMeterItem } from './status-bar/meter-item.ts';

/** How often a window looks what others did to its thread. */
const FOLLOW_MS = 2_000;

let closing: (() => Promise<void>) | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const began = performance.now();
  const log = vscode.window.createOutputChannel('Spool', { log: true });
  const created = createHost(context, log);
  const { host, models, view, folders } = created;
  const { session, store, agent, permissions, l10n } = host;
  const documents = new DocumentProvider(session, store, () => permissions.questions, l10n);
  const meter = createMeterItem(l10n);
  const setContextKeys = createContextKeys();
  const questions = tellOfQuestions({
    session,
    permissions,
    l10n,
    isVisible: () => view.isVisible,
    reveal: () => view.reveal('question'),
  });
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
    { dispose: cleanUpLater(context.globalStorageUri.fsPath, log) },
    view.onDidChangeVisibility(update),
    view.onDidChangeVisibility(questions.update),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    vscode.window.registerWebviewViewProvider(VIEW_ID, view),
    created,
    { dispose: offerToContinue(session, l10n, created.asksAgain, () => void agent.goOn()) },
    questions,
    { dispose: warnAboutFit(session, l10n) },
    ...registerCommands(host),
    ...registerModelCommands(models),
  );
  update();
  closing = created.close;
  log.debug(`Activated in ${(performance.now() - began).toFixed(1)} ms`);
  const fail = (error: unknown) => log.error(error instanceof Error ? error : String(error));
  showFirstTime(context.globalState, () => view.show()).catch(fail);
  restoreThread(session, store, context.workspaceState, folders()).then(
    (id) => log.debug(id === undefined ? 'No thread to restore' : `Restored the thread ${id}`),
    fail,
  );
}

export function deactivate(): Promise<void> | undefined {
  return closing?.();
}
