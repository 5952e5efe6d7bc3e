/** The panel in the secondary side bar. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';
import type { Runner } from '../agent/runner.ts';
import type { RunnerPool } from '../agent/runner-pool.ts';
import { ShownAttachments } from '../attachments/shown-attachments.ts';
import type { CommandContext } from '../commands/command-context.ts';
import { panelView } from '../session/panel-view.ts';
import type { SessionState } from '../session/session-state.ts';
import { panelHandlers } from './handlers.ts';
import { panelHtml } from './html.ts';
import { type PanelHandlers, receive } from './inbound.ts';
import { PanelFeed } from './panel-feed.ts';
import { panelWords } from './panel-words.ts';

export const VIEW_ID = 'spool.thread';

type Threads = RunnerPool<Runner & { readonly host: CommandContext }>;

export class ThreadView implements vscode.WebviewViewProvider {
  readonly #bundle: vscode.Uri;
  readonly #threads: () => Threads;
  readonly #visibility = new vscode.EventEmitter<void>();
  readonly onDidChangeVisibility = this.#visibility.event;
  #view: vscode.WebviewView | undefined;
  #feed: PanelFeed | undefined;
  #wanted: FocusTarget | undefined;

  constructor(extension: vscode.Uri, threads: () => Threads) {
    this.#bundle = vscode.Uri.joinPath(extension, 'dist', 'webview');
    this.#threads = threads;
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const threads = this.#threads();
    const { live, l10n, log } = threads.shown.host;
    const feed = new PanelFeed((message) => void view.webview.postMessage(message));
    const shownAttachments = new ShownAttachments(
      threads.shown.host.attachments,
      async () => (await import('../commands/on-demand.ts')).onDemandCommands.SourceWatch,
      () => showAttachments(),
    );
    const showAttachments = () => feed.attachments(() => shownAttachments.view());
    // A message is for the thread that is shown when it comes; what it begins stays with that thread.
    const handlers = new WeakMap<CommandContext, PanelHandlers>();
    const handlersNow = () => {
      const { host } = threads.shown;
      const known = handlers.get(host) ?? panelHandlers(host, feed, showAttachments);
      handlers.set(host, known);
      return known;
    };
    this.#view = view;
    this.#feed = feed;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.#bundle] };
    view.webview.onDidReceiveMessage(async (message: unknown) => {
      const reply = await receive(message, handlersNow(), (why) => log.warn(`Refused from the panel: ${why}`));
      if (reply) await view.webview.postMessage(reply);
    });
    const words = panelWords(l10n);
    const show = (state: SessionState) => panelView(state, words);
    const showBadge = () => {
      const value = threads.all.reduce((sum, { session }) => sum + questionsIn(session.state), 0);
      if ((view.badge?.value ?? 0) === value) return;
      const tooltip = l10n.plural(value, '{0} question of the agent', '{0} questions of the agent');
      view.badge = value > 0 ? { value, tooltip } : undefined;
    };
    const showCommands = () => feed.liveCommands(() => live.of(threads.state.open?.id));
    let shown = threads.state.open?.id;
    const badge = threads.onDidChangeStatus(showBadge);
    const following = threads.onDidChange((state) => {
      showBadge();
      if (view.visible) feed.update(show(state));
      if (shown === state.open?.id) return;
      shown = state.open?.id;
      showCommands();
      showAttachments();
      void threads.shown.host.attachments.load();
    });
    const commands = live.onDidChange(showCommands);
    const streaming = threads.onPieces((pieces) => {
      if (view.visible) feed.replyPieces(pieces);
    });
    showBadge();
    // The rows are made while the page loads, so that they are there when it is ready.
    setImmediate(() => show(threads.state));
    view.onDidChangeVisibility(() => {
      if (!view.visible) feed.hidden();
      this.#visibility.fire();
    });
    view.onDidDispose(() => {
      following();
      badge();
      commands();
      streaming();
      shownAttachments.dispose();
      feed.hidden();
      if (this.#view === view) this.#view = this.#feed = undefined;
      this.#visibility.fire();
    });
    view.webview.html = this.#page(view.webview);
    if (this.#wanted) feed.focus(this.#wanted);
    this.#wanted = undefined;
    this.#visibility.fire();
  }

  /** Shows the panel and leaves the focus where it is. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus: true });
  }

  async reveal(target: FocusTarget): Promise<void> {
    if (!this.#feed) this.#wanted = target;
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
    this.#feed?.focus(target);
  }

  #page(webview: vscode.Webview): string {
    const style = vscode.Uri.joinPath(this.#bundle, 'main.css');
    return panelHtml({
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      script: webview.asWebviewUri(vscode.Uri.joinPath(this.#bundle, 'main.js')).toString(),
      style: existsSync(style.fsPath) ? webview.asWebviewUri(style).toString() : undefined,
      language: vscode.env.language,
      strings: plainStrings(vscode.l10n.bundle),
    });
  }
}

/** Those of its thread that wait for an answer. */
function questionsIn({ question }: SessionState): number {
  return question ? question.view.waiting + 1 : 0;
}

/** A bundle may hold notes for translators beside the plain entries. */
function plainStrings(bundle: typeof vscode.l10n.bundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(bundle ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
