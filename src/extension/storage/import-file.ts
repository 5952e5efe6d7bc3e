/** Imports a recorded thread into the store, holding no more of it than a line. */
import { withCheckpoint } from '../../core/thread/checkpoint.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import { importThread } from '../../core/transfer/import.ts';
import type { FormatId, ImportFailure, ImportOptions, ImportSource } from '../../core/transfer/import-types.ts';
import type { Disk } from './disk.ts';
import type { LogHeader } from './log-line.ts';
import { SubThreadWriter } from './sub-threads.ts';
import { isThreadId } from './thread-folder.ts';
import { unfinishedFolder, writeThread } from './write-thread.ts';

export interface ImportReport {
  readonly format: FormatId | undefined;
  readonly messages: number;
  /** When the file holds several threads: how many, and the number of the one that was imported. */
  readonly threads: { readonly count: number; readonly thread: number } | undefined;
  /** Lines that were left out or read in part; the first of them, and how many there are. */
  readonly odd: readonly { readonly line: number; readonly detail: string }[];
  readonly oddLines: number;
  /** Lines that belong to no thread, and which. */
  readonly leftOut: { readonly lines: number; readonly detail: string } | undefined;
}

export type ImportOutcome =
  | { readonly type: 'imported'; readonly report: ImportReport }
  | { readonly type: 'failed'; readonly failure: ImportFailure }
  | { readonly type: 'cancelled' };

export interface ImportRequest extends ImportOptions {
  readonly header: LogHeader;
  readonly signal?: AbortSignal;
  /** What the thread itself should say of its import, if anything. */
  readonly noteFor?: (report: ImportReport) => string | undefined;
}

/** Odd lines that a report lists at most. */
const NAMED = 20;

/** Rejects with the system's error when source or store fail; whatever goes wrong, nothing is left of the thread. */
export async function importIntoStore(
  disk: Disk,
  root: string,
  source: ImportSource,
  { header, signal, noteFor, ...options }: ImportRequest,
): Promise<ImportOutcome> {
  let outcome: ImportOutcome = { type: 'cancelled' };
  await writeThread(disk, root, header, async (put) => {
    const taken = new Set<string>();
    const odd: { line: number; detail: string }[] = [];
    let counted: Omit<ImportReport, 'odd'> = {
      format: undefined,
      messages: 0,
      threads: undefined,
      oddLines: 0,
      leftOut: undefined,
    };
    const note = ({ line, detail }: { readonly line: number; readonly detail: string }) => {
      counted = { ...counted, oddLines: counted.oddLines + 1 };
      if (odd.length < NAMED) odd.push({ line, detail });
    };
    let last = 0;
    const agents = new ImportedAgents(
      new SubThreadWriter(disk, unfinishedFolder(root, header.thread), header.createdAt),
    );
    for await (const event of importThread(source, options)) {
      if (signal?.aborted) return false;
      if (event.type === 'failed') {
        outcome = event;
        return false;
      }
      if (event.type === 'entry') {
        const { entry } = event;
        last = entry.id;
        const written = await put(entry.type === 'message' ? withCheckpoint(entry, taken) : entry);
        if (!written.ok) note({ line: 0, detail: `entry ${entry.id}: ${written.error}` });
        else if (entry.type === 'message') counted = { ...counted, messages: counted.messages + 1 };
      } else if (event.type === 'agent-entry') {
        const why = await agents.write(event.thread, event.entry);
        if (why !== undefined) note({ line: 0, detail: `entry ${event.entry.id} of a sub-agent: ${why}` });
      } else if (event.type === 'odd') {
        note(event);
      } else if (event.type === 'format') counted = { ...counted, format: event.format };
      else if (event.type === 'threads')
        counted = { ...counted, threads: { count: event.count, thread: event.thread } };
      else if (event.type === 'left-out')
        counted = { ...counted, leftOut: { lines: event.lines, detail: event.detail } };
    }
    const report = { ...counted, odd };
    const text = noteFor?.(report);
    if (text !== undefined) await put({ type: 'note', id: entryId(last + 1), at: options.at, text });
    outcome = { type: 'imported', report };
    return true;
  });
  return outcome;
}

/** Writes the threads of sub-agents that a file holds, with checkpoints as the thread itself has them. */
class ImportedAgents {
  readonly #writer: SubThreadWriter;
  /** By the id of the thread. */
  readonly #checkpoints = new Map<string, Set<string>>();

  constructor(writer: SubThreadWriter) {
    this.#writer = writer;
  }

  /** Resolves to why the entry could not be kept. */
  async write(thread: string, entry: Entry): Promise<string | undefined> {
    if (!isThreadId(thread)) return 'a sub-agent of a foreign name';
    const taken = this.#checkpoints.get(thread) ?? new Set<string>();
    this.#checkpoints.set(thread, taken);
    const written = await this.#writer.entry(thread, entry.type === 'message' ? withCheckpoint(entry, taken) : entry);
    return written.ok ? undefined : written.error;
  }
}
