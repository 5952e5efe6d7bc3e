/** A file on disk as the source of an import. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportSource } from '../../core/transfer/import-types.ts';
import { chunksOf } from './read-log.ts';
import { threadFile } from './task-folder.ts';

/** The file, or the one in a Cline task folder, as UTF-8 text. Rejects with the system's error when it is not there. */
export async function fileSource(file: string): Promise<ImportSource> {
  const found = await threadFile(file);
  const { size } = await stat(found);
  return { name: path.basename(file), size, chunks: () => chunksOf(found) };
}
