/** Opens Debian's chromium without a screen. */
import { chromium as driver } from 'playwright-core';
import { chromium, chromiumArgs } from '../../scripts/lib/chromium.mjs';

const quiet = [...chromiumArgs, '--disable-quic', '--disable-background-networking'];

const launch = () => driver.launch({ executablePath: chromium, headless: true, args: quiet });

/** @typedef {{width?: number, height?: number}} Size in pixels */

/** @param {import('playwright-core').Browser} browser @param {Size} size */
async function openPage(browser, { width = 1280, height = 900 }) {
  const context = await browser.newContext({
    viewport: { width, height },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Without a graphics card each step of an animation is drawn by the processor.
    reducedMotion: 'reduce',
  });
  // What is waited for comes late on a busy machine.
  context.setDefaultTimeout(120_000);
  return context.newPage();
}

/** Opens a browser with one empty page. @param {Size} [size] */
export async function openBrowser(size = {}) {
  const browser = await launch();
  return { page: await openPage(browser, size), close: () => browser.close() };
}

/** @type {ReturnType<typeof launch> | undefined} */
let shared;

/** Opens an empty page with a profile of its own, in a browser that ends with this process: to start one takes seconds. */
export async function openProfile() {
  shared ??= launch();
  const page = await openPage(await shared, {});
  return { page, close: () => page.context().close() };
}
