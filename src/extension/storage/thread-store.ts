/** The threads on disk: `<root>/threads/<id>/log.jsonl`. */
import type { Result } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import { DISK, type Disk, FILE_MODE } from './disk.ts';
import { type FoundText, findTexts } from './find-texts.ts';
import type { ForkRequest } from './fork-thread.ts';
import type { ImportOutcome, ImportRequest } from './import-file.ts';
import { ALWAYS_ALIVE, isLockFree, type Pulse } from './lock.ts';
import type { LogHeader } from './log-line.ts';
import { type OpenedLog, type OpenFailure, openThread } from './open-thread.ts';
import { exportVersion } from './own-export.ts';
import { type LogContent, readLog } from './read-log.ts';
import { readSubThread } from './sub-threads.ts';
import { indexClosed } from './text-index.ts';
import { isThreadId, logFile, pinFile, threadFolder } from './thread-folder.ts';
import { listThreads, type ThreadSummary } from './thread-index.ts';
import { type MoveOutcome, trashThread, untrashThread } from './trash.ts';
import { writeThread } from './write-thread.ts';

/** Ids are made by `newThreadId`. All but `open` reject with the system's error. */
export interface ThreadStore {
  /** Makes a thread of these entries; with none, an empty one. */
  create(header: LogHeader, entries?: readonly Entry[]): Promise<void>;
  import(source: ImportSource, request: ImportRequest): Promise<ImportOutcome>;
  /** The thread stays open until its writer is closed. */
  open(id: string, options?: { readonly takeOver?: boolean }): Promise<Result<OpenedLog, OpenFailure>>;
  /** The log without the right to write it. Rejects also when there is no such thread. */
  read(id: string): Promise<LogContent>;
  /** The log of a sub-agent's thread; undefined where there is none, or it can't be read. */
  readSubThread(id: string, subThread: string): Promise<readonly Entry[] | undefined>;
  /** Whether to open a thread again that is only read: its log has another size than `bytes`, or no window writes it. */
  isStale(id: string, bytes: number): Promise<boolean>;
  /** Of a file of the workspace, by its SHA-256; undefined where there is no whole copy. Never rejects. */
  copy(id: string, hash: string): Promise<Uint8Array | undefined>;
  /** Copies a thread, of which nothing else needs to be open, into a new one. */
  fork(id: string, request: ForkRequest): Promise<void>;
  /** Moves a thread that no window writes to the trash. Never rejects. */
  trash(id: string, now: number): Promise<MoveOutcome>;
  /** Takes a thread back out of the trash. Never rejects. */
  untrash(id: string): Promise<MoveOutcome>;
  pin(id: string, pinned: boolean): Promise<void>;
  /** The threads of `among` with a message that holds the text (`find-texts.ts`). */
  find(among: readonly ThreadSummary[], text: string, signal: AbortSignal): AsyncIterable<FoundText>;
  /** Prepares the thread for a search once it was written (`text-index.ts`). Never rejects. */
  index(id: string): Promise<void>;
  /** Newest first. */
  list(): Promise<readonly ThreadSummary[]>;
}

/** `root` is the extension's global storage folder; it need not be there yet. `pulse` resolves while the window is connected. */
export function openStore(root: string, disk: Disk = DISK, pulse: Pulse = ALWAYS_ALIVE): ThreadStore {
  return {
    create: async (header, entries = []) => {
      await writeThread(disk, root, header, async (put) => {
        for (const entry of entries) {
          const written = await put(entry);
          if (!written.ok) throw new Error(`entry ${entry.id}: ${written.error}`);
        }
        return true;
      });
    },
    import: async (source, request) => {
      const version = await exportVersion(source);
      if (version !== undefined) {
        const { importOwnExport } = (await import('./on-demand.ts')).onDemandStorage;
        return importOwnExport(disk, root, source, version, request);
      }
      const { importIntoStore } = (await import('./on-demand.ts')).onDemandStorage;
      return importIntoStore(disk, root, source, request);
    },
    open: (id, options) => openThread(disk, root, id, { pulse, ...options }),
    read: async (id) => readLog(logFile(threadFolder(root, id))),
    readSubThread: async (id, subThread) =>
      isThreadId(id) ? (await readSubThread(threadFolder(root, id), subThread))?.entries : undefined,
    isStale: async (id, bytes) => {
      const folder = threadFolder(root, id);
      return (await disk.stat(logFile(folder))).size !== bytes || (await isLockFree(disk, folder));
    },
    copy: async (id, hash) => {
      if (!isThreadId(id)) return undefined;
      const { openCopies } = (await import('./on-demand.ts')).onDemandStorage;
      return openCopies(threadFolder(root, id), disk)
        .get(hash)
        .catch(() => undefined);
    },
    fork: async (id, request) => {
      const { writeFork } = (await import('./on-demand.ts')).onDemandStorage;
      await writeFork(disk, root, id, request);
    },
    trash: (id, now) => trashThread(disk, root, id, now),
    untrash: (id) => untrashThread(disk, root, id),
    pin: async (id, pinned) => {
      const file = pinFile(threadFolder(root, id));
      await (pinned ? disk.writeFile(file, '', { mode: FILE_MODE }) : disk.rm(file, { force: true }));
    },
    find: (among, text, signal) => findTexts(disk, root, among, text, signal),
    index: (id) => indexClosed(disk, threadFolder(root, id)),
    list: () => listThreads(disk, root),
  };
}

/** No search looks at them. The threads of a thread's sub-agents, which lie in its folder: they are moved, deleted and purged with it. */
export function openSubStore(root: string, thread: string, pulse: Pulse = ALWAYS_ALIVE): ThreadStore {
  return { ...openStore(threadFolder(root, thread), DISK, pulse), index: async () => undefined };
}
