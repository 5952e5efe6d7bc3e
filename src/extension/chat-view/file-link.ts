/** Resolves a path that a thread names to a file of the workspace; what lies outside is no link. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * The real path of a file inside one of the folders, however it is written: relative to a folder or absolute. Undefined
 * when there is no such file, and when it lies outside, also by `..` or through a symbolic link.
 */
export async function findInFolders(file: string, folders: readonly string[]): Promise<string | undefined> {
  // Only to look at a path of another host would contact it.
  if (/^[\\/]{2}/.test(file)) return undefined;
  for (const folder of folders) {
    try {
      const root = await realpath(folder);
      const found = await realpath(path.resolve(root, file));
      if (isInside(found, root)) return found;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

function isInside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
