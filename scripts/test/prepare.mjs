/** What several parts of `npm test` need, made before they run beside each other. */
import { ensureChromium } from '../lib/chromium.mjs';
import { ensureCodeServer } from '../lib/code-server.mjs';
import { mustRun } from '../lib/run.mjs';
import { ensureSample } from '../lib/sample.mjs';
import { Refusal } from '../lib/say.mjs';

/** A part that needs what can't be had says so itself. @param {unknown} error */
function leaveToPart(error) {
  if (!(error instanceof Refusal)) throw error;
}

/** @param {readonly string[]} chosen names of parts */
export async function prepare(chosen) {
  const needs = (/** @type {readonly string[]} */ ...names) => names.some((name) => chosen.includes(name));
  if (needs('unit', 'in-host', 'e2e')) await ensureChromium().catch(leaveToPart);
  if (needs('e2e')) await ensureCodeServer().catch(leaveToPart);
  if (needs('unit', 'e2e')) await ensureSample();
  if (needs('e2e')) await mustRun('Packaging', process.execPath, ['scripts/package.mjs']);
  if (needs('in-host', 'e2e')) await mustRun('Building', process.execPath, ['esbuild.mjs']);
}
