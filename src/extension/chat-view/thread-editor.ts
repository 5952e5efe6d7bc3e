/** Shows the chat panel as an editor tab, with the same thread as the side bar. A window has at most one such tab. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/lang/clip.ts';
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';
import { PanelConnection, type PanelParts } from './panel-connection.ts';
import type { PanelLocation, PanelLocations } from './panel-locations.ts';

export const EDITOR_TYPE = 'spool.threadEditor';

/** UTF-16 units of a thread's title in the tab. */
const MOST_OF_TITLE = 40;

export class ThreadEditor implements vscode.WebviewPanelSerializer, PanelLocation {
  readonly #parts: PanelParts;
  readonly #locations: PanelLocations;
  #panel: vscode.WebviewPanel | undefined;
  #connection: PanelConnection | undefined;

  constructor(parts: PanelParts, locations: PanelLocations) {
    this.#parts = parts;
    this.#locations = locations;
  }

  get isVisible(): boolean {
    return this.#panel?.visible ?? false;
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  async reveal(target: FocusTarget, text?: string): Promise<void> {
    if (this.#panel) this.#panel.reveal();
    else this.#connect(vscode.window.createWebviewPanel(EDITOR_TYPE, 'Spool', vscode.ViewColumn.Active));
    this.#connection?.focus(target, text);
  }

  /** VS Code shows a tab that was open before the window was loaded again. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.#panel?.dispose();
    this.#connect(panel);
  }

  #connect(panel: vscode.WebviewPanel): void {
    const threads = this.#parts.threads();
    const { l10n } = threads.shown.host;
    this.#panel = panel;
    panel.iconPath = vscode.Uri.joinPath(this.#parts.bundle, '..', '..', 'media', 'icon.png');
    const showTitle = () => {
      const { open } = threads.state;
      const { value } = this.#parts.waiting.badge();
      const name = open ? oneLine(open.thread.title ?? l10n.t('Untitled Thread'), MOST_OF_TITLE) : 'Spool';
      const title = value > 0 && !panel.visible ? `(${value}) ${name}` : name;
      if (panel.title !== title) panel.title = title;
    };
    const connection = new PanelConnection(
      {
        webview: panel.webview,
        isVisible: () => panel.visible,
        onFocus: (isFocused) => this.#locations.focused(this, isFocused),
      },
      this.#parts,
    );
    this.#connection = connection;
    const titled = [threads.onDidChange(showTitle), this.#parts.waiting.onDidChange(showTitle)];
    showTitle();
    let wasVisible = panel.visible;
    panel.onDidChangeViewState(() => {
      if (panel.active) this.#locations.used(this);
      if (panel.visible === wasVisible) return;
      wasVisible = panel.visible;
      if (!wasVisible) {
        this.#locations.focused(this, false);
        connection.hidden();
      }
      this.#locations.changed();
      showTitle();
    });
    panel.onDidDispose(() => {
      for (const end of titled) end();
      this.#locations.focused(this, false);
      connection.dispose();
      if (this.#panel === panel) this.#panel = this.#connection = undefined;
      this.#locations.changed();
    });
    this.#locations.changed();
  }
}
