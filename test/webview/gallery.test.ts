/** Every state of the panel in a real browser: drawn under the host's policy, accessible, and a picture in out/gallery. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, openBrowser, openGallery, show, THEMES, type Theme } from '../gallery/browser.ts';
import { type Gallery, serveGallery } from '../gallery/serve.ts';
import { states } from '../gallery/states.ts';

const pictures = path.resolve(import.meta.dirname, '../../out/gallery');
if (!hasChromium) console.warn('no chromium: the gallery is not tested');

const [dark, ...otherThemes] = THEMES;
/** The narrowest the design knows, the editor tab, and half of the usual width: what a zoom of 200 % leaves. */
const otherWidths = [260, 720, 180];

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
  });

  afterAll(async () => {
    await browser?.close();
    gallery?.close();
  });

  async function draw(name: string, theme: Theme, width: number): Promise<void> {
    await show(page, name, theme, width);
    await page.screenshot({ path: path.join(pictures, `${name}-${width}-${theme.replace('vscode-', '')}.png`) });
    expect(await page.locator('spool-panel [data-action]').count()).toBeGreaterThan(0);
    expect(await page.evaluate(widerThanThePanel), `${theme}, ${width} px: runs over the side`).toEqual([]);
  }

  async function violations(rules?: string[]): Promise<string[]> {
    const axe = new AxeBuilder({ page });
    const { violations: found } = await (rules
      ? axe.withRules(rules)
      : axe.disableRules(['page-has-heading-one', 'region'])
    ).analyze();
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  }

  test.each(Object.keys(states))('%s: nothing to complain about in any theme and width', async (name) => {
    await draw(name, dark, 360);
    expect(await violations()).toEqual([]);
    for (const theme of otherThemes) {
      await draw(name, theme, 360);
      expect(await violations(['color-contrast', 'link-in-text-block']), theme).toEqual([]);
    }
    for (const width of otherWidths) await draw(name, dark, width);
    expect(complaints.splice(0)).toEqual([]);
  });
});

/** In the page: what sticks out of the panel's right side, boxes that scroll left out. */
function widerThanThePanel(): string[] {
  const found: string[] = [];
  const visit = (root: ParentNode) => {
    for (const element of root.querySelectorAll<HTMLElement>('*')) {
      if (element.closest('[data-scrolls], .sr, .ell, svg')) continue;
      if (element.getBoundingClientRect().right > window.innerWidth + 1)
        found.push(`${element.localName}.${element.className}`);
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document);
  return found;
}
