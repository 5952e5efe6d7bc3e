/** The browser that tests and the smoke run drive: SPOOL_CHROMIUM when set, else Debian's chromium. */
import { existsSync } from 'node:fs';
import { Refusal } from './say.mjs';
import { ensurePackages, requireDebian } from './system.mjs';

export const chromium = process.env.SPOOL_CHROMIUM || '/usr/bin/chromium';

/** Those that Playwright switches off: the switch counts once, so ours repeats them. */
const OFF_BY_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** The lists under the address bar are pages that each window loads, seen or not: two seconds of a core. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Switches of a browser without a screen that a test drives. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
];

export async function ensureChromium() {
  if (existsSync(chromium)) return;
  if (process.env.SPOOL_CHROMIUM) throw new Refusal(`SPOOL_CHROMIUM names ${chromium}, which is not there.`);
  requireDebian();
  await ensurePackages(['chromium']);
}
