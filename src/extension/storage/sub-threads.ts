/** The threads of sub-agents in the folder of the thread that asked: how they are read, copied and imported with it. */
import path from 'node:path';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { subThreadsIn } from '../../core/thread/sub-agents.ts';
import type { OutputStore } from '../../core/tool-output/output-store.ts';
import { isOutputId } from '../../core/tool-output/ref.ts';
import { type Disk, FILE_MODE, FOLDER_MODE, unlessMissing } from './disk.ts';
import { checkedLine, headerLine } from './log-line.ts';
import { openOutputs, outputsFolder } from './outputs.ts';
import { readLog } from './read-log.ts';
import { isThreadId, logFile, newWriterId, threadFolder } from './thread-folder.ts';
import { unfinishedFolder, writeThread } from './write-thread.ts';

export interface StoredSubThread {
  readonly entries: readonly Entry[];
  readonly outputs: OutputStore;
}

/** `folder` is that of the thread that asked. Undefined where there is no such log, or it can't be read. */
export async function readSubThread(folder: string, id: string): Promise<StoredSubThread | undefined> {
  if (!isThreadId(id)) return undefined;
  const own = threadFolder(folder, id);
  const log = await readLog(logFile(own)).catch(() => undefined);
  return log && { entries: log.entries, outputs: openOutputs(own) };
}

/** Copies the threads of the sub-agents that `entries` name between the folders of two threads. One that is missing, or can't be read, is left out: the copy of the thread that asked has its answer. */
export async function copySubThreads(disk: Disk, from: string, to: string, entries: readonly Entry[]): Promise<void> {
  for (const id of subThreadsIn(entries)) {
    if (!isThreadId(id)) continue;
    const own = threadFolder(from, id);
    if (!(await unlessMissing(disk.stat(logFile(own))))) continue;
    const log = await readLog(logFile(own)).catch(() => undefined);
    if (!log) continue;
    const header = { ...(log.header ?? { createdAt: log.entries[0]?.at ?? 0 }), thread: id };
    await writeThread(disk, to, header, async (put) => {
      await copyOutputs(disk, own, unfinishedFolder(to, id));
      for (const entry of log.entries) if (!(await put(entry)).ok) return false;
      return true;
    });
  }
}

/** Copies the whole outputs between the folders of two threads. */
export async function copyOutputs(disk: Disk, from: string, to: string): Promise<void> {
  const names = (await unlessMissing(disk.readdir(outputsFolder(from)))) ?? [];
  const outputs = names.filter(isOutputId);
  if (outputs.length > 0) await disk.mkdir(outputsFolder(to), { recursive: true, mode: FOLDER_MODE });
  for (const name of outputs) {
    const bytes = await disk.readFile(path.join(outputsFolder(from), name));
    await disk.writeFile(path.join(outputsFolder(to), name), bytes, { mode: FILE_MODE });
  }
}

/**
 * Writes the threads of sub-agents of a file that is imported, as their entries come, into the folder of the thread that asked. That
 * folder counts only when it is complete, so they are written in place.
 */
export class SubThreadWriter {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #createdAt: number;
  readonly #writer = newWriterId();
  readonly #begun = new Set<string>();

  /** `folder` is that of the thread that asked; `createdAt` is in milliseconds since 1970. */
  constructor(disk: Disk, folder: string, createdAt: number) {
    this.#disk = disk;
    this.#folder = folder;
    this.#createdAt = createdAt;
  }

  /** The error says why the entry could not be kept. `id` is a thread id. */
  async entry(id: string, entry: Entry): Promise<Result<void, string>> {
    const line = checkedLine(this.#writer, entry);
    if (!line.ok) return err(line.error);
    await this.#begin(id);
    await this.#append(logFile(threadFolder(this.#folder, id)), line.value);
    return ok(undefined);
  }

  async output(id: string, output: string, text: string): Promise<void> {
    await this.#begin(id);
    await this.#append(path.join(outputsFolder(threadFolder(this.#folder, id)), output), text);
  }

  async #begin(id: string): Promise<void> {
    if (this.#begun.has(id)) return;
    this.#begun.add(id);
    const own = threadFolder(this.#folder, id);
    await this.#disk.mkdir(outputsFolder(own), { recursive: true, mode: FOLDER_MODE });
    await this.#append(logFile(own), headerLine({ thread: id, createdAt: this.#createdAt }));
  }

  async #append(file: string, text: string): Promise<void> {
    await this.#disk.writeFile(file, text, { flag: 'a', mode: FILE_MODE });
  }
}
