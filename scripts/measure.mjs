/** `npm run measure:adapter`: builds dist/measure-adapter.mjs, the engine as a module for a measuring harness. */
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { dist } from './lib/paths.mjs';
import { mustRun } from './lib/run.mjs';
import { runMain, say } from './lib/say.mjs';

runMain(async () => {
  await ensureDependencies();
  await mustRun('Building the adapter', process.execPath, ['esbuild.mjs', '--only', 'measure-adapter']);
  say(path.join(dist, 'measure-adapter.mjs'));
  return 0;
});
