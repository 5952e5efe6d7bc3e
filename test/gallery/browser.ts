/** The gallery's page in Debian's chromium. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium, type Page, type Request } from 'playwright-core';
import { chromiumArgs, chromium as installed } from '../../scripts/lib/chromium.mjs';
import { setTheme, type Theme } from './appearance.ts';
import { drawn } from './drawn.ts';
import type { Language } from './language.ts';
import { TODAY } from './rows.ts';

/** Pixels of a picture for each of the page: 2 shows more, and takes the browser four times the work. */
const SCALE = Number(process.env.SPOOL_PICTURE_SCALE ?? 1);

export const hasChromium = existsSync(installed);

export function startBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: installed, args: [...chromiumArgs] });
}

export const connectBrowser = (address: string): Promise<Browser> => chromium.connect(address);

/** What each page has asked for and not got yet. */
const requests = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const open = new Set<Request>();
  requests.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

export interface GalleryPage {
  readonly page: Page;
  /** Whatever the browser complains about. */
  readonly complaints: string[];
  /** Opens the gallery with nothing of what was done in it before. */
  reopen(): Promise<void>;
}

export async function openGallery(browser: Browser, address: string, language: Language = 'en'): Promise<GalleryPage> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'UTC',
    deviceScaleFactor: SCALE,
    // Without a graphics card each step of an animation is drawn by the processor: a third of a core while a turn is shown.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  watchRequests(page);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const reopen = async () => {
    await page.mouse.move(-1, -1);
    await page.clock.setFixedTime(new Date(`${TODAY}T14:20:00Z`));
    await page.goto(`${address}/?new&language=${language}`);
    await page.waitForSelector('spool-panel', { state: 'attached' });
    complaints.length = 0;
  };
  await reopen();
  return { page, complaints, reopen };
}

/** Gives what is shown another theme and size, as the editor does. */
export async function frame(page: Page, theme: Theme, width: number, height = 720): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(setTheme, theme);
  await settled(page);
}

export async function show(page: Page, name: string, theme: Theme, width: number, height?: number): Promise<void> {
  await frame(page, theme, width, height);
  await page.evaluate((state) => window.host.show(state), name);
  await settled(page);
  for (const step of await page.evaluate((state) => window.host.steps(state), name)) {
    if ('type' in step) await page.locator('spool-composer textarea').fill(step.type);
    else await press(page, step.press.join(' '));
  }
  await settled(page);
}

/** Presses a button, unless it has been pressed: what it opens is open, or stands in its place. */
async function press(page: Page, selector: string): Promise<void> {
  const button = page.locator(selector).first();
  if ((await button.count()) === 0 || (await button.getAttribute('aria-expanded')) === 'true') return;
  await button.click();
  await settled(page);
}

/** Waits until what has changed is drawn, with the parts of the panel that are loaded for it. */
export async function settled(page: Page): Promise<void> {
  const loading = requests.get(page);
  for (let wasLoading = true; wasLoading; ) {
    wasLoading = Boolean(loading?.size);
    await page.evaluate(drawn);
    wasLoading ||= Boolean(loading?.size);
  }
}
