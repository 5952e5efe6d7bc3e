/** The toolbar of a message in a real browser: by pointer and by keyboard; and what a message offers that was not answered. */
import { describe, expect, test } from 'vitest';
import { hasChromium, show } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the toolbar of a message is not tested');

describe.skipIf(!hasChromium)('the toolbar of a message', () => {
  const panel = panelPage();
  const row = (key: string) => panel.page.locator(`[data-key="${key}"]`);
  const offers = (key: string) =>
    row(key)
      .locator('spool-row-tools button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-action')));

  test('is there while the pointer is on the row', async () => {
    await panel.open('02-thread');
    const message = panel.page.locator('spool-message').last();
    await message.hover();
    await expect.poll(() => message.locator('spool-row-tools').count()).toBe(1);
    await panel.field().hover();
    await expect.poll(() => message.locator('spool-row-tools').count()).toBe(0);
  });

  test('is whole on a row that is lower than it', async () => {
    await panel.open('12a-waiting');
    await panel.page.evaluate(() => {
      const { total } = window.host.shown;
      const row = (key: string, text: string) =>
        ({ type: 'assistant', key, entry: 900, at: 0, tokens: 0, body: { text, more: 0 } }) as never;
      const thread = { id: '12a-waiting', title: 'T', readOnly: false, canUndo: false, canRedo: false };
      const statuses = [{ count: total + 2, fate: 'kept', above: false }] as const;
      const changed = [
        { index: total, row: row('short', 'Ok.') },
        { index: total + 1, row: row('next', 'And on.') },
      ];
      window.host.change({ total: total + 2, statuses, changed, thread });
    });
    await row('short').hover();
    const tools = row('short').locator('spool-row-tools');
    await expect.poll(() => tools.count()).toBe(1);
    await panel.settled();
    const isWhole = await tools.evaluate((bar) => {
      const { left, right, top, bottom } = bar.getBoundingClientRect();
      const row = bar.closest('.tools')?.getRootNode();
      const host = row instanceof ShadowRoot ? row.host : undefined;
      const list = host?.getRootNode();
      const hit = (x: number, y: number) => (list instanceof ShadowRoot ? list.elementFromPoint(x, y) : undefined);
      return [top + 2, bottom - 2].map((y) => hit((left + right) / 2, y) === host);
    });
    expect(isWhole).toEqual([true, true]);
  });

  test.each([180, 260, 400])('covers no text of its message, and is whole, at %d px', async (width) => {
    for (const state of ['02-thread', '14b-unanswered', '16-restored']) {
      await show(panel.page, state, 'vscode-dark', width);
      for (const message of await panel.page.locator('spool-message').all()) {
        const buttons = message.locator('spool-row-tools button');
        // Rows above it may still be drawn, which moves it from under the pointer.
        const hovered = async () => {
          await message.hover({ position: { x: 8, y: 8 } });
          await panel.settled();
          return buttons.count();
        };
        await expect.poll(hovered).toBeGreaterThan(0);
        await panel.settled();
        expect(await message.evaluate(coveredBy), `${state} ${await message.getAttribute('data-key')}`).toEqual([]);
      }
    }
  });

  test('pins, edits and copies by the mouse', async () => {
    await panel.open('14b-unanswered');
    await row('1').hover();
    await expect.poll(() => offers('1')).toEqual(['copy', 'unpin', 'edit', 'compactBefore', 'restore']);
    await row('1').locator('[data-action=unpin]').click();
    await row('1').locator('[data-action=compactBefore]').click();
    await row('1').locator('[data-action=restore]').click();
    await row('1').locator('[data-action=edit]').click();
    expect(await panel.told('pin')).toEqual([{ entry: 1, pinned: false }]);
    expect(await panel.told('compactUpTo')).toEqual([{ entry: 1 }]);
    expect(await panel.told('restoreTo')).toEqual([{ entry: 1 }]);
    await expect.poll(() => panel.field().inputValue()).toBe('Run the tests again.');
    expect(await panel.field().evaluate((field) => field.matches(':focus'))).toBe(true);
  });

  test.each(['Shift+F10', 'ContextMenu', 'Enter'])(
    'is reached by %s, walked by arrows, left by Escape',
    async (key) => {
      await panel.open('14b-unanswered');
      await row('4').focus();
      await panel.page.keyboard.press(key);
      await expect.poll(() => panel.focused()).toBe('copy');
      await panel.page.keyboard.press('ArrowRight');
      expect(await panel.focused()).toBe('pin');
      await panel.page.keyboard.press('End');
      expect(await panel.focused()).toBe('restore');
      await panel.page.keyboard.press('Enter');
      expect(await panel.told('restoreTo')).toEqual([{ entry: 4 }]);
      await panel.page.keyboard.press('Escape');
      expect(await panel.focused()).toBe('spool-message');
    },
  );

  test('offers only to copy while the agent works', async () => {
    await panel.open('14b-unanswered');
    await panel.change('14b-unanswered', { busy: { type: 'turn', phase: 'waiting', since: 0 } });
    await row('4').hover();
    await expect.poll(() => offers('4')).toEqual(['copy']);
    expect(await panel.page.locator('.unanswered').count()).toBe(0);
  });

  test('a message that was not answered can be sent again, edited and taken back', async () => {
    await panel.open('14b-unanswered');
    expect(await row('3').locator('.unanswered button').allTextContents()).toEqual(['Edit', 'Take Back']);
    await row('4').locator('.unanswered [data-action=sendAgain]').click();
    await row('3').locator('.unanswered [data-action=takeBack]').click();
    expect(await panel.told('sendAgain')).toEqual([{}]);
    expect(await panel.told('takeBack')).toEqual([{ entry: 3 }]);
  });

  test('a code block is inserted, compared and made a file; a path in code is a link', async () => {
    await panel.open('14b-unanswered');
    await row('2').locator('spool-code').hover();
    for (const action of ['insertCode', 'compareCode', 'newFile'])
      await row('2').locator(`spool-code [data-action=${action}]`).click();
    expect(await panel.told('insertCode')).toEqual([{ text: 'queue.keep(part);' }]);
    expect(await panel.told('compareCode')).toEqual([{ text: 'queue.keep(part);' }]);
    expect(await panel.told('newFile')).toEqual([{ text: 'queue.keep(part);', language: 'ts' }]);
    await row('2').locator('button.file').click();
    expect(await panel.told('openFile')).toEqual([{ path: 'src/upload/queue.ts', line: 12 }]);
  });
});

