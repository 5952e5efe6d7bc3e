/** Appends entries to a log, each on disk before it counts. */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { type Disk, reasonOf } from './disk.ts';
import type { Lock } from './lock.ts';
import { entryLine } from './log-line.ts';

export type AppendFailure =
  /** Another window has taken over; this writer writes no more. */
  | { readonly type: 'lost' }
  /** The disk refused; the log is as it was. */
  | { readonly type: 'disk'; readonly reason: string };

const NEWLINE = 0x0a;

export class LogWriter {
  readonly #handle: FileHandle;
  readonly #lock: Lock;
  readonly #writer: string;
  /** The size of the log up to the last entry that counts. */
  #end: number;
  #endsTorn: boolean;
  #failed = false;

  private constructor(handle: FileHandle, lock: Lock, writer: string, end: number, endsTorn: boolean) {
    this.#handle = handle;
    this.#lock = lock;
    this.#writer = writer;
    this.#end = end;
    this.#endsTorn = endsTorn;
  }

  /** Rejects with the system's error when the file can't be written. */
  static async open(disk: Disk, file: string, lock: Lock, writer: string): Promise<LogWriter> {
    const handle = await disk.open(file, constants.O_RDWR | constants.O_APPEND);
    const { size } = await handle.stat();
    const last = Buffer.alloc(1, NEWLINE);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    return new LogWriter(handle, lock, writer, size, last[0] !== NEWLINE);
  }

  /**
   * Writes the entry and waits until it is on the disk. A line that another process left torn is ended first, so that it
   * is one line less and not two; what this writer could not write whole is taken back, since it never counted.
   */
  async append(entry: Entry): Promise<Result<void, AppendFailure>> {
    try {
      if (!(await this.#lock.isHeld())) return err({ type: 'lost' });
      if (this.#failed) await this.#takeBack();
      // A holder that was taken over may have had one write under way; what it wrote is not ours to write behind.
      if ((await this.#handle.stat()).size !== this.#end) return err({ type: 'lost' });
      const line = Buffer.from((this.#endsTorn ? '\n' : '') + entryLine(this.#writer, entry));
      this.#failed = true;
      await this.#handle.appendFile(line);
      await this.#handle.datasync();
      this.#failed = false;
      this.#endsTorn = false;
      this.#end += line.length;
      return ok(undefined);
    } catch (error) {
      // Without the lock what stands behind our last entry may be another window's.
      const isOurs = this.#failed && (await this.#lock.isHeld().catch(() => false));
      if (isOurs) await this.#takeBack().catch(() => undefined);
      return err({ type: 'disk', reason: reasonOf(error) });
    }
  }

  /** Whether this writer may still write; false once another window has taken over. */
  isHeld(): Promise<boolean> {
    return this.#lock.isHeld();
  }

  /** Gives the thread free for other windows. */
  async close(): Promise<void> {
    await this.#handle.close();
    await this.#lock.release();
  }

  async #takeBack(): Promise<void> {
    await this.#handle.truncate(this.#end);
    this.#failed = false;
  }
}
