/** Appends entries to a log, each on disk before it counts. */
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { Entry } from '../../core/thread/entry.ts';
import { type Disk, errorCodeOf } from './disk.ts';
import type { Lock } from './lock.ts';
import { checkedLine } from './log-line.ts';
import { type LogChange, OpenFile } from './open-file.ts';

export type LogWriteFailure =
  /** Another window has taken over; this writer writes no more. */
  | { readonly type: 'lost' }
  /** The disk refused; the log is as it was. */
  | { readonly type: 'disk'; readonly reason: string }
  /** The entry would not be read again as it is; `field` says which part of it. Nothing was written. */
  | { readonly type: 'unreadable'; readonly field: string }
  /** Something else changed the log under this writer. The entry does not count, and no other will. */
  | { readonly type: 'changed'; readonly how: LogChange };

const NEWLINE = 0x0a;
/** Bytes at the end of the log that are looked at before each entry. */
const TAIL = 512;

export class LogWriter {
  readonly #file: OpenFile;
  readonly #handle: FileHandle;
  readonly #lock: Lock;
  readonly #writer: string;
  /** The size of the log up to the last entry that counts, and its last bytes. */
  #end: number;
  #tail: Buffer;
  #failed = false;

  private constructor(file: OpenFile, lock: Lock, writer: string, end: number, tail: Buffer) {
    this.#file = file;
    this.#handle = file.handle;
    this.#lock = lock;
    this.#writer = writer;
    this.#end = end;
    this.#tail = tail;
  }

  /** Rejects with the system's error when the file can't be written. */
  static async open(disk: Disk, file: string, lock: Lock, writer: string): Promise<LogWriter> {
    const handle = await disk.open(file, constants.O_RDWR | constants.O_APPEND);
    try {
      const open = await OpenFile.of(disk, file, handle);
      const { size } = await handle.stat();
      return new LogWriter(open, lock, writer, size, await open.bytes(Math.max(0, size - TAIL), size));
    } catch (error) {
      await handle.close().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Writes the entry and waits until it is on the disk, in the file that a reader would open. A line that another process left
   * torn is ended first, so that it is one line less and not two; what this writer could not write whole is taken back, since it
   * never counted.
   */
  async append(entry: Entry): Promise<Result<void, LogWriteFailure>> {
    const checked = checkedLine(this.#writer, entry);
    if (!checked.ok) return err({ type: 'unreadable', field: checked.error });
    try {
      const obstacle = await this.#obstacle();
      if (obstacle) return err(obstacle);
      const isTorn = this.#tail.length > 0 && this.#tail.at(-1) !== NEWLINE;
      const line = Buffer.from((isTorn ? '\n' : '') + checked.value);
      this.#failed = true;
      await this.#handle.appendFile(line);
      await this.#handle.datasync();
      const how = await this.#file.changed(this.#end + line.length);
      this.#failed = false;
      if (how) return err({ type: 'changed', how });
      this.#end += line.length;
      this.#tail = Buffer.concat([this.#tail, line.subarray(-TAIL)]).subarray(-TAIL);
      return ok(undefined);
    } catch (error) {
      // Without the lock the bytes after our last entry may be another window's.
      const isOurs = this.#failed && (await this.#lock.isHeld().catch(() => false));
      if (isOurs) await this.#takeBack().catch(() => undefined);
      return err({ type: 'disk', reason: errorCodeOf(error) });
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

  /** Why nothing may be written now. The lock of a log that was moved is gone too, and no other window has it. */
  async #obstacle(): Promise<LogWriteFailure | undefined> {
    const moved = await this.#file.changed();
    if (moved) return { type: 'changed', how: moved };
    if (!(await this.#lock.isHeld())) return { type: 'lost' };
    if (this.#failed) await this.#takeBack();
    const how = await this.#file.changed(this.#end, this.#tail);
    if (how) return { type: 'changed', how };
    // A holder that was taken over may have been writing; this writer must not append after what it did not read.
    return (await this.#handle.stat()).size === this.#end ? undefined : { type: 'lost' };
  }

  async #takeBack(): Promise<void> {
    await this.#handle.truncate(this.#end);
    this.#failed = false;
  }
}
