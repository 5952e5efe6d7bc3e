/** `npm start -- --smoke`: opens what a new user gets, drives it through a first message, compaction, undo, redo and a chat, and keeps pictures. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from '../test/harness/browser.mjs';
import { panelByItself } from '../test/harness/panel.mjs';
import { openWorkbench, resizeSecondarySideBar, runCommand } from '../test/harness/workbench.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { out } from './lib/paths.mjs';
import { say } from './lib/say.mjs';
import { withTemporaryFolder } from './lib/temporary.mjs';
import { serveSample } from './lib/web.mjs';

const pictures = path.join(out, 'smoke');
/** Milliseconds that any one step may take, also on a machine that is busy with something else. */
const patience = 60_000;
/** Widths of the panel, in pixels: what it must bear, and what it is designed for. */
const widths = { narrow: 260, normal: 360 };

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
function photographer(page) {
  let step = 0;
  /** @param {string} name */
  return async (name) => {
    step++;
    for (const [label, width] of Object.entries(widths)) {
      await resizeSecondarySideBar(page, width);
      await page.screenshot({ path: path.join(pictures, `${String(step).padStart(2, '0')}-${name}-${label}.png`) });
    }
    say(`  ${name}`);
  };
}

/** A profile that is new, and no command: the panel is there, and a message leads on. @param {Page} page */
async function startAsNewcomer(page) {
  const panel = await panelByItself(page);
  await panel.locator('[data-row]').first().waitFor({ timeout: patience });
  await page.screenshot({ path: path.join(pictures, '00-first-start.png') });
  await panel.locator('textarea[data-action=type]').fill('Hello');
  await panel.locator('[data-action=send]').click();
  const card = panel.locator('spool-notice');
  await card.locator('[data-action=playRecording]').waitFor({ timeout: patience });
  await page.screenshot({ path: path.join(pictures, '00-hello.png') });
  await card.locator('[data-action=selectModel]').click();
  await page.locator('.quick-input-list .monaco-list-row').first().waitFor({ timeout: patience });
  await page.keyboard.press('Escape');
  await card.locator('[data-action=playRecording]').click();
  await panel.getByText('This is a recording').first().waitFor({ timeout: patience });
  await page.screenshot({ path: path.join(pictures, '00-recording.png') });
  await panel.locator('[data-action=stop]').click();
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached', timeout: patience });
  say('  first start');
  return panel;
}

/** @param {Page} page */
async function openSample(page) {
  await runCommand(page, 'Spool: Open Thread…');
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'Retry budget' }).click();
}

/** @param {Page} page */
async function drive(page) {
  const picture = photographer(page);
  const panel = await startAsNewcomer(page);
  await openSample(page);
  await panel.getByRole('button', { name: 'Thread: Retry budget' }).waitFor({ timeout: patience });
  await picture('thread');

  await runCommand(page, 'Spool: Compact Thread');
  const marker = panel.locator('spool-marker').last();
  await marker.waitFor({ timeout: patience });
  await marker.scrollIntoViewIfNeeded();
  await picture('compacted');

  await marker.locator('[data-action=toggle]').click();
  await marker.locator('[data-action=undo]').waitFor({ timeout: patience });
  await picture('expanded');

  await marker.locator('[data-action=undo]').click();
  await marker.locator('[data-action=redo]').waitFor({ timeout: patience });
  await picture('undone');

  await runCommand(page, 'Spool: Redo Last Undone Compaction');
  await marker.locator('[data-action=redo]').waitFor({ state: 'hidden', timeout: patience });
  await picture('redone');

  await panel.locator('spool-fold [data-action=expand-all]').first().click();
  await panel.locator('[data-fate=summarized]').last().scrollIntoViewIfNeeded();
  await picture('in-summary');

  await runCommand(page, 'Spool: Show Context Usage');
  await panel.getByRole('dialog').waitFor({ timeout: patience });
  await picture('context-usage');

  await page.keyboard.press('Escape');
  await panel.getByRole('dialog').waitFor({ state: 'hidden', timeout: patience });
  await runCommand(page, 'Preferences: Toggle between Light/Dark Themes');
  await page.locator('.monaco-workbench.vs-dark').waitFor({ timeout: patience });
  await picture('dark');

  await runCommand(page, 'Spool: New Thread');
  await panel.locator('spool-empty').waitFor({ timeout: patience });
  await panel.locator('textarea[data-action=type]').fill('Give each part of an upload a retry budget.');
  await picture('typed');
  await panel.locator('[data-action=send]').click();
  await panel.locator('spool-tool').nth(2).waitFor({ timeout: patience });
  await picture('at-work');
  await panel.locator('[data-action=stop]').click();
  await panel.locator('[data-action=stop]').waitFor({ state: 'detached', timeout: patience });
  await picture('stopped');
}

/** @returns {Promise<number>} exit code */
export async function smoke() {
  await ensureChromium();
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  return withTemporaryFolder('spool-smoke-', smokeIn);
}

/** @param {string} dir for the profile @returns {Promise<number>} exit code */
async function smokeIn(dir) {
  const server = await serveSample(dir);
  const browser = await openBrowser({ width: 1280, height: 900 });
  try {
    await openWorkbench(browser.page, server.address, server.password);
    await drive(browser.page);
    say(`Smoke run passed; pictures are in ${path.relative(process.cwd(), pictures)}`);
    return 0;
  } catch (error) {
    await browser.page.screenshot({ path: path.join(pictures, 'failed.png') });
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    say(`Smoke run failed: ${reason} (see out/smoke/failed.png)`);
    return 1;
  } finally {
    await browser.close();
    await server.stop();
  }
}
