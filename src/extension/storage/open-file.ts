/** A log's open file: finds out whether the file at its path is still this one, with all bytes that were written to it. */
import type { FileHandle } from 'node:fs/promises';
import { type Disk, errorCodeOf } from './disk.ts';

/**
 * What was done to a log under its writer: nothing is at its path (it was deleted, or its folder moved), something else
 * is there (a file put in its place, a folder), or bytes that were written are gone from it or are others.
 */
export type LogChange = 'gone' | 'replaced' | 'cut';

/** A device and a file on it. While a file is open the system gives its number to no other. */
interface Identity {
  readonly dev: bigint;
  readonly ino: bigint;
}

export class OpenFile {
  readonly handle: FileHandle;
  readonly #disk: Disk;
  readonly #file: string;
  readonly #own: Identity;

  private constructor(disk: Disk, file: string, handle: FileHandle, own: Identity) {
    this.handle = handle;
    this.#disk = disk;
    this.#file = file;
    this.#own = own;
  }

  /** `handle` is of `file`. Rejects with the system's error. */
  static async of(disk: Disk, file: string, handle: FileHandle): Promise<OpenFile> {
    return new OpenFile(disk, file, handle, await handle.stat({ bigint: true }));
  }

  /**
   * What was done to the log; undefined where its path leads to it and it has at least `size` bytes, `tail` being the last of
   * them. Rejects with the system's error where the path can't be looked at.
   */
  async changed(size = 0, tail?: Buffer): Promise<LogChange | undefined> {
    const there = await this.#atPath();
    if (!there) return 'gone';
    if (there.dev !== this.#own.dev || there.ino !== this.#own.ino) return 'replaced';
    if (there.size < size) return 'cut';
    if (!tail) return undefined;
    const found = await this.bytes(size - tail.length, size);
    return found.equals(tail) ? undefined : 'cut';
  }

  /** The bytes from `from` up to `to`; fewer where the file ends before. */
  async bytes(from: number, to: number): Promise<Buffer> {
    const buffer = Buffer.alloc(to - from);
    const { bytesRead } = await this.handle.read(buffer, 0, buffer.length, from);
    return buffer.subarray(0, bytesRead);
  }

  async #atPath() {
    try {
      return await this.#disk.stat(this.#file, { bigint: true });
    } catch (error) {
      const reason = errorCodeOf(error);
      if (reason === 'ENOENT' || reason === 'ENOTDIR') return undefined;
      throw error;
    }
  }
}
