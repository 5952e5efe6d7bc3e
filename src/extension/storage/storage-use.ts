/** Measures what threads take on the disk: their logs, whole outputs, copies of files and sub-agents, and the trash. */
import path from 'node:path';
import { copiesFolder } from './copies.ts';
import { type Disk, unlessMissing } from './disk.ts';
import { outputsFolder } from './outputs.ts';
import { INDEX_FILE } from './text-index.ts';
import { isThreadId, threadFolder, threadsFolder } from './thread-folder.ts';
import { trashFolder } from './trash.ts';

/** Bytes. */
export interface ThreadUse {
  /** With its search index. */
  readonly log: number;
  readonly outputs: number;
  readonly copies: number;
  /** The threads of its sub-agents. */
  readonly agents: number;
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
  for (const { id, bytes } of threads) {
    const folder = threadFolder(root, id);
    const log = bytes + (await sizeOf(disk, path.join(folder, INDEX_FILE)));
    const [outputs, copies] = [await bytesIn(disk, outputsFolder(folder)), await bytesIn(disk, copiesFolder(folder))];
    const agents = await agentBytes(disk, folder);
    used.set(id, { log, outputs, copies, agents });
    total += log + outputs + copies + agents;
  }
  const trash = trashFolder(root);
  const deleted = await namesIn(disk, trash);
  let bytes = 0;
  for (const name of deleted) {
    const folder = path.join(trash, name);
    for (const part of [folder, outputsFolder(folder), copiesFolder(folder)]) bytes += await bytesIn(disk, part);
    bytes += await agentBytes(disk, folder);
  }
  return { threads: used, trash: { threads: deleted.length, bytes }, total: total + bytes };
}

/** The logs and outputs of the sub-agents in the folder of the thread that asked. */
async function agentBytes(disk: Disk, folder: string): Promise<number> {
  let bytes = 0;
  for (const id of (await namesIn(disk, threadsFolder(folder))).filter(isThreadId)) {
    const own = threadFolder(folder, id);
    bytes += (await bytesIn(disk, own)) + (await bytesIn(disk, outputsFolder(own)));
  }
  return bytes;
}

/** The files right in a folder; what is deeper does not count. */
async function bytesIn(disk: Disk, folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await namesIn(disk, folder)) {
    bytes += await sizeOf(disk, path.join(folder, name));
  }
  return bytes;
}

/** 0 for what is no file. */
async function sizeOf(disk: Disk, file: string): Promise<number> {
  const stat = await unlessMissing(disk.stat(file)).catch(() => undefined);
  return stat?.isFile() ? stat.size : 0;
}

async function namesIn(disk: Disk, folder: string): Promise<readonly string[]> {
  return (await unlessMissing(disk.readdir(folder)).catch(() => undefined)) ?? [];
}
