/** Unit tests: no VS Code; the panel's pictures need a browser and are skipped without one. */
import { ensureChromium } from '../lib/chromium.mjs';
import { say } from '../lib/say.mjs';
import { runVitest } from './vitest.mjs';

/** @param {string | undefined} since only tests that are affected by what changed since this commit or branch */
export async function runUnit(since) {
  await ensureChromium().catch((error) => say(String(error.message)));
  return runVitest('unit', 'vitest.config.ts', since);
}
