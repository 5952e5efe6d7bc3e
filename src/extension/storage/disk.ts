/** The file system that threads are stored in; a test puts a failing one in its place. */
import * as fs from 'node:fs/promises';

export type Disk = Pick<
  typeof fs,
  'mkdir' | 'open' | 'readFile' | 'readdir' | 'rename' | 'rm' | 'stat' | 'utimes' | 'writeFile'
>;

export const DISK: Disk = fs;

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
