/** Markers of compactions, and what lies above them, in a real browser. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the markers are not tested');

describe.skipIf(!hasChromium)('a compaction in the thread', () => {
  const panel = panelPage();
  const row = (key: string) => panel.page.locator(`[data-key="${key}"]`);

  test('leaves what is kept above it in full, with a badge', async () => {
    await panel.open('05b-compacted');
    expect(await row('120').evaluate((one) => one.localName)).toBe('spool-message');
    expect(await row('120').locator('.badge').textContent()).toContain('kept');
    expect(await row('121').evaluate((one) => one.localName)).toBe('spool-entry');
  });

  test('has a name without dots', async () => {
    await panel.open('05b-compacted');
    const names = await panel.page.locator('spool-marker').ariaSnapshot();
    expect(names).toContain('Compacted');
    expect(names).not.toContain('\u00b7');
  });
});
