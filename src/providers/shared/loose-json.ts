/** Parses JSON objects from servers that write invalid JSON: NaN, raw line breaks in strings, several objects in one line. */
import { parseJson } from '../../core/lang/json-fields.ts';
import { isObject } from '../../core/lang/read-value.ts';
import { ObjectScanner } from './json-end.ts';

export interface LooseObjects {
  readonly values: readonly object[];
  /** What stands behind the last object. */
  readonly rest: string;
}

/** The objects that a text consists of, also with the name of a field between them. Undefined where anything else is in front of one. Linear. */
export function looseObjects(text: string): LooseObjects | undefined {
  const values: object[] = [];
  let rest = text.trim();
  while (rest.startsWith('{')) {
    const scanner = new ObjectScanner();
    const length = scanner.take(rest);
    const value = scanner.isWhole ? objectIn(rest.slice(0, length)) : undefined;
    if (value === undefined) return undefined;
    values.push(value);
    rest = rest.slice(length).replace(/^\s*(?:data\s*:)?\s*/, '');
  }
  return values.length === 0 ? undefined : { values, rest };
}

/** Whether the text is one object to its end, in whatever quotes its texts are. */
export function hasObjectEnd(text: string): boolean {
  const scanner = new ObjectScanner();
  return scanner.take(text.trim()) === text.trim().length && scanner.isWhole;
}

function objectIn(text: string): object | undefined {
  const strict = parseJson(text);
  const parsed = strict.ok ? strict : parseJson(mended(text));
  return parsed.ok && isObject(parsed.value) ? parsed.value : undefined;
}

/** Python writes NaN and Infinity, others commas before a bracket, or characters that must be escaped. */
function mended(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const open = quote < 0 ? text.length : quote;
    parts.push(mendedOutside(text.slice(at, open)));
    at = quote < 0 ? text.length : endOfText(text, open + 1);
    parts.push(
      text.slice(open, at).replace(/\p{Cc}/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );
  }
  return parts.join('');
}

function mendedOutside(text: string): string {
  return text.replace(/-?\b(?:NaN|Infinity)\b/g, 'null').replace(/,(\s*[}\]])/g, '$1');
}

/** Where a text ends whose opening quote is before `from`. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
