/** Copies of workspace files in a thread's folder, `<thread>/copies/<SHA-256>`: each written whole or not at all, and once. */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { DISK, type Disk, FILE_MODE, FOLDER_MODE, unlessMissing } from './disk.ts';
import { UNFINISHED } from './outputs.ts';
import { syncFolder } from './write-thread.ts';

export interface CopyStore {
  /** Resolves to the hash of the bytes once they are on disk. Rejects with the system's error. */
  put(bytes: Uint8Array): Promise<string>;
  /** Undefined where there is no copy, or its bytes are not those that its name says. Rejects with the system's error. */
  get(hash: string): Promise<Buffer | undefined>;
}

/** `folder` is the thread's. */
export function copiesFolder(folder: string): string {
  return path.join(folder, 'copies');
}

/** No dot, no separator: such a name leads out of no folder. */
export function isCopyName(name: string): boolean {
  return /^[0-9a-f]{64}$/.test(name);
}

/** The name of a copy that is being written: `HASH-RANDOM.unfinished`. */
export function isUnfinishedCopy(name: string): boolean {
  return /^[0-9a-f]{64}-[0-9a-f]{8}\.unfinished$/.test(name);
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The copies of the thread in `folder`, private to the person (R38). */
export function openCopies(folder: string, disk: Disk = DISK): CopyStore {
  const copies = copiesFolder(folder);
  const get = async (hash: string) => {
    if (!isCopyName(hash)) return undefined;
    const bytes = await unlessMissing(disk.readFile(path.join(copies, hash)));
    return bytes && hashOf(bytes) === hash ? bytes : undefined;
  };
  return {
    put: async (bytes) => {
      const hash = hashOf(bytes);
      const file = path.join(copies, hash);
      if (await get(hash)) {
        // One that a crash left unnamed would be removed as old.
        const now = new Date();
        await disk.utimes(file, now, now);
        return hash;
      }
      const unfinished = `${file}-${randomBytes(4).toString('hex')}${UNFINISHED}`;
      await disk.mkdir(copies, { recursive: true, mode: FOLDER_MODE });
      try {
        const handle = await disk.open(unfinished, 'wx', FILE_MODE);
        try {
          await handle.writeFile(bytes);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await disk.rename(unfinished, file);
        await syncFolder(disk, copies);
        return hash;
      } catch (error) {
        await disk.rm(unfinished, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    get,
  };
}
