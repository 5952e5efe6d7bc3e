/** Runs one part of `npm test` in a process of its own, so that parts can run at once without mixing what they print. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { out, root } from '../lib/paths.mjs';
import { say } from '../lib/say.mjs';

const program = fileURLToPath(new URL('./part.mjs', import.meta.url));

/**
 * @param {string} name
 * @param {object} options
 * @param {boolean} options.isAlone what it prints is shown as it comes; else it is kept in out/test/ and shown when the part has ended
 * @param {string | undefined} options.since only what changed since this commit or branch is tested, where the part can tell
 * @returns {Promise<import('./parts.mjs').Counts>} one that ran nothing has failed, unless nothing was affected
 */
export async function runPart(name, { isAlone, since }) {
  const began = Date.now();
  const log = path.join(out, 'test', `${name}.log`);
  mkdirSync(path.dirname(log), { recursive: true });
  const to = isAlone ? 2 : openSync(log, 'w');
  if (isAlone) say(`\n— ${name}`);
  const sent = await counted(name, since, to);
  if (!isAlone) {
    closeSync(to);
    say(`\n— ${name}\n${readFileSync(log, 'utf8').trim()}`);
  }
  const ran = sent && (sent.passed + sent.failed > 0 || sent.isUnaffected);
  if (!ran) say(`${name}: no test was run`);
  const { passed, failed } = ran ? sent : { passed: 0, failed: 1 };
  say(`— ${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - began) / 1000)} s)`);
  return { passed, failed };
}

/**
 * @param {string} name
 * @param {string | undefined} since
 * @param {number} to a file descriptor for all that it prints
 * @returns {Promise<import('./parts.mjs').Counts | undefined>}
 */
function counted(name, since, to) {
  const args = [program, name, ...(since === undefined ? [] : [since])];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', to, to, 'ipc'] });
  return new Promise((resolve, reject) => {
    /** @type {import('./parts.mjs').Counts | undefined} */
    let counts;
    child.on('message', (/** @type {import('./parts.mjs').Counts} */ sent) => {
      counts = sent;
    });
    child.on('error', reject);
    child.on('close', () => resolve(counts));
  });
}
