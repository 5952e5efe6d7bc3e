/** The terminal that shows a command while it runs. It takes no input, and closing it does not end the command. */
import type * as vscode from 'vscode';
import type { CommandState } from '../../../core/workspace/commands/ports.ts';
import type { L10n } from '../../l10n/l10n.ts';
import { commandEndText } from '../../words/command-end.ts';
import type { CommandView } from '../node/commands/command-view.ts';
import { TerminalText, visibleCommand } from './terminal-text.ts';

/** Between two writes, after the first, which is made at once. */
const PAUSE_MS = 30;
/** Characters of one write: what comes faster is left out, since VS Code holds all that is written until it is drawn. */
const MOST_AT_ONCE = 1 << 16;
const DIM = '\x1b[2m';
const PLAIN = '\x1b[0m';

export interface PseudoterminalOptions {
  readonly command: string;
  readonly l10n: L10n;
  /** The person has closed it, and the command still runs. */
  onClosed(): void;
}

/** `onDidClose` is left out: firing it would remove the terminal with its output, and show a message for each exit code but 0. */
export class CommandPseudoterminal implements vscode.Pseudoterminal, CommandView {
  readonly #options: PseudoterminalOptions;
  readonly #text = new TerminalText();
  readonly #listeners = new Set<(text: string) => unknown>();
  #isOpen = false;
  #hasEnded = false;
  #waiting: string;
  #left = 0;
  #pause: NodeJS.Timeout | undefined;

  constructor(options: PseudoterminalOptions) {
    this.#options = options;
    this.#waiting = `${DIM}$ ${visibleCommand(options.command).replaceAll('\n', '\r\n')}${PLAIN}\r\n`;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  readonly onDidWrite: vscode.Event<string> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  /** What is written before this is lost, so it waits. */
  open(): void {
    this.#isOpen = true;
    this.#flush();
  }

  close(): void {
    this.#isOpen = false;
    clearTimeout(this.#pause);
    if (!this.#hasEnded) this.#options.onClosed();
  }

  text(raw: string): void {
    this.#add(this.#text.write(raw));
  }

  moved(): void {
    this.#note(this.#options.l10n.t('[goes on in the background]'));
  }

  ended(state: CommandState): void {
    this.#hasEnded = true;
    if (state.type === 'ended') this.#note(commandEndText(state, this.#options.l10n));
  }

  #note(text: string): void {
    this.#add(`${PLAIN}\r\n${DIM}${text}${PLAIN}\r\n`);
  }

  #add(text: string): void {
    this.#waiting += text;
    const over = this.#waiting.length - MOST_AT_ONCE;
    if (over > 0) {
      // A whole line is kept, so that no sequence is cut.
      const lineEnd = this.#waiting.indexOf('\n', over) + 1;
      const from = lineEnd === 0 ? this.#waiting.length : lineEnd;
      this.#left += from;
      this.#waiting = this.#waiting.slice(from);
    }
    if (!this.#pause) this.#flush();
  }

  #flush(): void {
    this.#pause = undefined;
    if (!this.#isOpen || (this.#waiting === '' && this.#left === 0)) return;
    const { l10n } = this.#options;
    const left =
      this.#left > 0 ? `${PLAIN}\r\n${DIM}${l10n.t('[{0} characters left out here]', this.#left)}${PLAIN}\r\n` : '';
    const text = left + this.#waiting;
    this.#waiting = '';
    this.#left = 0;
    for (const listener of this.#listeners) listener(text);
    this.#pause = setTimeout(() => this.#flush(), PAUSE_MS);
  }
}
