/** Find in Thread and the jumps by turn and compaction in a real browser, by keyboard. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: Find in Thread is not tested');

describe.skipIf(!hasChromium)('Find in Thread', () => {
  const panel = panelPage();
  const bar = () => panel.page.locator('spool-find');
  const count = () => bar().locator('.count').textContent();
  const marks = () =>
    panel.page.evaluate(() =>
      [...(CSS.highlights.get('spool-find') ?? [])].map((range) => String(range).toLowerCase()),
    );

  test('opens by Ctrl+F, counts over several answers, steps, and closes by Escape', async () => {
    await panel.open('02-thread');
    await panel.field().focus();
    await panel.page.keyboard.press('Control+f');
    await expect.poll(() => panel.focused()).toBe('find');
    await panel.page.keyboard.type('upload');
    // The fake host answers with three rows at a time, so the rest is asked for.
    const more = { text: 'upload', from: expect.not.toSatisfy((from: number) => from === 0) };
    await expect.poll(() => panel.told('findRows')).toContainEqual(more);
    await expect.poll(count).toMatch(/^\d+ of \d+$/);
    await expect.poll(async () => (await marks()).length).toBeGreaterThan(0);
    expect(new Set(await marks())).toEqual(new Set(['upload']));
    expect(await panel.said()).toMatch(/rows found$/);
    const before = await count();
    await panel.page.keyboard.press('Enter');
    await expect.poll(count).not.toBe(before);
    expect(await panel.said()).toBe(await count());
    await panel.page.keyboard.press('Shift+Enter');
    await expect.poll(count).toBe(before);
    await panel.page.keyboard.press('Escape');
    await expect.poll(() => bar().count()).toBe(0);
    expect(await marks()).toEqual([]);
    expect(await panel.told('stop')).toEqual([]);
    expect(await panel.focused()).not.toBe('body');
  });

  test('opens with a text that was searched in all threads, at its first match', async () => {
    await panel.open('02-thread');
    await panel.page.evaluate(() => window.host.focus('find', 'upload'));
    await expect.poll(count).toMatch(/^1 of \d+$/);
    expect(await bar().locator('input').inputValue()).toBe('upload');
    await expect.poll(async () => (await marks()).length).toBeGreaterThan(0);
  });

  test('never puts an older text back into the field', async () => {
    await panel.open('02-thread');
    await panel.field().focus();
    await panel.page.keyboard.press('Control+f');
    await expect.poll(() => panel.focused()).toBe('find');
    const last = await bar()
      .locator('input')
      .evaluate(async (field) => {
        if (!(field instanceof HTMLInputElement)) throw new Error('no field');
        field.value = 'up';
        field.dispatchEvent(new Event('input', { bubbles: true }));
        // As on a busy machine: the next character is there before the first one was searched for.
        for (let n = 0; n < 100; n++) await Promise.resolve();
        field.value = 'upd';
        await new Promise((resolve) => setTimeout(resolve, 200));
        return field.value;
      });
    expect(last).toBe('upd');
  });

  test('says that nothing was found', async () => {
    await panel.open('02-thread');
    await panel.page.evaluate(() => window.host.focus('find'));
    await expect.poll(() => panel.focused()).toBe('find');
    await panel.page.keyboard.type('xyzzy');
    await expect.poll(count).toBe('No results');
    await expect.poll(() => panel.said()).toBe('No results');
  });

  test('finds in rows that are not loaded', async () => {
    await panel.open('02-thread');
    await panel.page.evaluate(() => window.host.long(3_000, 100));
    await panel.page.keyboard.press('Tab');
    await panel.field().focus();
    await panel.page.keyboard.press('Control+f');
    await expect.poll(() => panel.focused()).toBe('find');
    const first = await panel.page.evaluate(() => window.host.found({ text: '"key":"7"' }));
    expect(first).toMatchObject({ next: null });
    await panel.page.keyboard.insertText('"key":"7"');
    await expect.poll(count).toBe('1 of 1');
    await expect.poll(() => panel.page.locator('[data-row][data-key="7"]').count()).toBe(1);
  });

  test('jumps by turn, and by compaction, and says when there is none', async () => {
    await panel.open('05b-compacted');
    await panel.field().focus();
    await panel.page.keyboard.press('Alt+ArrowUp');
    const kind = () =>
      panel.page.evaluate(() => {
        const thread = document.querySelector('spool-panel')?.shadowRoot?.querySelector('spool-thread');
        return thread?.shadowRoot?.activeElement?.localName;
      });
    await expect.poll(kind).toMatch(/^spool-(message|entry)$/);
    await panel.field().focus();
    await panel.page.keyboard.press('Control+Alt+ArrowUp');
    await expect.poll(kind).toBe('spool-marker');
    await panel.page.keyboard.press('Control+Alt+ArrowUp');
    await expect.poll(() => panel.said()).toBe('There is no earlier compaction');
  });
});
