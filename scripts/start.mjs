/** `npm start [-- --web | --smoke]`: installs what is missing, builds, and opens a real VS Code with Spool and the sample thread. */
import { ensureDependencies } from './lib/dependencies.mjs';
import { openSpool } from './lib/open.mjs';
import { readFlags } from './lib/options.mjs';
import { mustRun } from './lib/run.mjs';
import { ensureSample } from './lib/sample.mjs';
import { runMain } from './lib/say.mjs';

runMain(async () => {
  const { web, smoke } = readFlags('npm start', ['web', 'smoke']);
  await ensureDependencies();
  await mustRun('Building', process.execPath, ['esbuild.mjs']);
  await ensureSample();
  if (smoke) return (await import('./smoke.mjs')).smoke();
  await openSpool({ web });
  return 0;
});
