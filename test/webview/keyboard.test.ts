/** The panel by the keyboard alone, in every state: all is reached, named, seen to have the focus, and left again; nothing is cut at 260 px. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GalleryPage, hasChromium, openGallery, show } from '../gallery/browser.ts';
import { cutOff } from '../gallery/inspect.ts';
import { sharedPanel } from '../gallery/shared.ts';
import { states } from '../gallery/states.ts';
import { overlaps, walk } from '../gallery/walk.ts';

if (!hasChromium) console.warn('no chromium: the keyboard is not tested');

/** Pixels: the narrowest panel, and half of the usual width, which a zoom of 200 % leaves. */
const NARROW = [260, 180] as const;

describe.skipIf(!hasChromium)('by the keyboard', () => {
  let browser: Browser;
  let opened: GalleryPage;

  beforeAll(async () => {
    const shared = await sharedPanel();
    ({ browser } = shared);
    opened = await openGallery(browser, shared.gallery.address);
  });

  afterAll(async () => {
    await browser?.close();
  });

  test.each(Object.keys(states))('%s', async (name) => {
    const { page } = opened;
    for (const width of NARROW) {
      await show(page, name, 'vscode-dark', width);
      expect(await page.evaluate(cutOff), `cut off at ${width} px`).toEqual([]);
      expect(await page.evaluate(overlaps), `lie over each other at ${width} px`).toEqual([]);
    }
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
    expect(await page.evaluate(cutOff), 'cut off from right to left').toEqual([]);
    expect(await page.evaluate(overlaps), 'lie over each other from right to left').toEqual([]);
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    await show(page, name, 'vscode-dark', NARROW[0]);
    expect(await walk(page)).toEqual({ missed: [], faults: [], isLeft: true });
  });

  test('a text is laid out in its own direction, and code from left to right', async () => {
    const { page } = opened;
    await show(page, '12a-waiting', 'vscode-dark', 260);
    await page.evaluate(() => {
      const { total } = window.host.shown;
      const row = (type: string, key: string, text: string, more = {}) =>
        ({ type, key, entry: 900, at: 0, tokens: 0, body: { text, more: 0 }, ...more }) as never;
      const typed = { origin: 'typed', attachments: [] };
      const changed = [
        { index: total, row: row('user', 'asked', 'مرحبا بالعالم', typed) },
        { index: total + 1, row: row('assistant', 'answered', 'مرحبا `a.b(c)` بالعالم\n\n```ts\nlet a = 1;\n```') },
        { index: total + 2, row: row('assistant', 'english', 'Hello.') },
      ];
      const thread = { id: '12a-waiting', title: 'T', readOnly: false, canUndo: false, canRedo: false };
      window.host.change({
        total: total + 3,
        statuses: [{ count: total + 3, fate: 'kept', above: false }],
        changed,
        thread,
      });
    });
    const direction = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).direction);
    expect(await direction('[data-key=asked] .plain')).toBe('rtl');
    expect(await direction('[data-key=answered] .prose p')).toBe('rtl');
    expect(await direction('[data-key=answered] .prose code')).toBe('ltr');
    expect(await direction('[data-key=answered] pre')).toBe('ltr');
    expect(await direction('[data-key=english] .prose p')).toBe('ltr');
    expect(await page.evaluate(cutOff)).toEqual([]);
  });
});
