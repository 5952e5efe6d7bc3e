/** The panel in a frame, as in the editor, while the focus is outside of it: the panel takes it only once it is given to the panel. */
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FocusTarget } from '../../src/core/protocol/panel-messages.ts';
import { hasChromium } from '../gallery/browser.ts';
import { drawn } from '../gallery/drawn.ts';
import { sharedPanel } from '../gallery/shared.ts';

if (!hasChromium) console.warn('no chromium: the focus outside of the panel is not tested');

describe.skipIf(!hasChromium)('while the focus is outside of the panel', () => {
  let browser: Browser;
  let page: Page;
  let panel: Frame;
  let address: string;

  beforeAll(async () => {
    const shared = await sharedPanel();
    ({ browser } = shared);
    ({ address } = shared.gallery);
    page = await browser.newPage();
  });

  afterAll(async () => {
    await browser?.close();
  });

  beforeEach(async () => {
    // A page of another origin would deny the frame its storage.
    await page.goto(`${address}/theme.css`);
    await page.setContent(`<input id="list"><iframe width="360" height="600" src="${address}/?new"></iframe>`);
    const frame = page.frames()[1];
    if (!frame) throw new Error('the page has no frame');
    panel = frame;
    await panel.waitForSelector('spool-panel', { state: 'attached' });
  });

  const leave = () => page.locator('#list').focus();
  const outside = () => page.evaluate(() => document.activeElement?.id);
  const focused = () =>
    panel.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.getAttribute('data-action') ?? at?.localName;
    });

  async function show(state: string): Promise<void> {
    await panel.evaluate((name) => window.host.show(name), state);
    await panel.evaluate(drawn);
  }

  test.each<readonly [FocusTarget, string, string, string]>([
    ['thread', '05c-expanded', 'spool-thread', 'spool-message'],
    ['context', '05c-expanded', 'spool-context-card', 'h2'],
    ['composer', '05c-expanded', 'spool-composer', 'type'],
    ['question', '20a-command', 'spool-question h3', 'question'],
    ['find', '05c-expanded', 'spool-find', 'find'],
    ['summary', '05k-edited', '[data-action=summary-text]', 'summary-text'],
  ])(
    'a late wish of the host for %s waits; then what is wished for gets the focus',
    async (target, state, drawnFirst, name) => {
      await show(state);
      await leave();
      await panel.evaluate((wanted) => window.host.focus(wanted), target);
      await panel.locator(drawnFirst).first().waitFor();
      await panel.evaluate(drawn);
      expect(await outside()).toBe('list');
      await page.locator('iframe').focus();
      await expect.poll(focused).toBe(name);
    },
  );

  test('a click into the panel focuses what is clicked', async () => {
    await show('02-thread');
    await leave();
    await panel.evaluate(() => window.host.focus('thread'));
    await panel.evaluate(drawn);
    await panel.locator('spool-composer textarea').click();
    expect(await focused()).toBe('type');
  });
});
