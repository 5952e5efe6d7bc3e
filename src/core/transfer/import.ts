/** Imports a thread that another agent recorded. */
import { detect } from './detect.ts';
import { cutLine, LIMIT, noMessages } from './failure.ts';
import { parseJson } from './foreign.ts';
import type { LineReader, Part } from './format.ts';
import { findJsonFault } from './json-fault.ts';
import { isBlank, type Line, readLines } from './lines.ts';
import { Numbering } from './numbering.ts';
import type { ImportEvent, ImportFailure, ImportOptions, ImportSource } from './source.ts';

/**
 * Reads a file as a stream of entries. Of JSONL it holds the longest line and one round of the thread (an assistant
 * message with its results); a document is read whole, and refused over 200 MB. What is wrong with the file ends in
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
  const numbering = new Numbering(options.at);
  if (detected.value.shape === 'document') {
    for (const part of detected.value.format.read(detected.value.document, options.at)) yield* numbering.events(part);
  } else {
    const failure = yield* importLines(source, detected.value.format.open(options.at), numbering);
    if (failure) {
      yield { type: 'failed', failure };
      return;
    }
  }
  if (numbering.messages === 0) yield { type: 'failed', failure: noMessages(source.name, format.label) };
  else yield* numbering.end();
}

async function* importLines(
  source: ImportSource,
  reader: LineReader,
  numbering: Numbering,
): AsyncGenerator<ImportEvent, ImportFailure | undefined> {
  for await (const line of readLines(source.chunks(), LIMIT)) {
    const parts = readLine(line, reader);
    if (parts === 'cut') return cutLine(source.name, line.number);
    for (const part of parts) yield* numbering.events(part);
  }
  for (const part of reader.end()) yield* numbering.events(part);
  return undefined;
}

function readLine(line: Line, reader: LineReader): readonly Part[] | 'cut' {
  const odd = (detail: string): readonly Part[] => [{ type: 'odd', line: line.number, detail }];
  if (line.length > LIMIT) return odd(`longer than ${LIMIT / 1024 / 1024} MB`);
  if (isBlank(line.text)) return [];
  const value = parseJson(line.text);
  if (value.ok) return reader.read(value.value, line.number);
  const cut = !line.ended && findJsonFault(line.text)?.type === 'cut';
  return cut ? 'cut' : odd('not JSON');
}
