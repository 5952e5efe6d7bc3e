/** `npm run --silent compact -- FILE …`: the headless workbench, built first when its sources are newer. Prints nothing of its own on stdout. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { dist, root } from './lib/paths.mjs';
import { mustRun, run } from './lib/run.mjs';
import { runMain } from './lib/say.mjs';

const program = path.join(dist, 'compact.mjs');

/** @param {string} at file or folder @returns {number} when it or anything in it last changed, in ms */
function changedAt(at) {
  const own = statSync(at).mtimeMs;
  if (!statSync(at).isDirectory()) return own;
  return readdirSync(at).reduce((latest, name) => Math.max(latest, changedAt(path.join(at, name))), own);
}

function isFresh() {
  if (!existsSync(program)) return false;
  const sources = ['src/core', 'src/extension', 'scripts/compact', 'esbuild.mjs', 'package-lock.json'].map((at) =>
    path.join(root, at),
  );
  return Math.max(...sources.filter(existsSync).map(changedAt)) < statSync(program).mtimeMs;
}

runMain(async () => {
  await ensureDependencies();
  if (!isFresh()) await mustRun('Building the workbench', process.execPath, ['esbuild.mjs', '--only', 'compact']);
  return run(process.execPath, [program, ...process.argv.slice(2)], { cwd: process.cwd(), stdout: 'inherit' });
});
