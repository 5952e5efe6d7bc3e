/** The error messages of an import, each with what to do. */
import type { Json } from '../lang/json.ts';
import { ownSentence } from '../lang/own-sentences.ts';
import { FORMAT_TABLE } from './formats.ts';
import type { ImportFailure } from './import-types.ts';
import { siblingOf } from './sibling-files.ts';

/** The largest document that is read, in bytes; also the longest line, in UTF-16 units. */
export const LIMIT = 200_000_000;

const KNOWN = FORMAT_TABLE.map((format) => format.label).join(', ');

export function emptyFile(name: string): ImportFailure {
  return fail('empty', name, undefined, ownSentence('emptyFile'));
}

export function binaryFile(name: string): ImportFailure {
  return fail('binary', name, undefined, ownSentence('binaryFile'));
}

export function notJson(name: string, line: number): ImportFailure {
  return fail('not-json', name, line, ownSentence('notJson'));
}

export function cutDocument(name: string, line: number): ImportFailure {
  return fail('truncated', name, line, ownSentence('cutDocument'));
}

export function cutLine(name: string, line: number): ImportFailure {
  return fail('truncated', name, line, ownSentence('cutLine', line));
}

export function tooLarge(name: string, size: number): ImportFailure {
  return fail('too-large', name, undefined, ownSentence('largeDocument', Math.ceil(size / 1e6), LIMIT / 1e6));
}

/** `value`: the document, or the first line. */
export function unknownFormat(name: string, value: Json | undefined): ImportFailure {
  const sibling = siblingOf(name, value);
  if (sibling !== undefined) return fail('unknown-format', name, undefined, sibling);
  return fail('unknown-format', name, undefined, ownSentence('unknownFormat', KNOWN));
}

export function noMessages(name: string, label: string): ImportFailure {
  return fail('no-messages', name, undefined, ownSentence('noMessages', label));
}

/** `count`: how many threads the file holds. */
export function noSuchThread(name: string, thread: number, count: number): ImportFailure {
  const what = count === 1 ? ownSentence('oneThread', thread) : ownSentence('manyThreads', count, thread, count);
  return fail('no-such-thread', name, undefined, what);
}

export function newerExport(name: string): ImportFailure {
  return fail('unknown-format', name, 1, ownSentence('newerExport'));
}

export function emptyExport(name: string): ImportFailure {
  return fail('no-messages', name, undefined, ownSentence('emptyExport'));
}

function fail(reason: ImportFailure['reason'], name: string, line: number | undefined, what: string): ImportFailure {
  const message = line === undefined ? `${name}: ${what}` : `${name}, line ${line}: ${what}`;
  return { reason, file: name, what, ...(line !== undefined && { line }), message };
}
