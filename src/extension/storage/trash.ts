/** Deleted threads: their folders wait in `<root>/trash` for some weeks, so that a deletion can be undone. */
import path from 'node:path';
import { type Disk, errorCodeOf, FOLDER_MODE, unlessMissing } from './disk.ts';
import { ALWAYS_ALIVE, takeLock } from './lock.ts';
import { isThreadId, logFile, newWriterId, threadFolder } from './thread-folder.ts';

/** A deleted thread can be brought back for so long. */
export const TRASH_MS = 30 * 24 * 60 * 60 * 1000;

export type MoveOutcome =
  | { readonly type: 'moved' }
  /** Another window writes the thread. */
  | { readonly type: 'held' }
  | { readonly type: 'no-such-thread'; readonly id: string }
  | { readonly type: 'disk'; readonly reason: string; readonly file: string };

export function trashFolder(root: string): string {
  return path.join(root, 'trash');
}

/** Deletes a thread that no window writes. `now`, in milliseconds since 1970, is when its time in the trash begins. */
export async function trashThread(disk: Disk, root: string, id: string, now: number): Promise<MoveOutcome> {
  if (!isThreadId(id)) return { type: 'no-such-thread', id };
  const folder = threadFolder(root, id);
  try {
    if (!(await unlessMissing(disk.stat(logFile(folder))))) return { type: 'no-such-thread', id };
    const attempt = await takeLock(disk, { folder, writer: newWriterId(), pulse: ALWAYS_ALIVE });
    if (attempt.type === 'held') return attempt;
    if (attempt.type === 'failed') return { type: 'disk', reason: attempt.reason, file: folder };
    const target = path.join(trashFolder(root), id);
    try {
      await disk.mkdir(trashFolder(root), { recursive: true, mode: FOLDER_MODE });
      await disk.rm(target, { recursive: true, force: true });
      await disk.rename(folder, target);
    } finally {
      await attempt.lock.release().catch(() => undefined);
    }
    // The thread is deleted by now; a lock that is left is stale within seconds.
    await disk.rm(path.join(target, 'lock'), { force: true }).catch(() => undefined);
    await disk.utimes(target, new Date(now), new Date(now)).catch(() => undefined);
    return { type: 'moved' };
  } catch (error) {
    return { type: 'disk', reason: errorCodeOf(error), file: folder };
  }
}

/** Brings a deleted thread back. */
export async function untrashThread(disk: Disk, root: string, id: string): Promise<MoveOutcome> {
  if (!isThreadId(id)) return { type: 'no-such-thread', id };
  const target = path.join(trashFolder(root), id);
  const folder = threadFolder(root, id);
  try {
    if (await unlessMissing(disk.stat(folder))) return { type: 'disk', reason: 'EEXIST', file: folder };
    if (!(await unlessMissing(disk.stat(target)))) return { type: 'no-such-thread', id };
    await disk.rename(target, folder);
    return { type: 'moved' };
  } catch (error) {
    return { type: 'disk', reason: errorCodeOf(error), file: target };
  }
}

/** Removes for good what was deleted more than `olderThan` milliseconds ago, and gives the ids. What can't be removed stays. */
export async function purgeTrash(
  disk: Disk,
  root: string,
  now: number,
  olderThan: number = TRASH_MS,
): Promise<readonly string[]> {
  const trash = trashFolder(root);
  const names = (await unlessMissing(disk.readdir(trash))) ?? [];
  const removed: string[] = [];
  for (const id of names.filter(isThreadId)) {
    const folder = path.join(trash, id);
    const stat = await unlessMissing(disk.stat(folder)).catch(() => undefined);
    if (!stat || now - stat.mtimeMs < olderThan) continue;
    const isGone = await disk.rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
    if (isGone) removed.push(id);
  }
  return removed;
}
