/** Measures what threads take on the disk: their logs, whole outputs and copies of files, and the trash. */
import path from 'node:path';
import { copiesFolder } from './copies.ts';
import { type Disk, unlessMissing } from './disk.ts';
import { outputsFolder } from './outputs.ts';
import { threadFolder } from './thread-folder.ts';
import { trashFolder } from './trash.ts';

/** Bytes. */
export interface ThreadUse {
  readonly log: number;
  readonly outputs: number;
  readonly copies: number;
}

export interface StorageUse {
  readonly threads: ReadonlyMap<string, ThreadUse>;
  readonly trash: { readonly threads: number; readonly bytes: number };
  /** Of all threads and the trash. */
  readonly total: number;
}

/** Looks at every file once; one that goes meanwhile counts nothing. */
export async function storageUse(
  disk: Disk,
  root: string,
  threads: readonly { readonly id: string; readonly bytes: number }[],
): Promise<StorageUse> {
  const used = new Map<string, ThreadUse>();
  let total = 0;
  for (const { id, bytes: log } of threads) {
    const folder = threadFolder(root, id);
    const [outputs, copies] = [await bytesIn(disk, outputsFolder(folder)), await bytesIn(disk, copiesFolder(folder))];
    used.set(id, { log, outputs, copies });
    total += log + outputs + copies;
  }
  const trash = trashFolder(root);
  const deleted = await namesIn(disk, trash);
  let bytes = 0;
  for (const name of deleted) {
    const folder = path.join(trash, name);
    for (const part of [folder, outputsFolder(folder), copiesFolder(folder)]) bytes += await bytesIn(disk, part);
  }
  return { threads: used, trash: { threads: deleted.length, bytes }, total: total + bytes };
}

/** The files right in a folder; what is deeper does not count. */
async function bytesIn(disk: Disk, folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await namesIn(disk, folder)) {
    const stat = await unlessMissing(disk.stat(path.join(folder, name))).catch(() => undefined);
    if (stat?.isFile()) bytes += stat.size;
  }
  return bytes;
}

async function namesIn(disk: Disk, folder: string): Promise<readonly string[]> {
  return (await unlessMissing(disk.readdir(folder)).catch(() => undefined)) ?? [];
}
