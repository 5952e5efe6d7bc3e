/** Writes a new thread with all its entries, or nothing. */
import path from 'node:path';
import { pairBoundaryBefore } from '../../core/lang/clip.ts';
import { ok, type Result } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { type Disk, FILE_MODE, FOLDER_MODE, unlessMissing } from './disk.ts';
import { checkedLine, headerLine, type LogHeader } from './log-line.ts';
import { isThreadId, logFile, newWriterId, threadFolder, threadsFolder } from './thread-folder.ts';

/** UTF-16 units that are collected before they are written to the file. */
const BATCH = 1 << 20;
/** A half-written thread that a crash left is removed after so long. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000;

/** Takes the next entry, or says which field of it could not be read again; then it is not in the thread. */
export type Put = (entry: Entry) => Promise<Result<void, string>>;

/** Where the files of a new thread are until it is complete. */
export function unfinishedFolder(root: string, id: string): string {
  return `${threadFolder(root, id)}.unfinished`;
}

/**
 * Calls `fill` with a function that takes entries in order; when `fill` resolves to true the thread appears, complete and
 * on disk, else nothing is left of it. Rejects with the system's error, and then too nothing is left.
 */
export async function writeThread(
  disk: Disk,
  root: string,
  header: LogHeader,
  fill: (put: Put) => Promise<boolean>,
): Promise<boolean> {
  const folder = threadFolder(root, header.thread);
  const unfinished = unfinishedFolder(root, header.thread);
  await disk.mkdir(threadsFolder(root), { recursive: true, mode: FOLDER_MODE });
  await removeLeftBehind(disk, threadsFolder(root));
  await disk.mkdir(unfinished, { mode: FOLDER_MODE });
  let complete = false;
  try {
    complete = await writeLog(disk, logFile(unfinished), header, fill);
    if (complete) {
      await disk.rename(unfinished, folder);
      await syncFolder(disk, threadsFolder(root));
    }
    return complete;
  } finally {
    if (!complete) await disk.rm(unfinished, { recursive: true, force: true });
  }
}

async function writeLog(
  disk: Disk,
  file: string,
  header: LogHeader,
  fill: (put: Put) => Promise<boolean>,
): Promise<boolean> {
  const writer = newWriterId();
  const handle = await disk.open(file, 'ax', FILE_MODE);
  try {
    let batch = headerLine(header);
    const flush = async () => {
      for (const piece of pieces(batch)) await handle.appendFile(piece);
      batch = '';
    };
    const complete = await fill(async (entry) => {
      const line = checkedLine(writer, entry);
      if (!line.ok) return line;
      batch += line.value;
      if (batch.length >= BATCH) await flush();
      return ok(undefined);
    });
    await flush();
    await handle.sync();
    return complete;
  } finally {
    await handle.close();
  }
}

/** Pieces of a text, so that the bytes of a huge line are never in memory as a whole. Surrogate pairs stay together. */
function* pieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = pairBoundaryBefore(text, from + BATCH);
    yield text.slice(from, to);
    from = to;
  }
}

/** A rename is on disk when its folder is; where folders can't be synced (Windows) it is as good as the system makes it. */
export async function syncFolder(disk: Disk, folder: string): Promise<void> {
  try {
    const handle = await disk.open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {}
}

async function removeLeftBehind(disk: Disk, threads: string): Promise<void> {
  for (const name of await disk.readdir(threads)) {
    const [id = '', ...suffix] = name.split('.');
    if (!isThreadId(id) || suffix.join('.') !== 'unfinished') continue;
    const folder = path.join(threads, name);
    const written = (await unlessMissing(disk.stat(logFile(folder)))) ?? (await unlessMissing(disk.stat(folder)));
    if (written && Math.abs(Date.now() - written.mtimeMs) > LEFT_BEHIND_MS)
      await disk.rm(folder, { recursive: true, force: true });
  }
}
