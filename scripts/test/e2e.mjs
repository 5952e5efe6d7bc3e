/** End-to-end tests: a browser drives a real VS Code with the built extension. */
import { ensureChromium } from '../lib/chromium.mjs';
import { ensureCodeServer } from '../lib/code-server.mjs';
import { runVitest } from './vitest.mjs';

export async function runE2e() {
  await ensureCodeServer();
  await ensureChromium();
  return runVitest('e2e', 'test/e2e/vitest.config.ts');
}
