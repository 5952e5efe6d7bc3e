/** A folder for what a command needs only while it runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * @template T
 * @param {string} prefix of the folder's name
 * @param {(folder: string) => Promise<T>} use
 * @returns {Promise<T>} what `use` resolves to, once the folder is removed
 */
export async function withTemporaryFolder(prefix, use) {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
