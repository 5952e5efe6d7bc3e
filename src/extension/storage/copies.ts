/** Copies of workspace files in a thread's folder, `<thread>/copies/<SHA-256>`: compressed, each written whole or not at all, and once. */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { DISK, type Disk, FILE_MODE, FOLDER_MODE, unlessMissing } from './disk.ts';
import { UNFINISHED } from './outputs.ts';
import { syncFolder } from './write-thread.ts';

export interface CopyStore {
  /** Resolves to the hash of the bytes once they are on disk. Rejects with the system's error. */
  put(bytes: Uint8Array): Promise<string>;
  /** Undefined where there is no copy, or its bytes are not those that its name says. Rejects with the system's error. */
  get(hash: string): Promise<Buffer | undefined>;
  /** Bytes on the disk that all copies take. */
  size(): Promise<number>;
}

/** Bytes of the largest file that is read, so that no copy grows into more than it was made of. */
const MOST_BYTES = 50_000_000;
const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

/** `folder` is the thread's. */
export function copiesFolder(folder: string): string {
  return path.join(folder, 'copies');
}

/** No dot and no separator, so that the name can't lead out of the folder. */
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
    const stored = await unlessMissing(disk.readFile(path.join(copies, hash)));
    // What does not become smaller is stored as it is, as older copies are.
    if (!stored || hashOf(stored) === hash) return stored;
    const bytes = await decompress(stored, { maxOutputLength: MOST_BYTES }).catch(() => undefined);
    return bytes && hashOf(bytes) === hash ? bytes : undefined;
  };
  let size: Promise<number> | undefined;
  return {
    put: async (bytes) => {
      const hash = hashOf(bytes);
      const file = path.join(copies, hash);
      if (await get(hash)) {
        // A copy that no entry names because of a crash would be removed as old.
        const now = new Date();
        await disk.utimes(file, now, now);
        return hash;
      }
      const packed = await compress(bytes);
      const stored = packed.length < bytes.length ? packed : bytes;
      const unfinished = `${file}-${randomBytes(4).toString('hex')}${UNFINISHED}`;
      await disk.mkdir(copies, { recursive: true, mode: FOLDER_MODE });
      try {
        const handle = await disk.open(unfinished, 'wx', FILE_MODE);
        try {
          await handle.writeFile(stored);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await disk.rename(unfinished, file);
        await syncFolder(disk, copies);
        size = size?.then((before) => before + stored.length);
        return hash;
      } catch (error) {
        await disk.rm(unfinished, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    get,
    size: () => {
      size ??= sizeOf(disk, copies);
      return size;
    },
  };
}

async function sizeOf(disk: Disk, folder: string): Promise<number> {
  const names = (await unlessMissing(disk.readdir(folder))) ?? [];
  const stats = await Promise.all(names.map((name) => unlessMissing(disk.stat(path.join(folder, name)))));
  return stats.reduce((sum, stat) => sum + (stat?.size ?? 0), 0);
}
