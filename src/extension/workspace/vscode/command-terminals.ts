/** A terminal in VS Code for each command that the agent runs. */
import * as vscode from 'vscode';
import { oneLine } from '../../../core/lang/clip.ts';
import type { L10n } from '../../l10n/l10n.ts';
import { withoutLinks } from '../../words/notification-text.ts';
import type { CommandView, ShownCommand } from '../node/commands/command-view.ts';
import { CommandPseudoterminal } from './command-pseudoterminal.ts';

const NAME_LENGTH = 30;
/** Terminals of commands that have ended; older ones are closed. */
const MOST_ENDED = 8;

interface Shown {
  readonly terminal: vscode.Terminal;
  readonly pty: CommandPseudoterminal;
}

export class CommandTerminals implements vscode.Disposable {
  readonly #l10n: L10n;
  readonly #shown = new Map<string, Shown>();

  constructor(l10n: L10n) {
    this.#l10n = l10n;
  }

  /** Opens a terminal without taking the focus, and without showing the terminals where they are hidden. */
  readonly show = (command: ShownCommand): CommandView => {
    const pty = new CommandPseudoterminal({
      command: command.command,
      l10n: this.#l10n,
      onClosed: () => void this.#tellThatItRuns(command),
    });
    const terminal = vscode.window.createTerminal({
      name: oneLine(command.command, NAME_LENGTH),
      pty,
      iconPath: new vscode.ThemeIcon('spool-thread'),
      isTransient: true,
    });
    this.#shown.set(command.id, { terminal, pty });
    this.#closeOld();
    return pty;
  };

  /** Brings the terminal of a command to the front; false where it was closed. */
  reveal(id: string): boolean {
    const found = this.#shown.get(id);
    const isOpen = found !== undefined && found.terminal.exitStatus === undefined;
    if (isOpen) found.terminal.show();
    return isOpen;
  }

  dispose(): void {
    const all = [...this.#shown.values()];
    // First, since a terminal that closes is asked about while it is known.
    this.#shown.clear();
    for (const { terminal } of all) terminal.dispose();
  }

  #closeOld(): void {
    const ended = [...this.#shown].filter(([, { pty }]) => pty.hasEnded);
    for (const [id, { terminal }] of ended.slice(0, Math.max(0, ended.length - MOST_ENDED))) {
      if (terminal === vscode.window.activeTerminal) continue;
      this.#shown.delete(id);
      terminal.dispose();
    }
  }

  async #tellThatItRuns({ command, id, stop }: ShownCommand): Promise<void> {
    if (!this.#shown.delete(id)) return;
    const { t } = this.#l10n;
    const name = withoutLinks(oneLine(command, NAME_LENGTH));
    const text = t('“{0}” goes on, though its terminal was closed.', name);
    const stopIt = t('Stop It');
    if ((await vscode.window.showInformationMessage(text, stopIt)) === stopIt) await stop('person');
  }
}
