/** What an expanded marker of a compaction shows, and the edit of a summary that was not saved, in a real browser. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the details of markers are not tested');

describe.skipIf(!hasChromium)('an expanded marker', () => {
  const panel = panelPage();
  const marker = () => panel.page.locator('spool-marker').last();
  const said = () => marker().locator('section').textContent();
  const press = (action: string) => marker().locator(`[data-action=${action}]`).first().click();
  const field = () => marker().locator('textarea');

  test('lists few of many steps, and what the total has beside them', async () => {
    await panel.open('05n-details');
    const visible = () =>
      marker().locator('.rows li span:text-matches("^Summarize")').filter({ visible: true }).count();
    await expect.poll(visible).toBe(7);
    expect(await said()).toMatch(/Thinking and reminders that were sent, and what the estimates were off\s*~2.9k more/);
    expect(await said()).toContain('The size before was measured by the provider');
    await marker().locator('summary').click();
    await expect.poll(visible).toBe(11);
    await panel.open('05b-compacted');
    await panel.open('05c-expanded');
    expect(await said()).not.toContain('the error of the estimates');
  });

  test('shows each number whole in a narrow panel', async () => {
    await panel.open('05n-details');
    await panel.page.setViewportSize({ width: 260, height: 900 });
    const numbers = marker().locator('.rows > li > .num').filter({ visible: true });
    await expect.poll(() => numbers.count()).toBeGreaterThan(7);
    const cut = (all: readonly Element[]) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
    expect(await numbers.evaluateAll(cut)).toEqual([]);
  });

  test('says what the summary retains and what was kept, and goes to a pinned message', async () => {
    await panel.open('05n-details');
    await expect.poll(said).toContain('What the summary holds');
    expect(await marker().locator('[data-retained]').textContent()).toBe(
      'Its sections: Goal, Files (14 points), Commands (6 points), A heading that is a good deal longer than the others (3 points). 5 lines come from earlier summaries. What you typed is in it, word for word.',
    );
    for (const part of ['2 turns', '5 more pinned messages']) expect(await said()).toContain(part);
    await marker().getByText('Never drop an acknowledged part').click();
    await expect.poll(async () => (await panel.told('loadRows')).length).toBeGreaterThan(0);
  });

  test('has the tokens of each of the newest turns that it kept, and of all before them', async () => {
    await panel.open('05n-details');
    await expect.poll(said).toContain('Kept word for word');
    const lines = await marker().locator('.sect').last().locator('li').allTextContents();
    const flat = lines.map((line) => line.replace(/\s+/g, ' ').trim());
    expect(flat).toContain('Earlier turns~600');
    expect(flat.filter((line) => line.startsWith('Turn '))).toEqual(['Turn 12~1.4k', 'Turn 13~2.1k', 'Turn 14~2.2k']);
  });

  test('says which model wrote the summary, and shows and hides its prompt', async () => {
    await panel.open('05n-details');
    await expect.poll(said).toContain('cedar-mini · 99k in · 4.1k out · 0:21 · ~$0.024');
    expect(await said()).not.toContain('anthropic/');
    await press('show-prompt');
    await expect.poll(said).toContain('the whole of 130');
    await expect.poll(panel.focused).toBe('show-prompt');
    expect(await panel.told('loadText')).toEqual([{ key: '130', part: 'prompt' }]);
    await press('show-prompt');
    await expect.poll(said).not.toContain('the whole of 130');
  });

  test('by the model says between which checkpoints it lies and why, and goes to one', async () => {
    await panel.open('07-model-range');
    await expect.poll(said).toContain('only the cause matters');
    expect(await said()).toContain('checkpoint a1b2c3 → d4e5f6');
    expect(await said()).toContain('cedar-large');
    expect(await said()).not.toContain('anthropic/');
    await marker().locator('[data-action=reveal]').last().click();
    await expect.poll(panel.focused).toBe('spool-message');
    await panel.open('07b-several-ranges');
    await expect.poll(said).toContain('start of the thread');
  });

  test('has an edit that was not saved again after a reload, without taking the focus, and after another thread', async () => {
    await panel.open('05l-editing');
    await field().waitFor();
    await field().fill('Half a summary');
    await panel.page.reload();
    await panel.page.evaluate(() => window.host.show('05l-editing'));
    await expect.poll(() => field().inputValue()).toBe('Half a summary');
    expect(await panel.focused()).not.toBe('summary-text');
    await panel.page.evaluate(() => window.host.show('02-thread'));
    await expect.poll(() => field().count()).toBe(0);
    await panel.page.evaluate(() => window.host.show('05l-editing'));
    await marker().locator('[data-action=toggle]').click();
    await expect.poll(() => field().inputValue()).toBe('Half a summary');
    await press('save-summary');
    await expect.poll(() => field().count()).toBe(0);
    expect(await panel.told('editSummary')).toEqual([{ compaction: 130, text: 'Half a summary', edit: 0 }]);
    await press('edit-summary');
    await expect.poll(() => field().inputValue()).toContain('the whole of 130.0');
  });

  test('has each of several summaries edited, and keeps what was typed into the others', async () => {
    await panel.open('05o-editing-one-of-several');
    await field().waitFor();
    const choice = marker().locator('[data-action=choose-summary]');
    await expect.poll(() => choice.inputValue()).toBe('2');
    await field().fill('The second');
    await choice.selectOption('Summary 1 of 3');
    await expect.poll(() => field().inputValue()).toContain('the whole of 130.0');
    await field().fill('The first');
    await choice.selectOption('Summary 2 of 3');
    await expect.poll(() => field().inputValue()).toBe('The second');
    await press('cancel-edit');
    await expect.poll(panel.focused).toBe('edit-summary');
    await press('edit-summary');
    await expect.poll(() => field().inputValue()).toContain('the whole of 130.2');
    await choice.selectOption('Summary 1 of 3');
    await expect.poll(() => field().inputValue()).toBe('The first');
  });
});
