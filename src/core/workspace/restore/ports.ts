/** The interface to the files of a workspace as bytes, and to the copies of them that a restore needs. */
import type { Result } from '../../lang/result.ts';
import type { CheckedPath } from '../../permission/request.ts';
import type { FileEntry, FileVersion } from '../../thread/entry.ts';
import type { FileProblem } from '../ports.ts';
import type { FileLocation } from './file-location.ts';

export interface FileState {
  /** null: there is no file. */
  readonly version: FileVersion | null;
  /** It is the text of an open editor, which is not saved. */
  readonly isUnsaved?: true;
}

/** One for each thread. No method rejects. Paths must come from `check`, and are looked at again by each method. */
export interface FileCopies {
  look(path: CheckedPath): Promise<Result<FileState, FileProblem>>;
  /** As `look`; a copy of the file is on disk when it resolves, unless its version says why not. */
  keep(path: CheckedPath): Promise<Result<FileState, FileProblem>>;
  /** Whether there is a whole copy. */
  has(version: FileVersion): Promise<boolean>;
  /** Gives the file the content of the copy, or moves it into the trash (null); only while it is what `from` says. */
  replace(path: CheckedPath, from: FileVersion | null, to: FileVersion | null): Promise<Result<undefined, FileProblem>>;
  /** Removes an empty folder that is where the file was. */
  clear(path: CheckedPath): Promise<void>;
  /** Removes what a killed process left beside the file that it was writing. */
  sweep(path: CheckedPath): Promise<void>;
  /** See `FileEntry.seal`. */
  seal(change: SealedChange): Result<string, FileProblem>;
  /** The absolute path of a recorded file, with `/`: in its workspace folder where that is now. */
  locate(file: FileLocation): string;
}

export type SealedChange = Pick<FileEntry, 'path' | 'folder' | 'before' | 'after'>;

/** By content: permission bits are only of use where a file is made anew. */
export function isSameVersion(a: FileVersion | null, b: FileVersion | null): boolean {
  return a?.hash === b?.hash;
}
