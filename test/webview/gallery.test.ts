/** Every state of the panel in a real browser: drawn under the host's policy, accessible, and a picture in out/gallery. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser, openGallery, show, THEMES } from '../gallery/browser.ts';
import { type Gallery, serveGallery } from '../gallery/serve.ts';
import { states } from '../gallery/states.ts';

const pictures = path.resolve(import.meta.dirname, '../../out/gallery');
if (!hasChromium) console.warn('no chromium: the gallery is not tested');

const views = [
  ...THEMES.map((theme) => ({ theme, width: 360 })),
  { theme: THEMES[0], width: 260 },
  { theme: THEMES[0], width: 720 },
];

describe.skipIf(!hasChromium)('the gallery', () => {
  let gallery: Gallery;
  let browser: Browser;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    gallery = await serveGallery();
    browser = await openBrowser();
    ({ page, complaints } = await openGallery(browser, gallery.address));
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    gallery?.close();
  });

  test.each(Object.keys(states))(
    '%s has nothing to complain about in any theme and width',
    { timeout: 60_000 },
    async (name) => {
      for (const { theme, width } of views) {
        await show(page, name, theme, width);
        await page.screenshot({ path: path.join(pictures, `${name}-${width}-${theme.replace('vscode-', '')}.png`) });
        const { violations } = await new AxeBuilder({ page })
          .disableRules(['page-has-heading-one', 'region'])
          .analyze();
        expect(violations.map((v) => `${theme} ${width}: ${v.id}: ${v.nodes.map((n) => n.html).join(' | ')}`)).toEqual(
          [],
        );
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, `${theme} ${width} scrolls sideways`).toBeLessThanOrEqual(0);
      }
      expect(complaints.splice(0)).toEqual([]);
    },
  );
});
