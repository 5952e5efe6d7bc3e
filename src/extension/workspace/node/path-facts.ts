/** Looks up on the disk what decisions about commands depend on: where paths lead, and which git repository is around them. */
import path from 'node:path';
import type { PathFacts } from '../../../core/permission/request.ts';
import { checkFullPath, type WorkspaceFolder } from './check-path.ts';
import { findRepository } from './find-repository.ts';

/** `folders` is asked each time: a folder may be closed. `secretAttributes` gives the path of the file for git. */
export function createPathFacts(
  folders: () => readonly WorkspaceFolder[],
  secretAttributes: () => string | undefined,
): PathFacts {
  return {
    check: (word, { real }) => {
      if (real === undefined || word.includes('\0')) return undefined;
      // Not `path.resolve`: the system goes up from where a link leads.
      const full = path.isAbsolute(word) ? word : `${path.normalize(real)}${path.sep}${word}`;
      return checkFullPath(word, full, folders());
    },
    repository: ({ real }) => {
      if (real === undefined) return undefined;
      const roots = folders().map((one) => checkFullPath('', one.path, [])?.real ?? one.path);
      return findRepository(path.normalize(real), roots.map(path.normalize), secretAttributes);
    },
  };
}