/** What is wrong with the place of a message's toolbar: the text of the message below it, an edge that another element covers. */
function coveredBy(host: Element): readonly string[] {
  const bar = host.shadowRoot?.querySelector('spool-row-tools');
  const list = host.getRootNode();
  if (!bar || !(list instanceof ShadowRoot)) return ['no toolbar'];
  const { left, right, top, bottom } = bar.getBoundingClientRect();
  const wrong: string[] = [];
  const log = list.querySelector('.log')?.getBoundingClientRect();
  if (!log || top < log.top || bottom > log.bottom || left < log.left || right > log.right) wrong.push('outside');
  for (const [x, y] of [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ] as const) {
    const inside = [x === left ? x + 3 : x - 3, y === top ? y + 3 : y - 3] as const;
    if (list.elementFromPoint(...inside) !== host) wrong.push(`cut at ${x},${y}`);
  }
  const texts = (root: ShadowRoot | Element): readonly Text[] =>
    [...root.childNodes].flatMap((node): readonly Text[] => {
      if (node instanceof Text) return node.data.trim() === '' ? [] : [node];
      if (!(node instanceof Element) || node === bar || node.matches('.tools, .sr, style')) return [];
      return [...(node.shadowRoot ? texts(node.shadowRoot) : []), ...texts(node)];
    });
  for (const text of host.shadowRoot ? texts(host.shadowRoot) : []) {
    const range = document.createRange();
    range.selectNodeContents(text);
    // The lines of a text are higher than its letters.
    for (const line of range.getClientRects())
      if (line.right > left && line.left < right && line.top + 3 < bottom && line.bottom > top)
        wrong.push(text.data.slice(0, 40));
  }
  return wrong;
}
