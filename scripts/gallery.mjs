/** `npm run gallery`: draws every state of the panel in each theme and width, tests it, and writes its picture to out/gallery/. */
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { bin } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { runMain } from './lib/say.mjs';

runMain(async () => {
  await ensureDependencies();
  await ensureChromium();
  return run(bin('vitest'), ['run', 'test/webview/gallery.test.ts'], {
    env: { ...process.env, SPOOL_PICTURES: '1' },
  });
});
