/** The welcome view in a real browser: a model first, then what to ask; what a press does. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the welcome view is not tested');

describe.skipIf(!hasChromium)('the welcome view', () => {
  const panel = panelPage();
  const actions = () =>
    panel.page
      .locator('spool-empty [data-action]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-action')));

  test.each([
    ['01-no-thread', ['connectModel', 'importThread', 'openThread']],
    ['01a-recording-only', ['connectModel', 'playRecording', 'importThread', 'openThread']],
    ['01b-empty-thread', ['try', 'try', 'try', 'importThread', 'openThread']],
  ])('%s offers %j', async (state, offered) => {
    await panel.open(state);
    expect(await actions()).toEqual(offered);
  });

  test('connects a model, and plays the recording', async () => {
    await panel.open('01a-recording-only');
    await panel.page.locator('[data-action=connectModel]').click();
    await panel.page.locator('[data-action=playRecording]').click();
    expect(await panel.told('runCommand')).toEqual([{ command: 'connectModel' }]);
    expect(await panel.told('noticeAction')).toEqual([{ action: 'playRecording' }]);
  });

  test('puts a prompt into the composer, before what was typed, and sends nothing', async () => {
    await panel.open('01b-empty-thread');
    await panel.field().fill('and this');
    const prompt = panel.page.locator('[data-action=try]').first();
    const text = await prompt.textContent();
    await prompt.click();
    await expect.poll(() => panel.field().inputValue()).toBe(`${text}\n\nand this`);
    expect(await panel.field().evaluate((field) => field.matches(':focus'))).toBe(true);
    expect(await panel.told('send')).toEqual([]);
  });
});
