/** The first reading of a command, character by character, as a small subset of bash; anything else is a reason to ask. */
import { err, ok, type Result } from '../lang/result.ts';
import { isHidden } from './hidden-characters.ts';
import type { CommandReason, Construct } from './reason.ts';

/** One program with its words, as bash would start it. */
export interface SimpleCommand {
  /** Quotes are resolved; never empty. */
  readonly words: readonly string[];
  /** It reads what the command before it writes. */
  readonly isPiped: boolean;
}

type Scanned<T> = Result<T, CommandReason>;
type Separator = '&&' | '||' | '|' | ';' | '\n';

interface Word {
  readonly text: string;
  /** It has no quotes, so that bash reads keywords, assignments and descriptors in it. */
  readonly isPlain: boolean;
}

const PLAIN = /[A-Za-z0-9_./:@%+,=-]+/y;
const BLANKS = /[ \t]*/y;
const NULL_TARGET = /[ \t]*\/dev\/null(?=[ \t\n;|&]|$)/y;
const ERRORS_TO_OUTPUT = />&1(?=[ \t\n;|&]|$)/y;
const KEYWORDS = new Set(
  'if then elif else fi for while until do done case esac select in function time coproc'.split(' '),
);

const SIGNS: Readonly<Record<string, Construct>> = {
  '(': '(…)',
  ')': '(…)',
  '{': '{…}',
  '}': '{…}',
  '*': '*',
  '?': '?',
  '[': '[…]',
  ']': '[…]',
  '~': '~',
  '#': '#',
  '!': '!',
  '^': '^',
  '\\': '\\',
  '`': '`…`',
};

const construct = (sign: Construct, text: string) =>
  err<CommandReason>({ type: 'construct', construct: sign, text: text.slice(0, 40) });
const unreadable = err<CommandReason>({ type: 'unreadable' });

/** The simple commands of `text`, in order. Linear in its length. */
export function scanCommand(text: string): Scanned<readonly SimpleCommand[]> {
  const commands: SimpleCommand[] = [];
  let words: Word[] = [];
  let word: Word | undefined;
  let hasRedirect = false;
  let before: Separator = ';';
  let at = 0;

  const match = (pattern: RegExp, from: number): string | undefined => {
    pattern.lastIndex = from;
    return pattern.exec(text)?.[0];
  };
  const endWord = () => {
    if (word) words.push(word);
    word = undefined;
  };
  const endCommand = (separator: Separator): CommandReason | undefined => {
    endWord();
    const [first] = words;
    if (!first) {
      // A line may be empty, also after an operator that waits for its command.
      if (separator === '\n' && !hasRedirect) return undefined;
      return { type: 'unreadable' };
    }
    if (first.text.includes('=')) return { type: 'construct', construct: 'NAME=…', text: first.text.slice(0, 40) };
    if (first.isPlain && KEYWORDS.has(first.text)) return { type: 'construct', construct: 'keyword', text: first.text };
    commands.push({ words: words.map((one) => one.text), isPiped: before === '|' });
    words = [];
    hasRedirect = false;
    before = separator;
    return undefined;
  };
  /** Where the redirect at `from` ends, if it is one of the few that change nothing. */
  const redirectEnd = (from: number): number | undefined => {
    const descriptor = word?.isPlain ? word.text : word && 'other';
    const isInput = text[from] === '<';
    if (descriptor === '2' && match(ERRORS_TO_OUTPUT, from)) return from + 3;
    if (descriptor !== undefined && !(isInput ? ['0'] : ['1', '2']).includes(descriptor)) return undefined;
    const start = !isInput && text[from + 1] === '>' ? from + 2 : from + 1;
    const target = match(NULL_TARGET, start);
    return target === undefined ? undefined : start + target.length;
  };

  while (at < text.length) {
    const char = text.charAt(at);
    const pair = text.slice(at, at + 2);
    const plain = match(PLAIN, at);
    if (plain !== undefined) {
      word = { text: (word?.text ?? '') + plain, isPlain: word?.isPlain ?? true };
      at += plain.length;
    } else if (char === ' ' || char === '\t') {
      endWord();
      at += match(BLANKS, at)?.length ?? 1;
    } else if (char === "'" || char === '"') {
      const quoted: Scanned<{ text: string; end: number }> =
        char === "'" ? singleQuoted(text, at) : doubleQuoted(text, at);
      if (!quoted.ok) return quoted;
      word = { text: (word?.text ?? '') + quoted.value.text, isPlain: false };
      at = quoted.value.end;
    } else if (char === '>' || char === '<' || pair === '&>') {
      if (char === '&' && word) endWord();
      const start = char === '&' ? at + 1 : at;
      const end = redirectEnd(start);
      if (end === undefined) return construct(redirectSign(text, start), text.slice(at));
      word = undefined;
      hasRedirect = true;
      at = end;
    } else if (char === '&' || char === '|' || char === ';' || char === '\n') {
      if (pair === '|&') return construct('|&', text.slice(at));
      if (char === '&' && pair !== '&&') return construct('&', text.slice(at));
      const separator = pair === '&&' || pair === '||' ? pair : char === '|' || char === ';' ? char : '\n';
      const problem = endCommand(separator);
      if (problem) return err(problem);
      at += separator.length;
    } else return unknownCharacter(text, at);
  }
  endWord();
  const isOpen = before !== ';' && before !== '\n';
  if (words.length > 0 || hasRedirect || isOpen) {
    const problem = words.length === 0 ? unreadable.error : endCommand('\n');
    if (problem) return err(problem);
  }
  return commands.length === 0 ? unreadable : ok(commands);
}

