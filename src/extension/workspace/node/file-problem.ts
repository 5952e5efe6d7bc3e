/** Turns an error of the file system into the problem that a tool for files reports. */
import type { FileProblem } from '../../../core/workspace/ports.ts';
import { errorCodeOf } from '../../storage/disk.ts';

const PROBLEMS: ReadonlyMap<string, FileProblem> = new Map([
  ['ENOENT', { type: 'missing' }],
  ['EEXIST', { type: 'exists' }],
  ['EISDIR', { type: 'folder' }],
  ['ENOTDIR', { type: 'no-folder' }],
  ['EACCES', { type: 'no-permission' }],
  ['EPERM', { type: 'no-permission' }],
  ['EROFS', { type: 'read-only' }],
  ['ELOOP', { type: 'link' }],
  // A socket, or a FIFO that nothing reads.
  ['ENXIO', { type: 'no-file' }],
  ['ENOSPC', { type: 'disk-full' }],
  ['EDQUOT', { type: 'disk-full' }],
]);

export function fileProblemOf(error: unknown): FileProblem {
  const code = errorCodeOf(error);
  return PROBLEMS.get(code) ?? { type: 'other', reason: code };
}
