/** The preview of a compaction in a real browser: pins, disclosures by keyboard, and the table beside the bars. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the preview is not tested');

describe.skipIf(!hasChromium)('the preview', () => {
  const panel = panelPage();
  const card = () => panel.page.locator('spool-preview');

  test('pins a message that would go, one for each press, and unpins', async () => {
    await panel.open('15-preview');
    await card().locator('[data-pins] summary').click();
    await card().locator('[data-action=pin]').first().dblclick();
    await card().locator('[data-action=unpin]').click();
    expect(await panel.told('pin')).toEqual([
      { entry: 118, pinned: true },
      { entry: 103, pinned: false },
    ]);
  });

  test('takes instructions only where a model writes a summary', async () => {
    for (const [state, offered] of [
      ['15-preview', 1],
      ['15c-preview-bare', 1],
      ['15e-preview-dropped', 0],
    ] as const) {
      await panel.open(state);
      await expect.poll(() => card().locator('[data-action=compact]').count()).toBe(1);
      expect(await card().locator('[data-action=instruct]').count()).toBe(offered);
    }
  });

  test('opens and closes a part by the keyboard', async () => {
    await panel.open('15-preview');
    const part = card().locator('[data-fate=collapsed]');
    await part.locator('summary').focus();
    await panel.page.keyboard.press('Enter');
    expect(await part.getAttribute('open')).toBe(null);
    await panel.page.keyboard.press('Enter');
    expect(await part.locator('li').first().textContent()).toContain('npm test');
  });

  test('says the bars as a table, with the reserve and what a reader sees as colours', async () => {
    await panel.open('15-preview');
    const rows = await card().locator('table.sr tr').allTextContents();
    expect(rows[0]).toBe('CategoryNowAfter');
    expect(rows).toContain('Summary~0~4.1k');
    expect(rows).toContain('Tokens148k~31k');
    expect(rows.at(-1)).toBe('Reserved for reply16.4k16.4k');
    const [now, after] = await card().locator('spool-bar').all();
    const tick = (bar: typeof now) => bar?.locator('.tick').getAttribute('x');
    expect(await tick(now)).toBe(await tick(after));
  });

  test('keeps its heading and a range of turns in one line in a narrow panel', async () => {
    await panel.open('15-preview');
    await panel.page.setViewportSize({ width: 260, height: 720 });
    await panel.settled();
    const lines = (selector: string) =>
      card()
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.getClientRects().length && one.getBoundingClientRect().height));
    for (const height of [...(await lines('h2')), ...(await lines('.range'))]) expect(height).toBeLessThan(24);
  });

  test('says what happens next after an undo', async () => {
    await panel.open('15b-ask');
    expect(await card().locator('[data-after-undo]').textContent()).toContain('From 160k on, Spool asks');
    await panel.open('15e-preview-dropped');
    expect(await card().locator('[data-after-undo]').textContent()).toContain('None begins by itself');
  });
});
