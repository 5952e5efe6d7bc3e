/** Where the recorded threads are, when they are there: beside the checkout, or where SPOOL_TRANSCRIPTS says. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Undefined for what is not there. */
const GENTLY = { throwIfNoEntry: false } as const;
const root = process.env.SPOOL_TRANSCRIPTS ?? path.join(import.meta.dirname, '../../../shared/transcripts');

/** The files in these sub-folders, or in all; none, and a word about it, where the folder is missing. */
export function transcripts(...folders: readonly string[]): readonly string[] {
  const asked = folders.length > 0 || !existsSync(root) ? folders : readdirSync(root).sort();
  const found = asked.map((name) => path.join(root, name)).filter((folder) => statSync(folder, GENTLY)?.isDirectory());
  if (found.length === 0) process.stdout.write(`no recorded threads at ${root}: these tests are left out\n`);
  return found.flatMap((folder) =>
    readdirSync(folder)
      .sort()
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile()),
  );
}
