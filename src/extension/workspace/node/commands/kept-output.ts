/** The output of a command in the background, in an unlinked file, which the system removes when the window is closed. */
import { type FileHandle, open, unlink } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';

const CHUNK = 1 << 16;
const LINE_FEED = 0x0a;

export class KeptOutput {
  /** Of the output: the first line in the file. */
  readonly firstLine: number;
  readonly #file: FileHandle | undefined;
  #size = 0;
  #lost: string | undefined;
  /** Bytes that were read as new. */
  #read = 0;

  private constructor(file: FileHandle | undefined, firstLine: number, lost?: string) {
    this.#file = file;
    this.firstLine = firstLine;
    this.#lost = lost;
  }

  /** `file` is a path that does not exist. Never rejects: where no file can be made, the output is lost. */
  static async create(file: string, firstLine: number): Promise<KeptOutput> {
    try {
      const handle = await open(path.resolve(file), 'wx+', 0o600);
      await unlink(file);
      return new KeptOutput(handle, firstLine);
    } catch (error) {
      return new KeptOutput(undefined, firstLine, codeOf(error));
    }
  }

  /** Why a part of the output was not kept: the system's code. */
  get lost(): string | undefined {
    return this.#lost;
  }

  get hasNew(): boolean {
    return this.#size > this.#read;
  }

  /** Never rejects; what comes after a failure is lost. One call after the other. */
  async append(text: string): Promise<void> {
    if (!this.#file || this.#lost !== undefined) return;
    const bytes = Buffer.from(text);
    try {
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#size);
        at += bytesWritten;
        this.#size += bytesWritten;
      }
    } catch (error) {
      this.#lost = codeOf(error);
    }
  }

  /** What is there now and was not read as new before. */
  readNew(): AsyncIterable<string> {
    const from = this.#read;
    this.#read = this.#size;
    return this.#texts(from, this.#size, 0);
  }

  /** All that is there now, from this line of the output on. */
  readFrom(line: number): AsyncIterable<string> {
    return this.#texts(0, this.#size, Math.max(0, line - this.firstLine));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }

  /** The text from byte `from` to byte `to`, without its first `skipped` lines. */
  async *#texts(from: number, to: number, skipped: number): AsyncGenerator<string> {
    const decoder = new StringDecoder('utf8');
    let toSkip = skipped;
    for (let at = from; at < to; ) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - at));
      const read = await this.#file?.read(buffer, 0, buffer.length, at);
      if (!read || read.bytesRead === 0) break;
      at += read.bytesRead;
      let start = 0;
      for (; toSkip > 0; toSkip--) {
        const end = buffer.subarray(0, read.bytesRead).indexOf(LINE_FEED, start);
        start = end < 0 ? read.bytesRead : end + 1;
        if (end < 0) break;
      }
      yield decoder.write(buffer.subarray(start, read.bytesRead));
    }
    yield decoder.end();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
