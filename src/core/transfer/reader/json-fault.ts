/** Locates a JSON syntax error, and tells a truncated text from a damaged one. */

export interface JsonFault {
  /** `cut`: all is well up to the end, but the end is missing. */
  readonly type: 'cut' | 'invalid';
  /** From 1. */
  readonly line: number;
}

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

const LITERALS = ['true', 'false', 'null'];
const NUMBER_PART = /[-+.0-9eE]/;
const NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/;
const ESCAPE = /^(["\\/bfnrt]|u[0-9a-fA-F]{4})/;
const CUT_ESCAPE = /^(u[0-9a-fA-F]{0,3})?$/;

/** The first fault of a text that `JSON.parse` refuses; undefined when there is none. Linear, without recursion. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  let line = 1;
  let i = 0;
  const fault = (at: number): JsonFault => ({ type: at >= text.length ? 'cut' : 'invalid', line });
  for (; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '\n') line++;
    if (c === ' ' || c === '\t' || c === '\n' || c === '\r') continue;
    const isEnd = c === '}' || c === ']';
    if (isEnd && expected.endsWith('-or-end') && open.at(-1) === c) {
      open.pop();
      expected = 'comma-or-end';
    } else if (expected === 'comma-or-end') {
      if (c !== ',' || open.length === 0) return fault(i);
      expected = open.at(-1) === '}' ? 'key' : 'value';
    } else if (expected === 'colon') {
      if (c !== ':') return fault(i);
      expected = 'value';
    } else if (c === '"') {
      const end = endOfString(text, i + 1);
      if (text.charAt(end) !== '"') return fault(end);
      i = end;
      if (expected === 'key' || expected === 'key-or-end') expected = 'colon';
      else expected = 'comma-or-end';
    } else if (expected === 'key' || expected === 'key-or-end') {
      return fault(i);
    } else if (c === '{' || c === '[') {
      open.push(c === '{' ? '}' : ']');
      expected = c === '{' ? 'key-or-end' : 'value-or-end';
    } else {
      const end = endOfScalar(text, i);
      if (end === undefined) return fault(i);
      if (end > text.length) return fault(end);
      i = end - 1;
      expected = 'comma-or-end';
    }
  }
  return open.length > 0 || expected !== 'comma-or-end' ? fault(i) : undefined;
}

/** The index of the closing quote, of what no string may hold, or past the end. */
function endOfString(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22 || code < 0x20) return i;
    if (code !== 0x5c) continue;
    const sequence = text.slice(i + 1, i + 6);
    const taken = ESCAPE.exec(sequence)?.[0].length;
    if (taken === undefined) return CUT_ESCAPE.test(sequence) ? text.length : i;
    i += taken;
  }
  return text.length;
}

/** The index after a number or literal; past the end for one that is cut off there; undefined for anything else. */
function endOfScalar(text: string, from: number): number | undefined {
  let end = from;
  while (end < text.length && NUMBER_PART.test(text.charAt(end))) end++;
  if (end > from) {
    if (NUMBER.test(text.slice(from, end))) return end;
    return end === text.length ? end + 1 : undefined;
  }
  const word = LITERALS.find((literal) => literal.startsWith(text.slice(from, from + literal.length)));
  return word === undefined ? undefined : from + word.length;
}
