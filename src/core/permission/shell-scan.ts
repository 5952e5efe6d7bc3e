/** The first reading of a command, character by character, as a small subset of bash; anything else is a reason to ask. */
import { err, ok, type Result } from '../lang/result.ts';
import { CommandList, type SimpleCommand } from './command-list.ts';
import { isHidden } from './hidden-characters.ts';
import type { CommandReason, Construct } from './reason.ts';

type Scanned<T> = Result<T, CommandReason>;

const PLAIN = /[A-Za-z0-9_./:@%+,=-]+/y;
const BLANKS = /[ \t]*/y;
const NULL_TARGET = /[ \t]*\/dev\/null(?=[ \t\n;|&]|$)/y;
const ERRORS_TO_OUTPUT = />&1(?=[ \t\n;|&]|$)/y;
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
  const list = new CommandList();
  for (let at = 0; at < text.length; ) {
    const end = scanPiece(text, at, list);
    if (!end.ok) return end;
    at = end.value;
  }
  return list.end();
}

/** Adds the piece at `at`, and gives where it ends. */
function scanPiece(text: string, at: number, list: CommandList): Scanned<number> {
  const plain = match(PLAIN, text, at);
  if (plain !== undefined) {
    list.addText(plain, true);
    return ok(at + plain.length);
  }
  const char = text.charAt(at);
  switch (char) {
    case ' ':
    case '\t':
      list.endWord();
      return ok(at + (match(BLANKS, text, at)?.length ?? 1));
    case "'":
    case '"': {
      const quoted = char === "'" ? singleQuoted(text, at) : doubleQuoted(text, at);
      if (!quoted.ok) return quoted;
      list.addText(quoted.value.text, false);
      return ok(quoted.value.end);
    }
    case '>':
    case '<':
      return scanRedirect(text, at, at, list);
    case '&':
      if (text[at + 1] !== '>') return scanSeparator(text, at, list);
      list.endWord();
      return scanRedirect(text, at, at + 1, list);
    case '|':
    case ';':
    case '\n':
      return scanSeparator(text, at, list);
    default:
      return unknownCharacter(text, at);
  }
}

function scanSeparator(text: string, at: number, list: CommandList): Scanned<number> {
  const char = text.charAt(at);
  const pair = text.slice(at, at + 2);
  if (pair === '|&') return construct('|&', text.slice(at));
  if (char === '&' && pair !== '&&') return construct('&', text.slice(at));
  const separator = pair === '&&' || pair === '||' ? pair : char === '|' || char === ';' ? char : '\n';
  const problem = list.endCommand(separator);
  return problem ? err(problem) : ok(at + separator.length);
}

/** A redirect is read if it is one of the few that change nothing. `from`: of the `&` before it, too. */
function scanRedirect(text: string, from: number, at: number, list: CommandList): Scanned<number> {
  const end = redirectEnd(text, at, list.descriptor);
  if (end === undefined) return construct(redirectSign(text, at), text.slice(from));
  list.addRedirect();
  return ok(end);
}

function redirectEnd(text: string, at: number, descriptor: string | undefined): number | undefined {
  const isInput = text[at] === '<';
  if (descriptor === '2' && match(ERRORS_TO_OUTPUT, text, at)) return at + 3;
  if (descriptor !== undefined && !(isInput ? ['0'] : ['1', '2']).includes(descriptor)) return undefined;
  const start = !isInput && text[at + 1] === '>' ? at + 2 : at + 1;
  const target = match(NULL_TARGET, text, start);
  return target === undefined ? undefined : start + target.length;
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
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
