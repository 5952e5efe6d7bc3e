/** The simple commands of a text, put together from the pieces that a scan of it finds. */
import { err, ok, type Result } from '../lang/result.ts';
import type { CommandReason } from './reason.ts';

/** One program with its words, as bash would start it. */
export interface SimpleCommand {
  /** Quotes are resolved; never empty. */
  readonly words: readonly string[];
  /** It reads what the command before it writes. */
  readonly isPiped: boolean;
}

export type Separator = '&&' | '||' | '|' | ';' | '\n';

interface Word {
  readonly text: string;
  /** It has no quotes, so that bash reads keywords, assignments and descriptors in it. */
  readonly isPlain: boolean;
}

const KEYWORDS = new Set(
  'if then elif else fi for while until do done case esac select in function time coproc'.split(' '),
);

const UNREADABLE: CommandReason = { type: 'unreadable' };

export class CommandList {
  readonly #commands: SimpleCommand[] = [];
  #words: Word[] = [];
  #word: Word | undefined;
  #hasRedirect = false;
  #before: Separator = ';';

  addText(text: string, isPlain: boolean): void {
    this.#word = { text: (this.#word?.text ?? '') + text, isPlain: isPlain && (this.#word?.isPlain ?? true) };
  }

  endWord(): void {
    if (this.#word) this.#words.push(this.#word);
    this.#word = undefined;
  }

  /** The word right before a redirect, which may be the number of a file descriptor. */
  get descriptor(): string | undefined {
    return this.#word?.isPlain ? this.#word.text : this.#word && 'other';
  }

  addRedirect(): void {
    this.#word = undefined;
    this.#hasRedirect = true;
  }

  endCommand(separator: Separator): CommandReason | undefined {
    this.endWord();
    const [first] = this.#words;
    if (!first) {
      // A line may be empty, also after an operator that waits for its command.
      return separator === '\n' && !this.#hasRedirect ? undefined : UNREADABLE;
    }
    if (first.text.includes('=')) return { type: 'construct', construct: 'NAME=…', text: first.text.slice(0, 40) };
    if (first.isPlain && KEYWORDS.has(first.text)) return { type: 'construct', construct: 'keyword', text: first.text };
    this.#commands.push({ words: this.#words.map(({ text }) => text), isPiped: this.#before === '|' });
    this.#words = [];
    this.#hasRedirect = false;
    this.#before = separator;
    return undefined;
  }

  end(): Result<readonly SimpleCommand[], CommandReason> {
    this.endWord();
    const isOpen = this.#before !== ';' && this.#before !== '\n';
    if (this.#words.length > 0 || this.#hasRedirect || isOpen) {
      const problem = this.#words.length === 0 ? UNREADABLE : this.endCommand('\n');
      if (problem) return err(problem);
    }
    return this.#commands.length === 0 ? err(UNREADABLE) : ok(this.#commands);
  }
}
