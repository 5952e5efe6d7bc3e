/** Reads a recorded thread for the workbench, as Import Thread… does. */
import path from 'node:path';
import { err, ok, type Result } from '../../src/core/lang/result.ts';
import { withCheckpoint } from '../../src/core/thread/checkpoint.ts';
import type { Entry } from '../../src/core/thread/entry.ts';
import { replay, type Thread } from '../../src/core/thread/thread.ts';
import { importThread } from '../../src/core/transfer/import.ts';
import type { FormatId, ImportSource } from '../../src/core/transfer/import-types.ts';
import { errorCodeOf } from '../../src/extension/storage/disk.ts';
import { fileSource } from '../../src/extension/storage/file-source.ts';

export interface Loaded {
  readonly format: FormatId;
  readonly thread: Thread;
  /** How many threads the file holds, of which this is one. */
  readonly threads: number;
  readonly odd: readonly { readonly line: number; readonly detail: string }[];
  /** Records that belong to no thread, and which. */
  readonly leftOut?: { readonly lines: number; readonly detail: string };
}

/** A file's n-th thread with its checkpoints, or one line that says what is wrong with the file. */
export async function load(file: string, format: FormatId | undefined, number = 1): Promise<Result<Loaded, string>> {
  try {
    return await read(await fileSource(file), format, number);
  } catch (error) {
    return err(`${path.basename(file)}: can't be read (${errorCodeOf(error)}). Check the path and its permissions.`);
  }
}

async function read(
  source: ImportSource,
  format: FormatId | undefined,
  number: number,
): Promise<Result<Loaded, string>> {
  const entries: Entry[] = [];
  const odd: Loaded['odd'][number][] = [];
  const taken = new Set<string>();
  let detected: FormatId | undefined;
  let threads = 1;
  let leftOut: Loaded['leftOut'];
  for await (const event of importThread(source, { at: 0, thread: number, ...(format && { format }) })) {
    if (event.type === 'failed') return err(event.failure.message);
    if (event.type === 'format') detected = event.format;
    if (event.type === 'threads') threads = event.count;
    if (event.type === 'left-out') leftOut = { lines: event.lines, detail: event.detail };
    if (event.type === 'odd') odd.push({ line: event.line, detail: event.detail });
    if (event.type === 'entry')
      entries.push(event.entry.type === 'message' ? withCheckpoint(event.entry, taken) : event.entry);
  }
  if (detected === undefined) return err(`${source.name}: no format was detected.`);
  return ok({ format: detected, thread: replay(entries), threads, odd, ...(leftOut && { leftOut }) });
}
