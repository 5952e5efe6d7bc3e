/** The files of a workspace on a disk as bytes, with the copies of them in a thread's folder. */
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../../core/lang/result.ts';
import type { CheckedPath } from '../../../core/permission/request.ts';
import type { FileVersion } from '../../../core/thread/entry.ts';
import type { FileProblem } from '../../../core/workspace/ports.ts';
import type { FileLocation } from '../../../core/workspace/restore/file-location.ts';
import type { FileCopies, FileState, SealedChange } from '../../../core/workspace/restore/ports.ts';
import { type CopyStore, hashOf, openCopies } from '../../storage/copies.ts';
import { errorCodeOf } from '../../storage/disk.ts';
import type { Sealer } from '../../storage/seal-key.ts';
import { threadFolder } from '../../storage/thread-folder.ts';
import type { WorkspaceFolder } from './check-path.ts';
import { isThere, type ReadBytes, readBytes, replaceBytes } from './file-bytes.ts';
import { fileProblemOf } from './file-problem.ts';
import { folderNow } from './folder-now.ts';
import { sweepTemporaries } from './temporary-files.ts';

/** What an editor adds; each takes a full path in the form of the system. */
export interface EditorOfCopies {
  /** The unsaved text of an open editor, in the bytes that it would be saved as; undefined where there is none. */
  unsaved(file: string): Promise<Uint8Array | undefined>;
  /** Rejects where there is no trash. */
  trash(file: string): Promise<void>;
}

export interface CopyOptions {
  /** The extension's storage. */
  readonly root: string;
  readonly thread: string;
  readonly sealer: Sealer;
  readonly editor?: EditorOfCopies;
  /** The folders of the workspace. */
  readonly folders: () => readonly WorkspaceFolder[];
}

/** Bytes of the largest file that is copied. */
export const MOST_COPIED = 20_000_000;
/** Bytes on the disk of all copies of a thread. */
export const MOST_OF_THREAD = 500_000_000;

interface Found {
  /** Undefined: there is no file. */
  readonly read: ReadBytes | undefined;
  readonly unsaved: Uint8Array | undefined;
}

export class NodeCopies implements FileCopies {
  readonly #options: CopyOptions;
  readonly #copies: CopyStore;
  /** By the recorded path of a workspace folder. */
  readonly #located = new Map<string, string>();

  constructor(options: CopyOptions) {
    this.#options = options;
    this.#copies = openCopies(threadFolder(options.root, options.thread));
  }

  async look(checked: CheckedPath): Promise<Result<FileState, FileProblem>> {
    const found = await this.#find(checked);
    return found.ok ? ok(stateOf(found.value)) : found;
  }

  async keep(checked: CheckedPath): Promise<Result<FileState, FileProblem>> {
    const found = await this.#find(checked);
    if (!found.ok) return found;
    const bytes = found.value.unsaved ?? found.value.read?.bytes;
    const state = stateOf(found.value);
    if (!bytes || !state.version) return ok(state);
    try {
      const uncopied = await this.#whyUncopied(bytes);
      if (uncopied && !(await this.has(state.version)))
        return ok({ ...state, version: { ...state.version, uncopied } });
      await this.#copies.put(bytes);
      return ok(state);
    } catch (error) {
      return err({ type: 'not-recorded', reason: errorCodeOf(error) });
    }
  }

  async has({ hash }: FileVersion): Promise<boolean> {
    return (await this.bytes(hash)) !== undefined;
  }

  /** Of a copy; undefined where there is none. */
  async bytes(hash: string): Promise<Uint8Array | undefined> {
    return this.#copies.get(hash).catch(() => undefined);
  }

  async replace(
    checked: CheckedPath,
    from: FileVersion | null,
    to: FileVersion | null,
  ): Promise<Result<undefined, FileProblem>> {
    const found = await this.#find(checked);
    if (!found.ok) return found;
    const { read, unsaved } = found.value;
    if (unsaved) return err({ type: 'unsaved' });
    if (stateOf(found.value).version?.hash !== from?.hash) return err({ type: 'outdated' });
    const file = path.normalize(checked.real ?? '');
    if (!to) return read ? this.#remove(file) : ok(undefined);
    const bytes = await this.bytes(to.hash);
    return bytes ? replaceBytes(file, bytes, read?.stats, to.mode) : err({ type: 'no-copy' });
  }

  async clear({ real, inside }: CheckedPath): Promise<void> {
    if (real !== undefined && inside !== undefined) await rmdir(path.normalize(real)).catch(() => undefined);
  }

  async sweep({ real, inside }: CheckedPath): Promise<void> {
    if (real !== undefined && inside !== undefined) await sweepTemporaries(path.dirname(path.normalize(real)));
  }

  seal(change: SealedChange): Result<string, FileProblem> {
    const seal = this.#options.sealer.seal(this.#options.thread, change);
    return seal.ok ? seal : err({ type: 'not-recorded', reason: seal.error });
  }

  locate({ path: file, folder }: FileLocation): string {
    if (folder === undefined) return file;
    const now = this.#located.get(folder) ?? folderNow(folder, this.#options.folders());
    this.#located.set(folder, now);
    return `${now}/${file}`;
  }

  async #whyUncopied(bytes: Uint8Array): Promise<FileVersion['uncopied']> {
    if (bytes.length > MOST_COPIED) return 'too-large';
    return (await this.#copies.size()) + bytes.length > MOST_OF_THREAD ? 'full' : undefined;
  }

  async #find({ real }: CheckedPath): Promise<Result<Found, FileProblem>> {
    if (real === undefined) return err({ type: 'unreachable' });
    const file = path.normalize(real);
    const read = await readBytes(file);
    if (!read.ok && read.error.type !== 'missing') return read;
    try {
      const unsaved = await this.#options.editor?.unsaved(file);
      return ok({ read: read.ok ? read.value : undefined, unsaved });
    } catch (error) {
      return err(fileProblemOf(error));
    }
  }

  async #remove(file: string): Promise<Result<undefined, FileProblem>> {
    const { editor } = this.#options;
    try {
      const isInTrash = await editor?.trash(file).then(
        () => true,
        () => false,
      );
      // A remote machine has no trash; the copy is kept all the same.
      if (!isInTrash) await rm(file);
      return (await isThere(file)) ? err({ type: 'not-written', reason: 'it is still there' }) : ok(undefined);
    } catch (error) {
      return err(fileProblemOf(error));
    }
  }
}

function stateOf({ read, unsaved }: Found): FileState {
  const bytes = unsaved ?? read?.bytes;
  if (!bytes) return { version: null };
  // Windows makes these bits up.
  const mode = read && process.platform !== 'win32' ? { mode: read.stats.mode & 0o777 } : {};
  return { version: { hash: hashOf(bytes), ...mode }, ...(unsaved && { isUnsaved: true }) };
}
