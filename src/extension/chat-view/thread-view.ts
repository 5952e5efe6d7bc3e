/** The panel in the secondary side bar. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';
import type { CommandContext } from '../commands/command-context.ts';
import { panelView } from '../session/panel-view.ts';
import type { SessionState } from '../session/session-state.ts';
import { panelHandlers } from './handlers.ts';
import { panelHtml } from './html.ts';
import { receive } from './inbound.ts';
import { PanelFeed } from './panel-feed.ts';
import { panelWords } from './panel-words.ts';

export const VIEW_ID = 'spool.thread';

export class ThreadView implements vscode.WebviewViewProvider {
  readonly #bundle: vscode.Uri;
  readonly #host: () => CommandContext;
  readonly #visibility = new vscode.EventEmitter<void>();
  readonly onDidChangeVisibility = this.#visibility.event;
  #view: vscode.WebviewView | undefined;
  #feed: PanelFeed | undefined;
  #wanted: FocusTarget | undefined;

  constructor(extension: vscode.Uri, host: () => CommandContext) {
    this.#bundle = vscode.Uri.joinPath(extension, 'dist', 'webview');
    this.#host = host;
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const host = this.#host();
    const feed = new PanelFeed((message) => void view.webview.postMessage(message));
    const handlers = panelHandlers(host, feed);
    this.#view = view;
    this.#feed = feed;
    view.webview.options = { enableScripts: true, localResourceRoots: [this.#bundle] };
    view.webview.onDidReceiveMessage(async (message: unknown) => {
      const reply = await receive(message, handlers, (why) => host.log.warn(`Refused from the panel: ${why}`));
      if (reply) await view.webview.postMessage(reply);
    });
    const words = panelWords(host.l10n);
    const show = (state: SessionState) => panelView(state, words);
    const showBadge = ({ question }: SessionState) => {
      const value = question ? question.view.waiting + 1 : 0;
      if ((view.badge?.value ?? 0) === value) return;
      const tooltip = host.l10n.plural(value, '{0} question of the agent', '{0} questions of the agent');
      view.badge = question && { value, tooltip };
    };
    const showCommands = () => feed.liveCommands(() => host.live.of(host.session.state.open?.id));
    let shown = host.session.state.open?.id;
    const following = host.session.onDidChange((state) => {
      showBadge(state);
      if (view.visible) feed.update(show(state));
      if (shown === state.open?.id) return;
      shown = state.open?.id;
      showCommands();
    });
    const commands = host.live.onDidChange(showCommands);
    const streaming = host.agent.progress.onPieces((pieces) => {
      if (view.visible) feed.replyPieces(pieces);
    });
    showBadge(host.session.state);
    // The rows are made while the page loads, so that they are there when it is ready.
    setImmediate(() => show(host.session.state));
    view.onDidChangeVisibility(() => {
      if (!view.visible) feed.hidden();
      this.#visibility.fire();
    });
    view.onDidDispose(() => {
      following();
      commands();
      streaming();
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

/** A bundle may hold notes for translators beside the plain entries. */
function plainStrings(bundle: typeof vscode.l10n.bundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(bundle ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
