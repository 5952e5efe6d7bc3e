/** Tells the changes that were written here, in this thread, from those of copied, imported and edited logs. */
import type { FileEntry } from '../../thread/entry.ts';
import type { FileCopies } from './ports.ts';

export function isSealedHere(copies: FileCopies): (entry: FileEntry) => boolean {
  return ({ path, before, after, seal }) => {
    const own = copies.seal({ path, before, ...(after !== undefined && { after }) });
    return own.ok && own.value === seal;
  };
}
