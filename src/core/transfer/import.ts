/** Imports a thread that another agent recorded. */
import type { Json } from '../lang/json.ts';
import { isBlank, type Line, readLines } from '../lang/lines.ts';
import { type Detected, detect } from './detect.ts';
import { EntryBuilder } from './entry-builder.ts';
import { cutLine, LIMIT, noMessages, noSuchThread } from './import-failures.ts';
import type { ImportEvent, ImportFailure, ImportOptions, ImportSource } from './import-types.ts';
import type { LineReader, Part } from './reader/import-format.ts';
import { findJsonFault } from './reader/json-fault.ts';
import { recordsOf } from './reader/line-records.ts';

/**
 * Reads a file as a stream of entries. Of JSONL it holds the longest line and one round of the thread (an assistant
 * message with its results), or one request of a log; a document is read whole, and refused over 200 MB. What is wrong with the file ends in
 * `failed`; nothing throws but the source itself.
 */
export async function* importThread(source: ImportSource, options: ImportOptions): AsyncGenerator<ImportEvent> {
  const detected = await detect(source, options.format);
  if (!detected.ok) {
    yield { type: 'failed', failure: detected.error };
    return;
  }
  const { format } = detected.value;
  yield { type: 'format', format: format.id };
  const { thread = 1 } = options;
  const threads = await findThreads(source, detected.value);
  const open = threads[thread - 1];
  if (!open) {
    yield { type: 'failed', failure: noSuchThread(source.name, thread, threads.length) };
    return;
  }
  if (threads.length > 1) yield { type: 'threads', count: threads.length, thread };
  const numbering = new EntryBuilder(options.at);
  const failure = yield* open(options.at, numbering);
  if (failure) {
    yield { type: 'failed', failure };
    return;
  }
  if (numbering.messages === 0) yield { type: 'failed', failure: noMessages(source.name, format.label) };
  else yield* numbering.end();
}

/** How many threads a file holds; 1 for one that can't be imported. Reads the file once. */
export async function countThreads(source: ImportSource): Promise<number> {
  for await (const event of importThread(source, { at: 0 })) {
    if (event.type === 'threads') return event.count;
    if (event.type !== 'format') return 1;
  }
  return 1;
}

type Events = AsyncGenerator<ImportEvent, ImportFailure | undefined>;

/** How each of the file's threads is read; at least one. */
async function findThreads(
  source: ImportSource,
  detected: Detected,
): Promise<readonly ((at: number, numbering: EntryBuilder) => Events)[]> {
  if (detected.shape === 'document') {
    return [(at, numbering) => importParts(detected.format.read(detected.document, at), numbering)];
  }
  const { format } = detected;
  if (format.shape === 'lines') return [(at, numbering) => importLines(source, format.open(at), numbering)];
  const survey = format.survey();
  let record = 0;
  for await (const line of readLines(source.chunks(), LIMIT)) {
    for (const value of readLine(line).records) survey.read(value, ++record);
  }
  const threads = survey.threads();
  if (threads.length === 0) return [(_, numbering) => importParts([], numbering)];
  return threads.map((open) => (at, numbering) => importLines(source, open(at), numbering));
}

async function* importParts(parts: readonly Part[], numbering: EntryBuilder): Events {
  for (const part of parts) yield* numbering.events(part);
  return undefined;
}

async function* importLines(source: ImportSource, reader: LineReader, numbering: EntryBuilder): Events {
  let record = 0;
  for await (const line of readLines(source.chunks(), LIMIT)) {
    const { records, odd, isCut } = readLine(line);
    if (isCut) return cutLine(source.name, line.number);
    for (const value of records) {
      for (const part of reader.read(value, line.number, ++record)) yield* numbering.events(part);
    }
    if (odd !== undefined) yield* numbering.events({ type: 'odd', line: line.number, detail: odd });
  }
  for (const part of reader.end()) yield* numbering.events(part);
  return undefined;
}

interface ReadLine {
  readonly records: readonly Json[];
  /** Why not all of the line is in the records. */
  readonly odd?: string;
  /** It is the file's last line, and only its end is missing. */
  readonly isCut?: boolean;
}

function readLine(line: Line): ReadLine {
  if (line.length > LIMIT) return { records: [], odd: `longer than ${LIMIT / 1e6} MB` };
  if (isBlank(line.text)) return { records: [] };
  const { records, damaged } = recordsOf(line.text);
  if (damaged === undefined) return { records };
  const isCut = !line.ended && findJsonFault(damaged.text)?.type === 'cut';
  return isCut ? { records, isCut } : { records, odd: damaged.detail };
}
