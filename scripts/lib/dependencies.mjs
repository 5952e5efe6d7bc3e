/** The project's own npm packages: installed when missing or not what package-lock.json says. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';
import { mustRun, plainEnv } from './run.mjs';
import { say } from './say.mjs';

/** @param {string} file @returns {Record<string, {version?: string, optional?: boolean}>} */
const lockedPackages = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;

function isFresh() {
  // npm writes this file last, so an interrupted install is seen as none.
  if (!existsSync(path.join(root, 'node_modules/.package-lock.json'))) return false;
  const installed = lockedPackages('node_modules/.package-lock.json');
  return Object.entries(lockedPackages('package-lock.json')).every(
    ([where, { version, optional }]) => where === '' || optional || installed[where]?.version === version,
  );
}

export async function ensureDependencies() {
  if (isFresh()) return;
  const first = !existsSync(path.join(root, 'node_modules'));
  say('Installing npm packages (about 570 MB, one or two minutes)');
  await mustRun('Installing npm packages', 'npm', [first ? 'ci' : 'install', '--no-audit', '--no-fund'], {
    env: plainEnv(),
  });
}
