/** Makes text safe for a terminal that only shows: colours and moves of the cursor stay, all other control sequences go. */
import { TerminalParser } from '../../../core/workspace/commands/terminal-parser.ts';

const BACKSPACE = 0x08;
const CARRIAGE_RETURN = 0x0d;
/** CSI sequences by their final character: colours, erasing, and moves. None answers, switches a mode or reaches the clipboard. */
const SHOWN = new Set('mKJGABCDH');

export class TerminalText {
  #shown = '';
  readonly #parser = new TerminalParser({
    // A terminal takes a line feed alone as a move straight down.
    text: (run) => this.#add(run.replaceAll('\n', '\r\n')),
    control: (code) => {
      if (code === CARRIAGE_RETURN || code === BACKSPACE) this.#add(String.fromCharCode(code));
    },
    sequence: (final, parameters) => {
      if (SHOWN.has(final) && /^[\d;:]*$/.test(parameters)) this.#add(`\x1b[${parameters}${final}`);
    },
  });

  /** The text that this chunk gives to be shown; a sequence that is cut waits for its rest. */
  write(raw: string): string {
    this.#parser.write(raw);
    const shown = this.#shown;
    this.#shown = '';
    return shown;
  }

  #add(text: string): void {
    this.#shown += text;
  }
}

/** A command as a person must see it before they run it: what is invisible or moves other text is written as its code point. */
export function visibleCommand(command: string): string {
  return command.replace(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/gu, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `[U+${code}]`;
  });
}
