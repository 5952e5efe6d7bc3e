/** The folders that a search without a path goes through: all of the workspace. */
import type { CheckedPath } from '../../permission/request.ts';
import type { Files } from '../ports.ts';

export async function searchedFolders(
  files: Pick<Files, 'folders' | 'check'>,
  path: string | undefined,
): Promise<readonly CheckedPath[]> {
  const folders = files.folders();
  const isAll = path === undefined || path === '.' || path === './';
  const paths = !isAll ? [path] : folders.length === 1 ? ['.'] : folders;
  return Promise.all(paths.map((one) => files.check(one)));
}
