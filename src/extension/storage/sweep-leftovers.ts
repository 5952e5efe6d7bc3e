/** Removes files that a killed process left between writing them and giving them their name. */
import path from 'node:path';
import { type Disk, unlessMissing } from './disk.ts';
import { INDEX_FILE } from './text-index.ts';
import { isThreadId, threadFolder, threadsFolder } from './thread-folder.ts';

/** A younger file may still be renamed by a process that runs. */
const YOUNG_MS = 60 * 60 * 1000;

/** How the names of such files in a thread's folder begin. */
const LEFT = ['lock.', `${INDEX_FILE}.`];

/**
 * Looks for `index.json.X` beside the index, and for `lock.X` and `search.bin.X` in each thread's folder and in those of its sub-agents. `now` is milliseconds since 1970. Returns the
 * removed files; one that can't be removed is left for the next time.
 */
export async function sweepLeftovers(disk: Disk, root: string, now: number): Promise<readonly string[]> {
  const threads = threadsFolder(root);
  const names = (await unlessMissing(disk.readdir(threads))) ?? [];
  const found = names.filter((name) => name.startsWith('index.json.')).map((name) => path.join(threads, name));
  for (const id of names.filter(isThreadId)) {
    const folder = threadFolder(root, id);
    const files = await disk.readdir(folder).catch(() => []);
    found.push(
      ...files.filter((name) => LEFT.some((start) => name.startsWith(start))).map((name) => path.join(folder, name)),
    );
  }
  const removed: string[] = [];
  for (const id of names.filter(isThreadId)) removed.push(...(await sweepLeftovers(disk, threadFolder(root, id), now)));
  for (const file of found) if (await removeOld(disk, file, now).catch(() => false)) removed.push(file);
  return removed;
}

async function removeOld(disk: Disk, file: string, now: number): Promise<boolean> {
  const stat = await unlessMissing(disk.stat(file));
  if (!stat?.isFile() || Math.abs(now - stat.mtimeMs) <= YOUNG_MS) return false;
  await disk.rm(file, { force: true });
  return true;
}
