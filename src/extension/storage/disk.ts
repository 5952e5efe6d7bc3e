/** The file system that threads are stored in; a test puts a failing one in its place. */
import { constants, type ReadStream } from 'node:fs';
import * as fs from 'node:fs/promises';

export type Disk = Pick<typeof fs, 'mkdir' | 'open' | 'readdir' | 'rename' | 'rm' | 'stat' | 'utimes' | 'writeFile'> & {
  readFile(file: string): Promise<Buffer>;
  readFile(file: string, encoding: 'utf8'): Promise<string>;
};

export const DISK: Disk = { ...fs, readFile };

// Windows has no such flags.
const { O_RDONLY, O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants;

/**
 * Opens a file to read it. Rejects with the system's error, with `EINVAL` for what is no regular file: a FIFO would never be read to its
 * end, and opening it may wait for ever. With `noLink` it rejects a link, too.
 */
export async function openRegular(file: string, options: { readonly noLink?: true } = {}): Promise<fs.FileHandle> {
  const handle = await fs.open(file, O_RDONLY | O_NONBLOCK | (options.noLink ? O_NOFOLLOW : 0));
  try {
    if ((await handle.stat()).isFile()) return handle;
    throw Object.assign(new Error(`${file} is no regular file`), { code: 'EINVAL' });
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A stream of a regular file, to be read at once. `start` and `end` are bytes, both included. Rejects as `openRegular` does. */
export async function streamOf(
  file: string,
  options: {
    readonly encoding?: 'utf8';
    readonly start?: number;
    readonly end?: number;
    readonly highWaterMark?: number;
  },
): Promise<ReadStream> {
  return (await openRegular(file)).createReadStream(options);
}

async function readFile(file: string): Promise<Buffer>;
async function readFile(file: string, encoding: 'utf8'): Promise<string>;
async function readFile(file: string, encoding?: 'utf8'): Promise<Buffer | string> {
  const handle = await openRegular(file);
  try {
    return await handle.readFile(encoding);
  } finally {
    await handle.close();
  }
}

/** Private to the person (R38). */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/** The system's code for what went wrong (`ENOSPC`, `EACCES`, …), else the error's words. */
export function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** The value, or undefined when there is no such file; other errors are thrown. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
