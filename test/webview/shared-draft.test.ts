/** The draft in a real browser, where another panel of the window shows the same thread. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: shared drafts are not tested');

describe.skipIf(!hasChromium)('a shared draft', () => {
  const panel = panelPage();
  const receive = (thread: string, text: string) =>
    panel.page.evaluate((draft) => window.host.draft(draft), { thread, text });

  test('the host is told what was typed, and that it was sent', async () => {
    await panel.open('02-thread');
    await panel.field().fill('And the reader?');
    await expect.poll(() => panel.told('draft')).toEqual([{ thread: '02-thread', text: 'And the reader?' }]);
    await panel.field().press('Enter');
    await expect.poll(() => panel.told('draft')).toContainEqual({ thread: '02-thread', text: '' });
  });

  test('what was typed in another panel is shown, that of another thread only there', async () => {
    await panel.open('02-thread');
    await receive('02-thread', 'typed elsewhere');
    await expect.poll(() => panel.field().inputValue()).toBe('typed elsewhere');
    await receive('05b-compacted', 'for the other one');
    expect(await panel.field().inputValue()).toBe('typed elsewhere');
    await panel.open('05b-compacted');
    await expect.poll(() => panel.field().inputValue()).toBe('for the other one');
    expect(await panel.told('draft')).toContainEqual({
      thread: '05b-compacted',
      text: 'for the other one',
      saved: true,
    });
  });

  test('what a prompt leaves to fill in is told with the draft, and holds it in the other panel', async () => {
    const draft = { thread: '02-thread', text: 'Fix issue $1 now.', places: [{ start: 10, end: 12 }] };
    await panel.open('05b-compacted');
    await panel.page.evaluate((text) => {
      window.host.inserted = text;
    }, draft.text);
    await panel.field().fill('/fix ');
    await panel.field().press('Enter');
    await expect.poll(() => panel.told('draft')).toContainEqual({ ...draft, thread: '05b-compacted' });
    await panel.open('02-thread');
    await panel.page.evaluate((other) => window.host.draft(other), draft);
    await expect.poll(() => panel.field().inputValue()).toBe(draft.text);
    await panel.field().press('Enter');
    await expect.poll(() => panel.page.locator('[data-state=refused]').textContent()).toContain('Fill in $1 first.');
    expect(await panel.told('send')).toHaveLength(1);
  });

  test('a draft that is too long for the others is said to be, once, and stays', async () => {
    await panel.open('02-thread');
    const write = (length: number) =>
      panel.field().evaluate((field, count) => {
        if (!(field instanceof HTMLTextAreaElement)) return;
        field.value = 'a'.repeat(count);
        field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      }, length);
    await write(1_000_001);
    await expect.poll(panel.said).toMatch(/^This draft has 1,000,001 characters\./);
    expect(await panel.told('draft')).toEqual([]);
    await write(5);
    await expect.poll(() => panel.told('draft')).toEqual([{ thread: '02-thread', text: 'aaaaa' }]);
  });

  test('the host is told when the focus comes into the panel', async () => {
    await panel.open('02-thread');
    await panel.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    expect(await panel.told('focused')).not.toEqual([]);
  });
});
