/** The browser that tests and the smoke run drive: CHROMIUM when set, else Debian's chromium. */
import { existsSync } from 'node:fs';
import { Refusal } from './say.mjs';
import { ensurePackages, requireDebian } from './system.mjs';

export const chromium = process.env.CHROMIUM || '/usr/bin/chromium';

export async function ensureChromium() {
  if (existsSync(chromium)) return;
  if (process.env.CHROMIUM) throw new Refusal(`CHROMIUM names ${chromium}, which is not there.`);
  requireDebian();
  await ensurePackages(['chromium']);
}
