/** The panel in the secondary side bar. */
import * as vscode from 'vscode';
import type { FocusTarget } from '../../core/protocol/panel-messages.ts';
import { PanelConnection, type PanelParts } from './panel-connection.ts';
import type { PanelLocation, PanelLocations } from './panel-locations.ts';

export const VIEW_ID = 'spool.thread';

export class ThreadView implements vscode.WebviewViewProvider, PanelLocation {
  readonly #parts: PanelParts;
  readonly #locations: PanelLocations;
  #view: vscode.WebviewView | undefined;
  #connection: PanelConnection | undefined;
  #wanted: { readonly target: FocusTarget; readonly text: string | undefined } | undefined;

  constructor(parts: PanelParts, locations: PanelLocations) {
    this.#parts = parts;
    this.#locations = locations;
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  /** VS Code resolves the view only when a person has shown it once. */
  get isOpen(): boolean {
    return false;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.#view = view;
    const connection = new PanelConnection(
      { webview: view.webview, isVisible: () => view.visible, onFocus: (isFocused) => this.#focused(isFocused) },
      this.#parts,
    );
    this.#connection = connection;
    const { waiting } = this.#parts;
    const showBadge = () => {
      const badge = waiting.badge();
      if ((view.badge?.value ?? 0) === badge.value && (view.badge?.tooltip ?? '') === badge.tooltip) return;
      view.badge = badge.value > 0 ? badge : undefined;
    };
    const following = waiting.onDidChange(showBadge);
    showBadge();
    view.onDidChangeVisibility(() => {
      if (!view.visible) {
        this.#focused(false);
        connection.hidden();
      }
      this.#locations.changed();
    });
    view.onDidDispose(() => {
      following();
      this.#focused(false);
      connection.dispose();
      if (this.#view === view) this.#view = this.#connection = undefined;
      this.#locations.changed();
    });
    if (this.#wanted) connection.focus(this.#wanted.target, this.#wanted.text);
    this.#wanted = undefined;
    this.#locations.changed();
  }

  /** Shows the panel and leaves the focus where it is. */
  async show(): Promise<void> {
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`, { preserveFocus: true });
  }

  async reveal(target: FocusTarget, text?: string): Promise<void> {
    if (!this.#connection) this.#wanted = { target, text };
    await vscode.commands.executeCommand(`${VIEW_ID}.focus`);
    this.#connection?.focus(target, text);
  }

  #focused(isFocused: boolean): void {
    this.#locations.focused(this, isFocused);
  }
}
