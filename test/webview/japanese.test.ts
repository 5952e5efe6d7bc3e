/** Every state of the panel in Japanese, at the narrowest width: all in Japanese, and nothing cut; pictures at the usual width too. */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { messagesIn, sourcesIn } from '../extension/l10n/messages.ts';
import { frame, type GalleryPage, hasChromium, openGallery, show } from '../gallery/browser.ts';
import { cutOff, inspect, spokenTexts } from '../gallery/inspect.ts';
import { sharedPanel } from '../gallery/shared.ts';
import { states } from '../gallery/states.ts';

const takesPictures = process.env.SPOOL_PICTURES === '1';
const pictures = path.resolve(import.meta.dirname, '../../out/gallery');
if (!hasChromium) console.warn('no chromium: the panel in Japanese is not tested');

const japanese: Readonly<Record<string, string>> = JSON.parse(readFileSync('l10n/bundle.l10n.ja.json', 'utf8'));

/** English messages of the panel that have a translation, those with a place and single words left out: they are in the threads' texts too. */
const english = new Set(
  sourcesIn('src/webview')
    .flatMap(messagesIn)
    .filter((message) => japanese[message] !== undefined && / /.test(message) && !message.includes('{')),
);

describe.skipIf(!hasChromium)('the panel in Japanese', () => {
  let browser: Browser;
  let opened: GalleryPage;

  beforeAll(async () => {
    const shared = await sharedPanel();
    ({ browser } = shared);
    opened = await openGallery(browser, shared.gallery.address, 'ja');
    if (takesPictures) mkdirSync(pictures, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
  });

  test.each(Object.keys(states))('%s', async (name) => {
    const { page, complaints } = opened;
    await show(page, name, 'vscode-dark', 260);
    if (takesPictures) await takePicture(name, 260);
    expect((await page.evaluate(inspect)).wide, 'runs over the side').toEqual([]);
    expect(await page.evaluate(cutOff), 'cut off').toEqual([]);
    expect((await page.evaluate(spokenTexts)).filter((text) => english.has(text))).toEqual([]);
    expect(complaints.splice(0)).toEqual([]);
    if (!takesPictures) return;
    await frame(page, 'vscode-dark', 360);
    await takePicture(name, 360);
  });

  const takePicture = (name: string, width: number) =>
    opened.page.screenshot({ path: path.join(pictures, `${name}-${width}-dark-ja.png`) });
});
