/** Names a file by its workspace folder and its path in it, so that its records hold when the folder is moved. */
import type { CheckedPath } from '../../permission/request.ts';
import type { FileEntry } from '../../thread/entry.ts';

export type FileLocation = Pick<FileEntry, 'path' | 'folder'>;

/** `names` are those of the workspace folders. Outside of every folder the path is absolute. */
export function locationOf({ real = '', inside }: CheckedPath, names: readonly string[]): FileLocation {
  const name = names.length > 1 ? names.find((one) => inside?.startsWith(`${one}/`)) : undefined;
  const path = name === undefined ? inside : inside?.slice(name.length + 1);
  if (!path || !real.endsWith(`/${path}`)) return { path: real };
  return { folder: real.slice(0, -path.length - 1), path };
}

/** The absolute path, as it was when the entry was written. */
export function recordedPath({ path, folder }: FileLocation): string {
  return folder === undefined ? path : `${folder}/${path}`;
}
