/** One ferry for one manifest: two would overwrite what the other has acknowledged. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { E_LOCKED, FerryError } from './errors.js';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Holds `path` while the work runs. A lock whose process is gone (a crash, a power failure) is taken over.
 *
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  try {
    await writeFile(path, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = Number.parseInt(await readFile(path, 'utf8'), 10);
    if (isAlive(owner))
      throw new FerryError(E_LOCKED, `another ferry (process ${owner}) has ${path}`, 'Wait until it has ended, or stop it first.');
    await writeFile(path, String(process.pid));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
