/** Connects one webview with the thread that the window shows: its page, its messages, and what it is sent. */
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
import type { SharedDrafts } from './shared-drafts.ts';
import type { Badge } from './waiting-badge.ts';

export type Threads = RunnerPool<Runner & { readonly host: CommandContext }>;

/** What all panels of a window share. */
export interface PanelParts {
  /** The folder of the panel's script and styles. */
  readonly bundle: vscode.Uri;
  readonly threads: () => Threads;
  readonly drafts: SharedDrafts;
  /** What waits for the person; `onDidChange` hears when that changed. */
  readonly waiting: { readonly badge: () => Badge; readonly onDidChange: (listener: () => void) => () => void };
}

interface Connected {
  readonly webview: vscode.Webview;
  readonly isVisible: () => boolean;
  /** Called when the keyboard focus comes into the panel, and when it leaves it. */
  readonly onFocus: (isFocused: boolean) => void;
}

export class PanelConnection {
  readonly #feed: PanelFeed;
  readonly #ends: (() => void)[] = [];

  constructor({ webview, isVisible, onFocus }: Connected, { bundle, threads: find, drafts }: PanelParts) {
    const threads = find();
    const { live, liveAgents, l10n, log, attachments } = threads.shown.host;
    const feed = new PanelFeed((message) => void webview.postMessage(message));
    this.#feed = feed;
    const watched = new ShownAttachments(
      attachments,
      async () => (await import('../commands/on-demand.ts')).onDemandCommands.SourceWatch,
      () => showAttachments(),
    );
    const showAttachments = () => feed.attachments(() => watched.view());
    const showDraft = () => feed.draft(drafts.of(threads.state.open?.id));
    const showCommands = () => feed.liveCommands(() => live.of(threads.state.open?.id));
    const showAgents = () => feed.liveAgents(() => liveAgents.of(threads.state.open?.id));
    const words = panelWords(l10n);
    const show = (state: SessionState) => panelView(state, words);
    const sharing = drafts.join((draft) => feed.draft(draft));
    const link = { feed, showAttachments, showDraft, onFocus, onDraft: sharing.tell };
    const handlersNow = handlersOfShown(threads, link);
    webview.options = { enableScripts: true, localResourceRoots: [bundle] };
    const receiving = webview.onDidReceiveMessage(async (message: unknown) => {
      const reply = await receive(message, handlersNow(), (why) => log.warn(`Refused from the panel: ${why}`));
      if (reply) await webview.postMessage(reply);
    });
    let shown = threads.state.open?.id;
    const following = threads.onDidChange((state) => {
      if (isVisible()) feed.update(show(state));
      if (shown === state.open?.id) return;
      shown = state.open?.id;
      showCommands();
      showAgents();
      showAttachments();
      showDraft();
      void threads.shown.host.attachments.load();
    });
    const commands = live.onDidChange(showCommands);
    const agents = liveAgents.onDidChange(showAgents);
    const streaming = threads.onPieces((pieces) => {
      if (isVisible()) feed.replyPieces(pieces);
    });
    const endings = [
      following,
      commands,
      agents,
      streaming,
      sharing.leave,
      () => watched.dispose(),
      () => receiving.dispose(),
    ];
    this.#ends.push(...endings, () => feed.hidden());
    // The rows are made while the page loads, so that they are there when it is ready.
    setImmediate(() => show(threads.state));
    webview.html = pageOf(webview, bundle);
  }

  /** Moves the keyboard focus inside the panel now, or as soon as it is ready. */
  focus(target: FocusTarget, text?: string): void {
    this.#feed.focus(target, text);
  }

  hidden(): void {
    this.#feed.hidden();
  }

  dispose(): void {
    for (const end of this.#ends) end();
  }
}

/** A message is for the thread that is shown when it comes; what it begins stays with that thread. */
function handlersOfShown(threads: Threads, link: Parameters<typeof panelHandlers>[1]): () => PanelHandlers {
  const handlers = new WeakMap<CommandContext, PanelHandlers>();
  return () => {
    const { host } = threads.shown;
    const known = handlers.get(host) ?? panelHandlers(host, link);
    handlers.set(host, known);
    return known;
  };
}

function pageOf(webview: vscode.Webview, bundle: vscode.Uri): string {
  const style = vscode.Uri.joinPath(bundle, 'main.css');
  return panelHtml({
    cspSource: webview.cspSource,
    nonce: randomBytes(16).toString('hex'),
    script: webview.asWebviewUri(vscode.Uri.joinPath(bundle, 'main.js')).toString(),
    style: existsSync(style.fsPath) ? webview.asWebviewUri(style).toString() : undefined,
    language: vscode.env.language,
    strings: plainStrings(vscode.l10n.bundle),
  });
}

/** A bundle may hold notes for translators beside the plain entries. */
function plainStrings(bundle: typeof vscode.l10n.bundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(bundle ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
