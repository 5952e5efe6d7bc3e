/** The threads on disk: `<root>/threads/<id>/log.jsonl`. */
import type { Result } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import type { ImportSource } from '../../core/transfer/source.ts';
import { DISK, type Disk } from './disk.ts';
import { type ImportOutcome, type ImportRequest, importIntoStore } from './import-file.ts';
import type { LogHeader } from './log-line.ts';
import { type OpenedLog, type OpenFailure, openLog } from './open-thread.ts';
import { listThreads, type ThreadSummary } from './thread-index.ts';
import { writeThread } from './write-thread.ts';

/** Ids are made by `newThreadId`. All but `open` reject with the system's error. */
export interface ThreadStore {
  /** Makes a thread of these entries; with none, an empty one. */
  create(header: LogHeader, entries?: readonly Entry[]): Promise<void>;
  import(source: ImportSource, request: ImportRequest): Promise<ImportOutcome>;
  /** The thread stays open until its writer is closed. */
  open(id: string, options?: { readonly takeOver?: boolean }): Promise<Result<OpenedLog, OpenFailure>>;
  /** Newest first. */
  list(): Promise<readonly ThreadSummary[]>;
}

/** `root` is the extension's global storage folder; it need not be there yet. */
export function openStore(root: string, disk: Disk = DISK): ThreadStore {
  return {
    create: async (header, entries = []) => {
      await writeThread(disk, root, header, async (put) => {
        for (const entry of entries) await put(entry);
        return true;
      });
    },
    import: (source, request) => importIntoStore(disk, root, source, request),
    open: (id, options) => openLog(disk, root, id, options?.takeOver),
    list: () => listThreads(disk, root),
  };
}
