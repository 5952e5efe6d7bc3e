/** Lists the deleted threads that can still be brought back. */
import path from 'node:path';
import { type Disk, unlessMissing } from './disk.ts';
import { isThreadId, logFile } from './thread-folder.ts';
import { summarize } from './thread-index.ts';
import { TRASH_MS, trashFolder } from './trash.ts';

export interface DeletedThread {
  readonly id: string;
  readonly title?: string;
  readonly messages: number;
  /** Milliseconds since 1970; from `goneAt` on it may be removed for good. */
  readonly deletedAt: number;
  readonly goneAt: number;
}

/** The one that was deleted last comes first. A log that can't be read is left out. */
export async function listTrash(disk: Disk, root: string): Promise<readonly DeletedThread[]> {
  const trash = trashFolder(root);
  const ids = ((await unlessMissing(disk.readdir(trash))) ?? []).filter(isThreadId);
  const found = await Promise.all(
    ids.map(async (id): Promise<DeletedThread | undefined> => {
      const folder = path.join(trash, id);
      try {
        const [{ mtimeMs: deletedAt }, { size }] = await Promise.all([disk.stat(folder), disk.stat(logFile(folder))]);
        const { title, first, messages } = await summarize(id, logFile(folder), size, deletedAt);
        const name = title ?? first;
        return { id, ...(name && { title: name }), messages, deletedAt, goneAt: deletedAt + TRASH_MS };
      } catch {
        return undefined;
      }
    }),
  );
  return found.filter((one) => one !== undefined).sort((a, b) => b.deletedAt - a.deletedAt);
}
