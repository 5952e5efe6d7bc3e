/** The live gallery lists all states and shows the chosen one in its theme and width. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveLive } from '../../scripts/gallery/live.mjs';
import { freePort } from '../../scripts/lib/serve.mjs';
import { hasChromium } from '../gallery/browser.ts';
import { sharedPanel } from '../gallery/shared.ts';
import { states } from '../gallery/states.ts';

describe.skipIf(!hasChromium)('the live gallery', () => {
  let gallery: Awaited<ReturnType<typeof serveLive>>;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    gallery = await serveLive(await freePort(0));
    ({ browser } = await sharedPanel());
    page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(gallery.address, { waitUntil: 'commit' });
  });
  afterAll(async () => {
    await browser?.close();
    await gallery?.stop();
  });

  const panel = () => page.frameLocator('iframe');

  test('it is served on loopback only, and lists every state', async () => {
    expect(new URL(gallery.address).hostname).toBe('127.0.0.1');
    await page.locator('nav a').first().waitFor();
    expect(await page.locator('nav a').allTextContents()).toEqual(Object.keys(states));
    await panel().locator('spool-panel [data-action]').first().waitFor();
  });

  test('a state is shown as a person has left it: text in the composer, opened markers, pressed buttons', async () => {
    await page.getByText('19b-typed', { exact: true }).click();
    await expect
      .poll(() => panel().locator('spool-composer textarea').inputValue())
      .toContain('Keep the old error code.');
    await page.getByText('17b-again', { exact: true }).click();
    await panel().locator('spool-marker [data-action=toggle][aria-expanded=true]').waitFor();
    await panel().locator('spool-instructions').waitFor();
  });

  test('theme and width are chosen, and stay when the page is loaded again', async () => {
    await page.getByLabel('Theme').selectOption('vscode-high-contrast');
    await page.getByLabel('Width').selectOption('260');
    for (const again of [false, true]) {
      if (again) await page.reload({ waitUntil: 'commit' });
      await panel().locator('body.vscode-high-contrast').waitFor();
      await panel().locator('spool-marker').first().waitFor();
      expect((await page.locator('iframe').boundingBox())?.width).toBe(260);
    }
  });
});