function redirectSign(text: string, at: number): Construct {
  for (const sign of ['<<<', '<<', '<(', '>('] as const) {
    if (text.startsWith(sign, at)) return sign === '<(' || sign === '>(' ? `${sign}…)` : sign;
  }
  return text[at] === '<' ? '<' : '>';
}

function unknownCharacter(text: string, at: number): Scanned<never> {
  const char = text.charAt(at);
  if (char === '$') return construct(dollarSign(text, at), text.slice(at));
  const sign = SIGNS[char];
  return sign ? construct(sign, text.slice(at)) : err({ type: 'character', codePoint: text.codePointAt(at) ?? 0 });
}

function dollarSign(text: string, at: number): Construct {
  if (text.startsWith('$((', at)) return '$((…))';
  const next = text.charAt(at + 1);
  return next === '(' ? '$(…)' : next === '{' ? `\${…}` : next === "'" ? "$'…'" : '$…';
}

function singleQuoted(text: string, at: number): Scanned<{ text: string; end: number }> {
  const end = text.indexOf("'", at + 1);
  if (end < 0) return unreadable;
  const inner = text.slice(at + 1, end);
  const hidden = hiddenIn(inner);
  return hidden === undefined ? ok({ text: inner, end: end + 1 }) : err({ type: 'character', codePoint: hidden });
}

function doubleQuoted(text: string, at: number): Scanned<{ text: string; end: number }> {
  let inner = '';
  let hasBackslash = false;
  let place = at + 1;
  for (; text[place] !== '"'; place++) {
    const char = text[place];
    if (char === undefined) return unreadable;
    if (char === '$') return construct(dollarSign(text, place), text.slice(place));
    if (char === '`') return construct('`…`', text.slice(place));
    if (char === '\\') {
      const next = text.charAt(place + 1);
      if (next === '$' || next === '`' || next === '\n') return construct('\\', text.slice(place));
      hasBackslash = true;
      if (next === '"' || next === '\\') place++;
    }
    inner += text.charAt(place);
  }
  const hidden = hiddenIn(inner);
  if (hidden !== undefined) return err({ type: 'character', codePoint: hidden });
  // In some locales (Shift-JIS, GB18030) bash takes a backslash for the second half of a character before it.
  const other = /[^\t\n -~]/u.exec(inner)?.[0];
  if (hasBackslash && other !== undefined) return err({ type: 'character', codePoint: other.codePointAt(0) ?? 0 });
  return ok({ text: inner, end: place + 1 });
}

function hiddenIn(text: string): number | undefined {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (isHidden(code)) return code;
  }
  return undefined;
}
