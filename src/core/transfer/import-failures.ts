/** The error messages of an import, each with what to do. */
import type { Json } from '../lang/json.ts';
import { FORMAT_TABLE } from './formats.ts';
import type { ImportFailure } from './import-types.ts';
import { siblingOf } from './sibling-files.ts';

/** The largest document that is read, in bytes; also the longest line, in UTF-16 units. */
export const LIMIT = 200_000_000;

const KNOWN = FORMAT_TABLE.map((format) => format.label).join(', ');

export function emptyFile(name: string): ImportFailure {
  return fail('empty', name, undefined, 'the file is empty. Choose a recorded thread.');
}

export function binaryFile(name: string): ImportFailure {
  return fail(
    'binary',
    name,
    undefined,
    'this is no text in UTF-8. Choose a thread that is recorded as JSON or JSONL.',
  );
}

export function notJson(name: string, line: number): ImportFailure {
  return fail('not-json', name, line, 'this is not JSON. Choose a thread that is recorded as JSON or JSONL.');
}

export function cutDocument(name: string, line: number): ImportFailure {
  return fail('truncated', name, line, 'the file ends in the middle of its JSON. Copy the file again.');
}

export function cutLine(name: string, line: number): ImportFailure {
  const what = `the file ends in the middle of this line. Remove line ${line} or copy the file again.`;
  return fail('truncated', name, line, what);
}

export function tooLarge(name: string, size: number): ImportFailure {
  const mb = `${Math.ceil(size / 1e6)} MB`;
  const what = `this is one JSON document of ${mb}, and ${LIMIT / 1e6} MB is the most that is read.`;
  return fail('too-large', name, undefined, `${what} Record the thread as JSONL, or split it.`);
}

/** `value`: the document, or the first line. */
export function unknownFormat(name: string, value: Json | undefined): ImportFailure {
  const sibling = siblingOf(name, value);
  if (sibling !== undefined) return fail('unknown-format', name, undefined, sibling);
  const what = `this is JSON, but no recorded thread that is known here. Known formats: ${KNOWN}.`;
  return fail('unknown-format', name, undefined, what);
}

export function noMessages(name: string, label: string): ImportFailure {
  return fail('no-messages', name, undefined, `no message was found, read as ${label}. Choose another file or format.`);
}

/** `count`: how many threads the file holds. */
export function noSuchThread(name: string, thread: number, count: number): ImportFailure {
  const holds = count === 1 ? 'one thread' : `${count} threads`;
  const choice = count === 1 ? 'Leave the number out' : `Choose a number from 1 to ${count}`;
  return fail('no-such-thread', name, undefined, `it holds ${holds}, so there is no thread ${thread}. ${choice}.`);
}

function fail(reason: ImportFailure['reason'], name: string, line: number | undefined, what: string): ImportFailure {
  const message = line === undefined ? `${name}: ${what}` : `${name}, line ${line}: ${what}`;
  return { reason, ...(line !== undefined && { line }), message };
}
