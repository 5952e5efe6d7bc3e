/** Opens Debian's chromium without a screen. */
import { chromium as driver } from 'playwright-core';
import { chromium } from '../../scripts/lib/chromium.mjs';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
].concat(['--disable-component-update', '--disable-sync', '--disable-dev-shm-usage']);

/** Opens a browser with one empty page. @param {{width?: number, height?: number}} [size] */
export async function openBrowser({ width = 1280, height = 900 } = {}) {
  const browser = await driver.launch({ executablePath: chromium, headless: true, args: quiet });
  const context = await browser.newContext({
    viewport: { width, height },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // What is waited for comes late on a busy machine.
  context.setDefaultTimeout(120_000);
  return { page: await context.newPage(), close: () => browser.close() };
}
