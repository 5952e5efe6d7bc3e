/** Folders for tests, in the system's folder for temporary files; each is removed when the test file that made it has ended. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const made: string[] = [];

/** The path of a new, empty folder; `name` says what it is for. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `spool-${name}-`));
  made.push(folder);
  return folder;
}

/** Called after each test file (`remove-folders.ts`). */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
