/** `npm run --silent compact -- FILE …`: the headless workbench, built first when its sources are newer. Prints nothing of its own on stdout. */
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { isFresh } from './lib/freshness.mjs';
import { dist } from './lib/paths.mjs';
import { mustRun, run } from './lib/run.mjs';
import { runMain } from './lib/say.mjs';

const program = path.join(dist, 'compact.mjs');
const sources = ['src/core', 'src/extension', 'scripts/compact', 'scripts/shared', 'esbuild.mjs', 'package-lock.json'];

runMain(async () => {
  await ensureDependencies();
  if (!isFresh(program, sources))
    await mustRun('Building the workbench', process.execPath, ['esbuild.mjs', '--only', 'compact']);
  return run(process.execPath, [program, ...process.argv.slice(2)], { cwd: process.cwd(), stdout: 'inherit' });
});
