/** Debian packages: which are missing, and installing them when we may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mustRun } from './run.mjs';
import { Refusal, say } from './say.mjs';

/** @param {string} name */
function isInstalled(name) {
  const asked = spawnSync('dpkg', ['--status', name], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout.includes('\nStatus: install ok installed\n');
}

/** Refuses systems on which the web VS Code cannot be set up by these scripts. */
export function requireDebian() {
  if (process.platform === 'linux' && process.arch === 'x64' && existsSync('/usr/bin/apt-get')) return;
  throw new Refusal(
    `The web VS Code is set up by these scripts on Debian for x64 only; this is ${process.platform} ${process.arch}. ` +
      'Install VS Code, so that `code` is on the PATH, and run npm start again.',
  );
}

/**
 * Makes sure that Debian packages are there: installs them as root, else says what to type and refuses.
 * @param {readonly string[]} names
 */
export async function ensurePackages(names) {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  if (process.getuid?.() !== 0) {
    throw new Refusal(`Missing system packages. Type: sudo apt-get update && sudo apt-get ${install.join(' ')}`);
  }
  say(`Installing system packages: ${missing.join(', ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await mustRun('Reading the list of system packages', 'apt-get', ['update', '-qq'], { env });
  await mustRun('Installing system packages', 'apt-get', ['-qq', ...install], { env });
}
