/** `npm run --silent chat -- …`: one turn of the agent without VS Code, built first when its sources are newer. Prints nothing of its own on stdout. */
import path from 'node:path';
import { ensureDependencies } from './lib/dependencies.mjs';
import { isFresh } from './lib/freshness.mjs';
import { dist } from './lib/paths.mjs';
import { mustRun, run } from './lib/run.mjs';
import { runMain } from './lib/say.mjs';

const program = path.join(dist, 'chat.mjs');
const sources = ['src', 'scripts/chat', 'scripts/shared', 'esbuild.mjs', 'package-lock.json'];

runMain(async () => {
  await ensureDependencies();
  if (!isFresh(program, sources))
    for (const target of ['regex-worker', 'chat'])
      await mustRun('Building the headless chat', process.execPath, ['esbuild.mjs', '--only', target]);
  return run(process.execPath, [program, ...process.argv.slice(2)], { cwd: process.cwd(), stdout: 'inherit' });
});
