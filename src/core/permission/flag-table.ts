/** The harmless flags of a program: each is listed whole, and a flag that is not listed is a reason to ask. */

export interface FlagTable {
  /** Letters of flags without a value, alone or joined: `l` and `a` allow `-la`. */
  readonly letters?: string;
  /** Whole words: long flags are never abbreviated. */
  readonly flags?: readonly string[];
  /** Flags with a value in the same word: `--lines=5`, `-U3`; what is after the name must match as a whole. */
  readonly joined?: Readonly<Record<string, RegExp>>;
  /** Short flags with a value, joined or in the word after: `-n5`, `-n 5`. */
  readonly valued?: Readonly<Record<string, RegExp>>;
  /** What other words are. */
  readonly operands: 'paths' | 'revisions' | 'none';
}

export interface Program {
  /** `git status`: the words that come first. */
  readonly words: readonly string[];
  /** One more word names what it runs: `npm run NAME`. */
  readonly takesName?: true;
  readonly table: FlagTable;
  /**
   * `read`: it changes nothing, and is known without a rule · `write`: it changes only its operands ·
   * `run`: it runs what is in the workspace.
   */
  readonly kind: 'read' | 'write' | 'run';
  /** Words after `--`, which it passes on, that are harmless. */
  readonly passed?: RegExp;
  /** Of git: it shows changes of files that no word names. */
  readonly showsChanges?: true;
}

export type Flags =
  | { readonly type: 'known'; readonly operands: readonly Operand[] }
  | { readonly type: 'unknown'; readonly flag: string };

export interface Operand {
  readonly text: string;
  /** It comes after `--`, where git reads paths only. */
  readonly isAfterDashes: boolean;
}

/** Parts the words after a program's name by its table. */
export function readFlags(words: readonly string[], table: FlagTable): Flags {
  const operands: Operand[] = [];
  let isAfterDashes = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (isAfterDashes || !word.startsWith('-') || word === '-') operands.push({ text: word, isAfterDashes });
    else if (word === '--') isAfterDashes = true;
    else {
      const used = wordsOfFlag(word, words[at + 1], table);
      if (used === 0) return { type: 'unknown', flag: word };
      at += used - 1;
    }
  }
  return { type: 'known', operands };
}

/** How many words the flag takes; 0 where it is unknown. */
function wordsOfFlag(word: string, next: string | undefined, table: FlagTable): 0 | 1 | 2 {
  const { letters = '', flags = [], joined = {}, valued = {} } = table;
  if (flags.includes(word)) return 1;
  const short = word.slice(0, 2);
  if (!word.startsWith('--')) {
    const value = Object.hasOwn(valued, short) ? valued[short] : undefined;
    if (value) {
      if (word.length > 2) return isWhole(value, word.slice(2)) ? 1 : 0;
      return next !== undefined && isWhole(value, next) ? 2 : 0;
    }
    if ([...word.slice(1)].every((letter) => letters.includes(letter))) return 1;
    return Object.hasOwn(joined, short) && isWhole(joined[short], word.slice(2)) ? 1 : 0;
  }
  const equals = word.indexOf('=');
  const name = word.slice(0, equals + 1);
  return equals > 0 && Object.hasOwn(joined, name) && isWhole(joined[name], word.slice(equals + 1)) ? 1 : 0;
}

export function isWhole(pattern: RegExp | undefined, value: string): boolean {
  return pattern?.exec(value)?.[0] === value;
}

/** Patterns of values. */
export const NUMBER = /\d{1,9}/;
export const PLAIN_NAME = /[A-Za-z0-9_][A-Za-z0-9_.,:+-]*/;
export const ANY_TEXT = /.*/s;
