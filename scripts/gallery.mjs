/** `npm run gallery [-- --pictures]`: serves every state of the panel live, or tests each and writes pictures to out/gallery/. */
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { readFlags } from './lib/options.mjs';
import { bin } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { runMain, say } from './lib/say.mjs';
import { freePort } from './lib/serve.mjs';
import { stopSignal } from './lib/stop-signal.mjs';

async function takePictures() {
  await ensureChromium();
  return run(bin('vitest'), ['run', 'test/webview/gallery.test.ts'], { env: { ...process.env, SPOOL_PICTURES: '1' } });
}

async function serve() {
  const { serveLive } = await import('./gallery/live.mjs');
  const { address, stop } = await serveLive(await freePort(8795));
  say(`The gallery is at  ${address}\nCtrl+C stops it.`);
  await stopSignal();
  await stop();
  return 0;
}

runMain(async () => {
  const { pictures } = readFlags('npm run gallery', ['pictures']);
  await ensureDependencies();
  return pictures ? takePictures() : serve();
});
