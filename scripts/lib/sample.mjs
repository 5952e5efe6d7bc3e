/** The sample workspace and thread: made once in the user's cache, then put where a VS Code will look. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { cache, dist, root } from './paths.mjs';
import { mustRun } from './run.mjs';
import { say } from './say.mjs';

const source = path.join(root, 'scripts/sample');

/** A name for what the sample is made of. What a command prints is in the thread, and is another Node's in part. */
function fingerprint() {
  const hash = createHash('sha256').update(process.version);
  for (const name of readdirSync(source, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(source, name);
    if (statSync(file).isFile()) hash.update(`\0${name}\0`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

// Checkouts with other sources have other folders, and a folder that is there is never changed: another run may read it.
const home = path.join(cache, `sample-${fingerprint()}`);
const workspace = path.join(home, 'workspace');
const thread = path.join(home, 'thread.json');

/** Makes the sample, unless one of the same sources is there; resolves to where it is. */
export async function ensureSample() {
  if (!existsSync(home)) await makeSample();
  return { workspace, thread };
}

async function makeSample() {
  say('Making the sample workspace and thread');
  const partial = `${home}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    await mustRun('Making the sample', process.execPath, ['scripts/sample/make.mjs', '--out', partial]);
    renameSync(partial, home);
  } catch (error) {
    // Another run may have been faster.
    if (!existsSync(home)) throw error;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
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
