/** The key of this computer's threads: an entry that is sealed with it was written here, not copied or imported. */
import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { SealedChange } from '../../core/workspace/restore/ports.ts';
import { errorCodeOf, FILE_MODE, FOLDER_MODE } from './disk.ts';

const BYTES = 32;

export class Sealer {
  readonly #file: string;
  #key: Buffer | undefined;

  /** `root` is the extension's storage. The key is read, or made, when it is first needed. */
  constructor(root: string) {
    this.#file = path.join(root, 'seal.key');
  }

  /** The error is the system's code. */
  seal(thread: string, { path: file, folder, before, after }: SealedChange): Result<string, string> {
    try {
      this.#key ??= readKey(this.#file) ?? makeKey(this.#file);
    } catch (error) {
      return err(errorCodeOf(error));
    }
    const versions = [before, after === undefined ? 'unknown' : after].map((part) =>
      typeof part === 'string' || part === null ? part : [part.hash, part.mode ?? null],
    );
    // Older entries have no folder.
    const parts = [thread, file, ...versions, ...(folder === undefined ? [] : [folder])];
    return ok(createHmac('sha256', this.#key).update(JSON.stringify(parts)).digest('hex').slice(0, 32));
  }
}

function readKey(file: string): Buffer | undefined {
  try {
    // A FIFO in its place would never be read to its end.
    if (!statSync(file).isFile()) return undefined;
    const key = readFileSync(file);
    return key.length === BYTES ? key : undefined;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of several windows that make one at once, the first wins; a damaged one is replaced. */
function makeKey(file: string): Buffer {
  const key = randomBytes(BYTES);
  const own = `${file}.${randomBytes(4).toString('hex')}`;
  mkdirSync(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
  try {
    const handle = openSync(own, 'wx', FILE_MODE);
    try {
      writeSync(handle, key);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    try {
      linkSync(own, file);
      return key;
    } catch (error) {
      const other = errorCodeOf(error) === 'EEXIST' ? readKey(file) : undefined;
      if (other) return other;
    }
    renameSync(own, file);
    return key;
  } finally {
    rmSync(own, { force: true });
  }
}
