/** Attachments in a real browser: chips of the draft, the list after `@`, what is pasted and dropped. */
import { describe, expect, test } from 'vitest';
import type { DraftAttachmentView } from '../../src/core/protocol/draft-attachment.ts';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: attachments are not tested');

describe.skipIf(!hasChromium)('attachments', () => {
  const panel = panelPage();
  const chips = () => panel.page.locator('spool-attachments .chip');
  const options = () => panel.page.locator('[role=option]').evaluateAll((all) => all.map((one) => one.dataset.option));
  const attached = () => panel.told('attach');

  test('a chip names file, lines and tokens, says what became of the file, and can be opened, attached again and removed', async () => {
    await panel.open('26-attached');
    await expect.poll(() => chips().count()).toBe(6);
    const texts = (await chips().allInnerTexts()).map((text) => text.replace(/\s+/g, ''));
    expect(texts[0]).toBe('src/upload/queue.ts:12–40~410');
    expect(texts[1]).toContain('changedsince');
    expect(texts[3]).toContain('notshowntothemodel');
    expect(texts[5]).toContain('fileisgone');
    await panel.page.getByRole('button', { name: 'Open src/upload/queue.ts:12–40' }).click();
    expect(await panel.told('openAttachment')).toEqual([{ id: 1 }]);
    await panel.page.getByRole('button', { name: /^Attach packages.* again/ }).click();
    expect(await panel.told('attachAgain')).toEqual([{ id: 2 }]);
    await panel.page.getByRole('button', { name: 'Remove Pasted text' }).click();
    expect(await panel.told('removeAttachment')).toEqual([{ id: 3 }]);
    expect(await panel.focused()).toBe('type');
  });

  test('what is added is said once; chips of another thread are not shown', async () => {
    await panel.open('02-thread');
    const one: DraftAttachmentView = { id: 1, kind: 'file', name: 'a.ts', tokens: 40, source: 'same' };
    const show = (thread: string, list: readonly DraftAttachmentView[]) =>
      panel.page.evaluate(([name, all]) => window.host.attached(name, all), [thread, list] as const);
    await show('another', [one]);
    await panel.settled();
    expect(await chips().count()).toBe(0);
    await show('02-thread', [one]);
    await expect.poll(() => chips().count()).toBe(1);
    await show('02-thread', [one, { ...one, id: 2, name: 'b.ts' }]);
    await expect.poll(panel.said).toBe('Attached: b.ts, 40 tokens');
  });

  test('a message of attachments alone can be sent', async () => {
    await panel.open('26-attached');
    await expect.poll(() => chips().count()).toBe(6);
    await panel.field().fill('');
    await panel.field().press('Enter');
    expect(await panel.told('send')).toEqual([{ text: '' }]);
  });

  test('a message of the thread shows its attachments, each with what was sent', async () => {
    await panel.open('26b-attached-message');
    await panel.page.getByRole('button', { name: 'Open src/upload/queue.ts:12–40' }).click();
    expect(await panel.told('openRow')).toEqual([{ key: '90.0' }]);
    expect(await panel.page.locator('spool-queue .attached').getAttribute('title')).toBe('2 attachments');
  });

  test('@ lists what can be attached; the arrow keys and Enter choose, and the name stays in the text', async () => {
    await panel.open('02-thread');
    await panel.field().pressSequentially('Compare @queue');
    await expect.poll(options).toEqual(['selection', 'src/upload/queue.ts', 'src/upload/queue', 'UploadQueue']);
    await expect.poll(panel.said).toBe('4 suggestions');
    await panel.field().press('ArrowDown');
    await expect.poll(() => panel.field().getAttribute('aria-activedescendant')).toBe('option-1');
    await panel.field().press('Enter');
    await expect.poll(() => panel.field().inputValue()).toBe('Compare `src/upload/queue.ts` ');
    expect(await attached()).toEqual([{ type: 'file', uri: 'file:///w/src/upload/queue.ts' }]);
    expect(await panel.told('send')).toEqual([]);
    expect(await options()).toEqual([]);
  });

  test('Escape closes the list and stops nothing; an address opens none', async () => {
    await panel.open('12c-writing');
    await panel.field().pressSequentially('see @qu');
    await expect.poll(options).toHaveLength(4);
    await panel.field().press('Escape');
    await expect.poll(options).toEqual([]);
    expect(await panel.told('stop')).toEqual([]);
    await panel.field().fill('mail a@b');
    await panel.settled();
    expect(await options()).toEqual([]);
  });

  test('Restricted Mode is said', async () => {
    await panel.open('26d-mentions-restricted');
    await expect
      .poll(() => panel.page.locator('[data-state=mentions-note]').textContent())
      .toBe('Restricted Mode: files of this workspace can be attached once you trust it.');
  });

  const paste = (text: string, files: readonly { name: string; type: string; data: string }[] = []) =>
    panel.field().evaluate(
      (field, given) => {
        const clipboardData = new DataTransfer();
        if (given.text) clipboardData.setData('text/plain', given.text);
        for (const { name, type, data } of given.files) clipboardData.items.add(new File([data], name, { type }));
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true, cancelable: true });
        field.dispatchEvent(event);
        return event.defaultPrevented;
      },
      { text, files },
    );

  test('a long paste and a pasted image are attached, a short text goes into the field, a huge one is refused', async () => {
    await panel.open('02-thread');
    await panel.field().focus();
    await panel.settled();
    expect(await paste('a short one')).toBe(false);
    const long = 'x'.repeat(20_001);
    expect(await paste(long)).toBe(true);
    expect(await attached()).toEqual([{ type: 'text', text: long }]);
    expect(await paste('', [{ name: 'image.png', type: 'image/png', data: 'PNG' }])).toBe(true);
    await expect.poll(async () => (await attached())[1]).toEqual({ type: 'data', name: 'image.png', data: 'UE5H' });
    expect(await paste('x'.repeat(1_000_001))).toBe(true);
    await expect.poll(panel.said).toContain('1,000,001 characters');
    expect(await attached()).toHaveLength(2);
  });

  const drop = (types: Readonly<Record<string, string>>) =>
    panel.field().evaluate((field, given) => {
      const dataTransfer = new DataTransfer();
      for (const [type, value] of Object.entries(given)) dataTransfer.setData(type, value);
      field.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, composed: true, cancelable: true }));
    }, types);

  test('files that are dropped are attached by their addresses, and a drop without a file says how it is done', async () => {
    await panel.open('02-thread');
    await panel.field().focus();
    await panel.settled();
    await drop({ 'text/uri-list': 'file:///w/a.ts\r\n# a comment\r\nfile:///w/b.ts' });
    expect(await attached()).toEqual([
      { type: 'file', uri: 'file:///w/a.ts' },
      { type: 'file', uri: 'file:///w/b.ts' },
    ]);
    await drop({ 'text/uri-list': 'file:///w/thread.jsonl' });
    expect((await attached())[2]).toEqual({ type: 'file', uri: 'file:///w/thread.jsonl', dropped: true });
    await drop({ 'application/x-odd': 'x' });
    await expect.poll(panel.said).toContain('Hold Shift');
  });

  test('what the host refuses to attach is said and shown', async () => {
    await panel.open('02-thread');
    await panel.page.evaluate(() => {
      window.host.attaching = { attached: 0, why: '.env was not attached.' };
    });
    await panel.field().pressSequentially('@env');
    await expect.poll(options).toHaveLength(4);
    await panel.field().press('Enter');
    await expect.poll(panel.said).toBe('.env was not attached.');
    expect(await panel.page.locator('spool-notice').getByText('.env was not attached.').count()).toBe(1);
  });
});
