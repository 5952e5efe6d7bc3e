/** The browser that tests and the smoke run drive: SPOOL_CHROMIUM when set, else Debian's chromium. */
import { existsSync } from 'node:fs';
import { Refusal } from './say.mjs';
import { ensurePackages, requireDebian } from './system.mjs';

export const chromium = process.env.SPOOL_CHROMIUM || '/usr/bin/chromium';

export async function ensureChromium() {
  if (existsSync(chromium)) return;
  if (process.env.SPOOL_CHROMIUM) throw new Refusal(`SPOOL_CHROMIUM names ${chromium}, which is not there.`);
  requireDebian();
  await ensurePackages(['chromium']);
}
