/** Where a thread's files are; no id leads out of the folder of threads (R38). */
import { randomUUID } from 'node:crypto';
import path from 'node:path';

const ID = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Small letters, digits and inner hyphens, at most 64: no dot, no separator, no other folder. */
export function isThreadId(text: string): boolean {
  return ID.test(text);
}

export function newThreadId(): string {
  return randomUUID();
}

/** Names one open log's writer in its lines and its lock. */
export function newWriterId(): string {
  return randomUUID().slice(0, 8);
}

/** `root` is the extension's global storage. */
export function threadsFolder(root: string): string {
  return path.join(root, 'threads');
}

/** The folder of a thread. Throws for what is no id: ids from outside are checked with `isThreadId` first. */
export function threadFolder(root: string, id: string): string {
  if (!isThreadId(id)) throw new Error(`not a thread id: ${JSON.stringify(id)}`);
  return path.join(threadsFolder(root), id);
}

/** The folder of a sub-agent's thread, which lies in that of the thread that asked. */
export function subThreadFolder(root: string, thread: string, subThread: string): string {
  return threadFolder(threadFolder(root, thread), subThread);
}

/** A file that is there while the thread is pinned to the top of the list of threads. */
export function pinFile(folder: string): string {
  return path.join(folder, 'pinned');
}

export function logFile(folder: string): string {
  return path.join(folder, 'log.jsonl');
}
