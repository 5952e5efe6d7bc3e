/** The sign that other threads work, ask or have finished, in a real browser. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the sign of other threads is not tested');

describe.skipIf(!hasChromium)('the sign of other threads', () => {
  const panel = panelPage();
  const sign = () => panel.page.locator('spool-others button');

  test('says in words what the other threads do, and opens the list of threads', async () => {
    await panel.open('27-others');
    await expect.poll(() => sign().count()).toBe(1);
    expect(await sign().getAttribute('aria-label')).toBe(
      '1 other thread asks you. 2 other threads are at work. 1 other thread has finished. Open the list of threads.',
    );
    expect((await sign().textContent())?.replace(/\s+/g, ' ').trim()).toBe('? 1 2 1');
    await sign().press('Enter');
    expect(await panel.told('runCommand')).toEqual([{ command: 'openThread' }]);
  });

  test('goes when they do nothing any more', async () => {
    await panel.open('27b-one-works');
    await expect.poll(() => sign().count()).toBe(1);
    await panel.change('27b-one-works', {});
    await expect.poll(() => sign().count()).toBe(0);
  });
});
