/** Finds the records of a line: one, as a rule; more where a writer was stopped and the next record was glued to what it left. */

import type { Json } from '../../lang/json.ts';
import { parseJson } from '../../lang/json-fields.ts';
import { isBlank } from '../../lang/lines.ts';

export interface LineRecords {
  /** In their order. */
  readonly records: readonly Json[];
  /** What can't be read, trimmed; the rest of the line is in `records`. */
  readonly damaged?: { readonly text: string; readonly detail: string };
}

/**
 * The records of a line that is not blank. Whole objects are taken from its start, then from its end, so that damage costs the
 * record that it is in. Linear.
 */
export function recordsOf(text: string): LineRecords {
  const whole = parseJson(text);
  if (whole.ok) return { records: [whole.value] };
  const first = fromStart(text);
  const last = fromEnd(first.rest);
  const records = [...first.records, ...last.records];
  if (isEmptySpace(last.rest)) return { records };
  return { records, damaged: { text: last.rest.trim(), detail: 'not JSON' } };
}

/** The records that a line surely begins with: of a document that is written over several lines, a line has none. */
export function leadingRecords(text: string): readonly Json[] {
  const whole = parseJson(text);
  return whole.ok ? [whole.value] : fromStart(text).records;
}

interface Taken {
  readonly records: readonly Json[];
  readonly rest: string;
}

function fromStart(text: string): Taken {
  const records: Json[] = [];
  let at = 0;
  for (let start = afterSpace(text, at); text.charAt(start) === '{'; start = afterSpace(text, at)) {
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parseJson(text.slice(start, end));
    if (end === undefined || !value?.ok) break;
    records.push(value.value);
    at = end;
  }
  // `{…},` is a line of a list, not a record.
  const next = text.charAt(afterSpace(text, at));
  return next === ',' ? { records: [], rest: text } : { records, rest: text.slice(at) };
}

function fromEnd(text: string): Taken {
  const records: Json[] = [];
  let end = text.length;
  for (let stop = beforeSpace(text, end); text.charAt(stop - 1) === '}'; stop = beforeSpace(text, end)) {
    const start = startOfObject(text, stop);
    const value = start === undefined ? undefined : parseJson(text.slice(start, stop));
    if (start === undefined || !value?.ok) break;
    records.unshift(value.value);
    end = start;
  }
  return { records, rest: text.slice(0, end) };
}

/** The index behind the object that opens at `from`. */
function endOfObject(text: string, from: number): number | undefined {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    const c = text.charAt(i);
    if (c === '"') {
      i = closingQuote(text, i + 1);
    } else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}

/** The index of the object that closes right before `to`. */
function startOfObject(text: string, to: number): number | undefined {
  let depth = 0;
  for (let i = to - 1; i >= 0; i--) {
    const c = text.charAt(i);
    if (c === '"') {
      i = openingQuote(text, i - 1);
    } else if (c === '}' || c === ']') depth++;
    else if ((c === '{' || c === '[') && --depth === 0) return i;
  }
  return undefined;
}

function closingQuote(text: string, from: number): number {
  let i = from;
  while (i < text.length && text.charAt(i) !== '"') i += text.charAt(i) === '\\' ? 2 : 1;
  return i;
}

/** A quote behind an odd number of backslashes is text. */
function openingQuote(text: string, from: number): number {
  for (let i = text.lastIndexOf('"', from); i >= 0; i = i === 0 ? -1 : text.lastIndexOf('"', i - 1)) {
    let slashes = 0;
    while (text.charAt(i - 1 - slashes) === '\\') slashes++;
    if (slashes % 2 === 0) return i;
  }
  return -1;
}

/** A file system may leave NUL where a write did not arrive. */
function isSpace(c: string): boolean {
  return c === ' ' || c === '\t' || c === '\r' || c === '\0';
}

function isEmptySpace(text: string): boolean {
  return isBlank(text.replaceAll('\0', ''));
}

function afterSpace(text: string, from: number): number {
  let i = from;
  while (i < text.length && isSpace(text.charAt(i))) i++;
  return i;
}

function beforeSpace(text: string, to: number): number {
  let i = to;
  while (i > 0 && isSpace(text.charAt(i - 1))) i--;
  return i;
}
