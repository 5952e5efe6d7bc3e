/** Every state of the panel in a real browser: drawn under the host's policy, and accessible. `npm run gallery -- --pictures` takes pictures. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axe, { type RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { THEMES, type Theme, WIDTHS } from '../gallery/appearance.ts';
import { frame, hasChromium, openGallery, show } from '../gallery/browser.ts';
import { colourKeys } from '../gallery/colour-keys.ts';
import { inspect } from '../gallery/inspect.ts';
import type { GalleryFacts } from '../gallery/serve.ts';
import { sharedPanel } from '../gallery/shared.ts';
import { states } from '../gallery/states.ts';

/** Pictures take the browser as long as all that is tested here, so `npm test` takes none. */
const takesPictures = process.env.SPOOL_PICTURES === '1';
const pictures = path.resolve(import.meta.dirname, '../../out/gallery');
if (!hasChromium) console.warn('no chromium: the gallery is not tested');

const [dark, ...otherThemes] = THEMES;
const [usual, ...otherWidths] = WIDTHS;

/** Nothing but violations and their HTML is read; the page has no frames, and its policy lets no media load that axe would wait for. */
const QUICK: RunOptions = { resultTypes: ['violations'], selectors: false, iframes: false, preload: false };
/** Those that ask for a whole page do not fit a panel. */
const ALL_RULES: RunOptions = {
  ...QUICK,
  rules: { 'page-has-heading-one': { enabled: false }, region: { enabled: false } },
};
const COLOUR_RULES: RunOptions = { ...QUICK, runOnly: ['color-contrast', 'link-in-text-block'] };

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

describe.skipIf(!hasChromium)('the gallery', () => {
  let gallery: GalleryFacts;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  const measured = new Map<Theme, ReadonlySet<string>>();

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    ({ gallery, browser } = await sharedPanel());
    ({ page, complaints } = await openGallery(browser, gallery.address));
    await page.evaluate(axe.source);
  });

  afterAll(async () => {
    await browser?.close();
  });

  async function draw(name: string, theme: Theme, width: number): Promise<void> {
    await frame(page, theme, width);
    if (takesPictures)
      await page.screenshot({ path: path.join(pictures, `${name}-${width}-${theme.replace('vscode-', '')}.png`) });
    const { actions, wide } = await page.evaluate(inspect);
    expect(actions).toBeGreaterThan(0);
    expect(wide, `${theme}, ${width} px: runs over the side`).toEqual([]);
  }

  function violations(options: RunOptions): Promise<string[]> {
    return page.evaluate(async (wanted) => {
      const { violations: found } = await window.axe.run(document, wanted);
      return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    }, options);
  }

  /** Whether a text is drawn in this theme as in no state before: measuring takes most of the time of these tests. */
  async function hasNewColours(theme: Theme): Promise<boolean> {
    const before = measured.get(theme) ?? new Set();
    const all = new Set([...before, ...(await page.evaluate(colourKeys))]);
    measured.set(theme, all);
    return all.size > before.size;
  }

  test.each(Object.keys(states))('%s: nothing to complain about in any theme and width', async (name) => {
    await show(page, name, dark, usual);
    await draw(name, dark, usual);
    expect(await violations(ALL_RULES)).toEqual([]);
    for (const theme of otherThemes) {
      await draw(name, theme, usual);
      if (await hasNewColours(theme)) expect(await violations(COLOUR_RULES), theme).toEqual([]);
    }
    for (const width of otherWidths) await draw(name, dark, width);
    expect(complaints.splice(0)).toEqual([]);
  });

  test.each(otherThemes)(
    'one unreadable colour in %s is found, although every text was measured before',
    async (theme) => {
      await show(page, '02-thread', dark, usual);
      await frame(page, theme, usual);
      await hasNewColours(theme);
      expect(await hasNewColours(theme)).toBe(false);
      await page
        .locator('spool-message div')
        .first()
        .evaluate((text) => {
          const { color, backgroundColor } = getComputedStyle(document.body);
          text.style.color = `color-mix(in srgb, ${backgroundColor} 85%, ${color})`;
        });
      expect(await hasNewColours(theme)).toBe(true);
      expect((await violations(COLOUR_RULES)).join()).toContain('color-contrast');
    },
  );
});
