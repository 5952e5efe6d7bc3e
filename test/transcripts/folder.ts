/** Where the recorded threads are, when they are there: beside the checkout, or where SPOOL_TRANSCRIPTS says. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const root = process.env.SPOOL_TRANSCRIPTS ?? path.join(import.meta.dirname, '../../../shared/transcripts');

/** The files in these sub-folders; none, and a word about it, where the folder is missing. */
export function transcripts(...folders: readonly string[]): readonly string[] {
  const found = folders.map((folder) => path.join(root, folder)).filter((folder) => existsSync(folder));
  if (found.length === 0) process.stdout.write(`no recorded threads at ${root}: these tests are left out\n`);
  return found.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile()),
  );
}
