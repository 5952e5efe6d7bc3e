/** Tells the changes that were written here, in this thread, from those of copied, imported and edited logs. */
import type { FileEntry } from '../../thread/entry.ts';
import type { FileCopies } from './ports.ts';

/** The entry, with the absolute path that its file has now; undefined for an entry with a wrong seal. */
export type OwnChange = (entry: FileEntry) => FileEntry | undefined;

export function ownChanges(copies: Pick<FileCopies, 'seal' | 'locate'>): OwnChange {
  return (entry) => {
    const { path, folder, before, after, seal } = entry;
    const own = copies.seal({
      path,
      ...(folder !== undefined && { folder }),
      before,
      ...(after !== undefined && { after }),
    });
    return own.ok && own.value === seal ? { ...entry, path: copies.locate(entry) } : undefined;
  };
}
