/** Copies a thread up to an entry into a new thread, with the outputs and the sub-agents that it refers to. */
import type { Entry, Planned } from '../../core/thread/entry.ts';
import { entryId } from '../../core/thread/entry-id.ts';
import { replay } from '../../core/thread/thread.ts';
import type { Disk } from './disk.ts';
import type { LogHeader } from './log-line.ts';
import { readLog } from './read-log.ts';
import { copyOutputs, copySubThreads } from './sub-threads.ts';
import { logFile, threadFolder } from './thread-folder.ts';
import { unfinishedFolder, writeThread } from './write-thread.ts';

export interface ForkRequest {
  readonly header: LogHeader;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The id of the last entry that is copied; without it all are. */
  readonly upTo?: number;
}

/**
 * The queue is not copied, so that no message is sent in both threads, nor are open questions, which are asked where they arose. Copies of files stay behind too: the seals of a copied
 * log are not right, so a restore would not use them. Rejects with the system's error, and then nothing is left.
 */
export async function writeFork(
  disk: Disk,
  root: string,
  id: string,
  { header, title, at, upTo = Number.POSITIVE_INFINITY }: ForkRequest,
): Promise<void> {
  const source = threadFolder(root, id);
  const copied = (await readLog(logFile(source))).entries.filter((entry) => entry.id <= upTo);
  const { queue, openQuestions } = replay(copied);
  const added: readonly Planned[] = [
    ...queue.map(({ id: queued }) => ({ type: 'unqueued', queued }) as const),
    ...[...openQuestions].map((call) => ({ type: 'permission', call, state: 'denied' }) as const),
    { type: 'title', title },
  ];
  const last = copied.at(-1)?.id ?? 0;
  const entries: readonly Entry[] = [
    ...copied,
    ...added.map((entry, index) => ({ ...entry, id: entryId(last + 1 + index), at })),
  ];
  await writeThread(disk, root, header, async (put) => {
    const target = unfinishedFolder(root, header.thread);
    await copyOutputs(disk, source, target);
    await copySubThreads(disk, source, target, copied);
    for (const entry of entries) {
      const written = await put(entry);
      if (!written.ok) throw new Error(`entry ${entry.id}: ${written.error}`);
    }
    return true;
  });
}
