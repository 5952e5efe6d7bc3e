/** Finds a workspace folder that a log names by its path, after the folder was moved or renamed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { realFolder, type WorkspaceFolder, withSlashes } from './check-path.ts';

/**
 * The real path of the folder, with `/`. Of a folder that is no longer on the disk it is the open folder of the same name, or the only
 * one that is open. A folder that is there keeps its path, so that the records of one project never lead into another.
 */
export function folderNow(recorded: string, open: readonly WorkspaceFolder[]): string {
  const roots = open.map((folder) => withSlashes(realFolder(folder.path)));
  if (roots.includes(recorded) || existsSync(path.normalize(recorded))) return recorded;
  const name = path.posix.basename(recorded);
  const [only, ...others] = roots;
  return (
    roots.find((root) => path.posix.basename(root) === name) ?? (others.length === 0 ? only : undefined) ?? recorded
  );
}
