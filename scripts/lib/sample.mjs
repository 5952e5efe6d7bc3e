/** The sample workspace and thread: made once in the user's cache, then put where a VS Code will look. */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isFresh } from './freshness.mjs';
import { cache, dist } from './paths.mjs';
import { mustRun } from './run.mjs';
import { say } from './say.mjs';

const home = path.join(cache, 'sample');
const workspace = path.join(home, 'workspace');
const thread = path.join(home, 'thread.json');

/** Makes the sample when it is missing or its script has changed. */
export async function ensureSample() {
  if (isFresh(thread, ['scripts/sample'])) return;
  say('Making the sample workspace and thread');
  const partial = `${home}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  await mustRun('Making the sample', process.execPath, ['scripts/sample/make.mjs', '--out', partial]);
  rmSync(home, { recursive: true, force: true });
  renameSync(partial, home);
}

/**
 * Puts a copy of the sample workspace into `dir`, and the sample thread into a VS Code's user data; what is there stays as it is.
 * @param {string} dir
 * @param {string} userData
 * @returns {Promise<string>} the workspace's folder
 */
export async function placeSample(dir, userData) {
  const folder = path.join(dir, 'workspace');
  if (!existsSync(folder)) cpSync(workspace, folder, { recursive: true });
  const storage = path.join(userData, 'User/globalStorage/spool.spool');
  if (!existsSync(path.join(storage, 'threads'))) {
    await mustRun('Importing the sample thread', process.execPath, [
      path.join(dist, 'import.mjs'),
      thread,
      storage,
      folder,
    ]);
  }
  return folder;
}
