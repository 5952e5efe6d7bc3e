/** `npm run dev [-- --web]`: opens VS Code as `npm start` does, builds again at each change, and says when to reload the window. */
import { ensureDependencies } from './lib/dependencies.mjs';
import { readFlags } from './lib/options.mjs';
import { mustRun } from './lib/run.mjs';
import { ensureSample } from './lib/sample.mjs';
import { runMain, say } from './lib/say.mjs';

/** Watches what is shipped, and resolves to what stops it. The first build of each target is not announced. */
async function watch() {
  const { shipped, watchTargets } = await import('./lib/build.mjs');
  /** @type {Set<string>} */
  const built = new Set();
  return watchTargets(shipped, {
    onEnd: (name, failed) => {
      const isFirst = !built.has(name);
      built.add(name);
      if (failed) say(`${name}: the build has failed; the window keeps the last one.`);
      else if (!isFirst) say(`${name} is built: run "Developer: Reload Window" in VS Code.`);
    },
  });
}

runMain(async () => {
  const { web } = readFlags('npm run dev', ['web']);
  await ensureDependencies();
  await mustRun('Building', process.execPath, ['esbuild.mjs']);
  await ensureSample();
  const stop = await watch();
  const { openSpool } = await import('./lib/open.mjs');
  await openSpool({ web, stay: true }).finally(stop);
  return 0;
});
