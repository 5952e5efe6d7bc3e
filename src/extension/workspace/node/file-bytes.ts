/** Reads and replaces the bytes of files: never through a link, never half, and only the file that was expected. */
import { constants, type Stats } from 'node:fs';
import { access, link, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import type { FileProblem } from '../../../core/workspace/ports.ts';
import { errorCodeOf } from '../../storage/disk.ts';
import { fileProblemOf } from './file-problem.ts';
import { temporaryIn } from './temporary-files.ts';

export interface ReadBytes {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

export const MOST_BYTES = 50_000_000;

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** `file` is a real path: links in it were made since it was checked. */
export async function readBytes(file: string): Promise<Result<ReadBytes, FileProblem>> {
  try {
    const kind = await lstat(file);
    if (kind.isSymbolicLink()) return err({ type: 'link' });
    if (kind.isDirectory()) return err({ type: 'folder' });
    if (!kind.isFile()) return err({ type: 'no-file' });
    if (await isMoved(path.dirname(file))) return err({ type: 'link' });
    // Without O_NONBLOCK opening a FIFO that was put there meanwhile would wait for ever.
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return err({ type: 'no-file' });
      if (stats.size > MOST_BYTES) return err({ type: 'too-large', size: stats.size, most: MOST_BYTES });
      const buffer = Buffer.alloc(stats.size);
      let length = 0;
      while (length < stats.size) {
        const { bytesRead } = await handle.read(buffer, length, stats.size - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return ok({ bytes: buffer.subarray(0, length), stats });
    } finally {
      await handle.close();
    }
  } catch (error) {
    return err(fileProblemOf(error));
  }
}

/**
 * Replaces a file's bytes in one step: they are written next to it and renamed. `current` is what is replaced, undefined for a new
 * file, which gets the permission bits `mode`; else mode and owner stay. Then the bytes are read again.
 */
export async function replaceBytes(
  file: string,
  bytes: Uint8Array,
  current: Stats | undefined,
  mode?: number,
): Promise<Result<undefined, FileProblem>> {
  const folder = path.dirname(file);
  const temporary = temporaryIn(folder);
  try {
    const obstacle = current && (await obstacleTo(file, current));
    if (obstacle) return err(obstacle);
    if (!(await hasFolder(folder, !current))) return err({ type: 'link' });
    const handle = await open(temporary, 'wx', 0o666);
    try {
      await handle.writeFile(bytes);
      if (current) await keepOwnerAndMode(handle, current);
      else if (mode !== undefined) await handle.chmod(mode & 0o777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (await isMoved(folder)) return err({ type: 'link' });
    if (current) {
      if (!(await isStill(file, current))) return err({ type: 'outdated' });
      await rename(temporary, file);
    } else await putNew(temporary, file);
    const written = await readBytes(file);
    if (!written.ok) return written;
    if (!written.value.bytes.equals(bytes))
      return err({ type: 'not-written', reason: 'its bytes are not those that were written' });
    return ok(undefined);
  } catch (error) {
    return err(fileProblemOf(error));
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** Makes the folder where `mayMake` says so. False where a link leads outside; then nothing was made there. */
async function hasFolder(folder: string, mayMake: boolean): Promise<boolean> {
  if (mayMake) {
    let parent = folder;
    while (!(await exists(parent)) && path.dirname(parent) !== parent) parent = path.dirname(parent);
    if (await isMoved(parent)) return false;
    await mkdir(folder, { recursive: true });
  }
  return !(await isMoved(folder));
}

const exists = (file: string) =>
  lstat(file).then(
    () => true,
    (error: unknown) => errorCodeOf(error) !== 'ENOENT',
  );

/** Moves a file to where nothing is. */
export async function moveBytes(from: string, to: string): Promise<Result<undefined, FileProblem>> {
  try {
    const folder = path.dirname(to);
    if (!(await hasFolder(folder, true)) || (await isMoved(path.dirname(from)))) return err({ type: 'link' });
    await putNew(from, to);
    return ok(undefined);
  } catch (error) {
    return err(fileProblemOf(error));
  }
}

/** True when the folder is reached through a link, though it was a real path when it was checked. */
export async function isMoved(folder: string): Promise<boolean> {
  return (await realpath(folder)) !== path.normalize(folder);
}

/** A rename would replace what was put at `to` meanwhile; a hard link does not, where the disk has them. Rejects with nothing changed. */
async function putNew(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK'].includes(errorCodeOf(error))) throw error;
    await refuseExisting(to);
    return rename(from, to);
  }
  try {
    await rm(from);
  } catch (error) {
    // It was removed meanwhile: `to` is its only name now.
    if (errorCodeOf(error) === 'ENOENT') return;
    await rm(to, { force: true });
    throw error;
  }
}

async function refuseExisting(file: string): Promise<void> {
  if (await isThere(file)) throw Object.assign(new Error('EEXIST'), { code: 'EEXIST' });
}

export async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** Renaming would also replace a file that may not be written. */
async function obstacleTo(file: string, { mode }: Stats): Promise<FileProblem | undefined> {
  if ((mode & 0o222) === 0) return { type: 'read-only' };
  try {
    await access(file, constants.W_OK);
    return undefined;
  } catch (error) {
    return fileProblemOf(error);
  }
}

async function keepOwnerAndMode(handle: Awaited<ReturnType<typeof open>>, { uid, gid, mode }: Stats): Promise<void> {
  const own = await handle.stat();
  // Only root may give a file away; others keep the mode at least.
  if (own.uid !== uid || own.gid !== gid) await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(mode & 0o7777);
}

async function isStill(file: string, { ino, size, mtimeMs }: Stats): Promise<boolean> {
  const now = await lstat(file);
  return now.isFile() && now.ino === ino && now.size === size && now.mtimeMs === mtimeMs;
}
