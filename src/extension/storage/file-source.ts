/** A file on disk as the source of an import. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../core/lang/result.ts';
import type { ImportSource } from '../../core/transfer/source.ts';
import { threadFile } from './task-folder.ts';

/** The file, or the one in a Cline task folder, as UTF-8 text, read anew at each call of `chunks`; the error is one sentence that names the file. */
export async function fileSource(file: string): Promise<Result<ImportSource, string>> {
  const name = path.basename(file);
  try {
    const found = await threadFile(file);
    const info = await stat(found);
    if (!info.isFile()) return err(`${name}: not a file. Choose the recorded thread itself.`);
    return ok({ name, size: info.size, chunks: () => createReadStream(found, { encoding: 'utf8' }) });
  } catch (error) {
    return err(`${name}: can't be read (${codeOf(error)}). Check the path and its permissions.`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
