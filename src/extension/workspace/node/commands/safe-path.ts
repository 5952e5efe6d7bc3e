/** The folders of PATH in which programs are looked for: none that a workspace can put a program into. */
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** `folders` are the workspace's. Entries that are empty, relative, missing, or in a workspace by their own or their real path go. */
export function safePath(given: string | undefined, folders: readonly string[]): readonly string[] {
  const workspaces = folders.flatMap((folder) => [folder, realPath(folder) ?? folder]);
  return [...new Set((given ?? '').split(path.delimiter))].filter((entry) => {
    if (!path.isAbsolute(entry)) return false;
    const real = realPath(entry);
    return real !== undefined && ![entry, real].some((one) => workspaces.some((folder) => isWithin(one, folder)));
  });
}

/** Without regard to case, as many file systems have none. */
function isWithin(entry: string, folder: string): boolean {
  const relative = path.relative(folder.toLowerCase(), entry.toLowerCase());
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function realPath(entry: string): string | undefined {
  try {
    return realpathSync.native(entry);
  } catch {
    return undefined;
  }
}
