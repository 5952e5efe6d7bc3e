/** `npm start [-- --web | --smoke]`: installs what is missing, builds, and opens a real VS Code with Spool and the sample thread. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDependencies } from './lib/dependencies.mjs';
import { findDesktop, openDesktop } from './lib/desktop.mjs';
import { cache } from './lib/paths.mjs';
import { mustRun } from './lib/run.mjs';
import { ensureSample } from './lib/sample.mjs';
import { Refusal, runMain, say } from './lib/say.mjs';
import { freePort } from './lib/serve.mjs';
import { serveSample } from './lib/web.mjs';

function readOptions() {
  try {
    return parseArgs({ options: { web: { type: 'boolean' }, smoke: { type: 'boolean' } } }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : error} Usage: npm start [-- --web | --smoke]`);
  }
}

async function openWeb() {
  // A browser keeps a part of the state by address, so the port stays the same, and each port has a folder of its own.
  const port = await freePort(8790);
  const server = await serveSample(path.join(cache, `start/web-${port}`), port);
  say(`\nSpool is open at  ${server.address}\nPassword          ${server.password}\nCtrl+C stops it.`);
  const stopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve('asked'));
  });
  const why = await Promise.race([stopped, server.ended]);
  await server.stop();
  if (why !== 'asked') throw new Refusal(`VS Code's server ended by itself; see ${server.logFile}`);
  say('Stopped.');
}

runMain(async () => {
  const { web, smoke } = readOptions();
  await ensureDependencies();
  await mustRun('Building', process.execPath, ['esbuild.mjs']);
  await ensureSample();
  if (smoke) return (await import('./smoke.mjs')).smoke();
  const desktop = web ? undefined : findDesktop();
  if (desktop) await openDesktop(desktop);
  else await openWeb();
  return 0;
});
