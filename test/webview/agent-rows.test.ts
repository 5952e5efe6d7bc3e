/** The rows of sub-agents in a real browser: how far one is, how it ended, what it used, and that its thread opens. */
import { describe, expect, test } from 'vitest';
import { hasChromium } from '../gallery/browser.ts';
import { panelPage } from '../gallery/panel-page.ts';

if (!hasChromium) console.warn('no chromium: the rows of sub-agents are not tested');

describe.skipIf(!hasChromium)('the row of a sub-agent', () => {
  const panel = panelPage();
  const row = (key: string) => panel.page.locator(`spool-tool[data-key="${key}"]`);
  const text = async (key: string) =>
    ((await row(key).locator('.card').textContent()) ?? '').replace(/\s+/g, ' ').trim();

  test('that runs counts its rounds and says what it looks at', async () => {
    await panel.open('22e-agents-running');
    expect(await text('6')).toMatch(/^Sub-agent Find every place .* running… 4 rounds *now read_file: src\/upload\//);
    expect(await row('6').locator('[data-elapsed]').textContent()).toBe('1:00');
    expect(await text('7')).toMatch(/running…/);
    expect(await row('7').locator('[data-rounds]').count()).toBe(0);
    await panel.page.evaluate(() => window.host.liveAgents([{ thread: 's7', rounds: 1 }]));
    await expect.poll(() => text('7')).toContain('1 round');
    expect(await row('6').locator('[data-now]').count()).toBe(0);
  });

  test.each([
    ['1', /^Sub-agent [^·]*\? *6 rounds *read 84k tokens for ~\$0\.09 *returned ~368 *Show/],
    ['2', /40 rounds *reached its limit *read 1\.2M tokens *returned ~/],
    ['3', /Stopped.*3 rounds *read 31k tokens for ~\$0\.04 *Show/],
    ['4', /failed/],
    ['5', /9 rounds *the window was closed *read 140k tokens/],
  ])('%s that has ended says how, and what it used', async (key, expected) => {
    await panel.open('22f-agents-ended');
    expect(await text(key)).toMatch(expected);
    expect((await text(key)).match(/failed/g)?.length ?? 0).toBeLessThan(2);
  });

  test('has a name for screen readers with its task and how it ended', async () => {
    await panel.open('22f-agents-ended');
    expect(await row('1').getAttribute('aria-label')).toMatch(/^Sub-agent Where is the retry budget of a part set\?, /);
    expect(await row('3').getAttribute('aria-label')).toContain(', Stopped, ');
    expect(await row('4').getAttribute('aria-label')).toContain(', failed, ');
  });

  test('shows its task as text and its answer as Markdown', async () => {
    await panel.open('22g-agent-opened');
    const texts = row('1').locator('.texts');
    expect(await texts.locator('h4').allTextContents()).toEqual(['Task', 'Answer', 'Where']);
    expect(await texts.locator('.plain').textContent()).toBe('Where is the retry budget of a part set?');
    expect(await texts.locator('li').count()).toBe(2);
    expect(await texts.locator('pre').count()).toBe(0);
  });

  test('opens its thread, by the keyboard too', async () => {
    await panel.open('22f-agents-ended');
    const button = row('2').locator('[data-action=open-agent]');
    expect(await button.textContent()).toBe('Open Sub-agent');
    await button.click();
    await row('5').locator('[data-action=open-agent]').focus();
    await panel.page.keyboard.press('Enter');
    expect(await panel.told('openAgent')).toEqual([{ key: '2' }, { key: '5' }]);
  });
});
