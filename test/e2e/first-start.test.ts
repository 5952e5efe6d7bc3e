/** The first start of an empty profile in a real VS Code, as a new user has it: no command is run first. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packageFile } from '../../scripts/package/package-file.mjs';
import { panelByItself } from '../harness/panel.mjs';
import { openVsCode } from '../harness/vs-code.mjs';
import { runCommand } from '../harness/workbench.mjs';
import { storedState } from './stored-state.ts';

// A first start is the slowest one.
vi.setConfig({ testTimeout: 240_000 });

type Code = Awaited<ReturnType<typeof openVsCode>>;

const sideBar = (page: Page) => page.locator('.part.auxiliarybar');
const focusIsInPanel = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('iframe, .part.auxiliarybar *') === true);

describe('with the sample thread', () => {
  let code: Code;
  beforeAll(async () => {
    code = await openVsCode({ sample: true });
  });
  afterAll(() => code?.close());

  /** The types of the entries of each thread. */
  function logs(): readonly (readonly string[])[] {
    const threads = path.join(code.storage, 'threads');
    const ids = readdirSync(threads, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return ids.map(({ name: id }) =>
      readFileSync(path.join(threads, id, 'log.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .flatMap((line) => /"type":"(\w+)"/.exec(line)?.[1] ?? []),
    );
  }

  test('the panel shows itself with the thread in it, and takes no focus', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('[data-row]').first().waitFor();
    expect(await sideBar(code.page).isVisible()).toBe(true);
    expect(await focusIsInPanel(code.page)).toBe(false);
  });

  test('a first message is kept and offers two ways on; the thread is not compacted', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('textarea[data-action=type]').fill('Hello');
    await panel.locator('[data-action=send]').click();
    const card = panel.locator('spool-notice');
    await card.locator('[data-action=playRecording]').waitFor();
    await card.locator('[data-action=selectModel]').waitFor();
    await panel.getByText('Hello', { exact: true }).waitFor();
    const [log = []] = logs();
    expect(log.at(-1)).toBe('queued');
    expect(log).not.toContain('compaction');
  });

  test('Select Model… opens the list of models, and the message still waits', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('spool-notice [data-action=selectModel]').click();
    await code.page.getByText('There is no API key for Anthropic.').waitFor();
    await code.page.keyboard.press('Escape');
    await code.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await panel.locator('spool-notice [data-action=playRecording]').waitFor();
    expect(logs()).toHaveLength(1);
  });

  test('the recording selected for this thread leads to the same two ways', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('spool-notice [data-action=selectModel]').click();
    await code.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'upload-queue' }).click();
    await panel.locator('spool-notice [data-action=playRecording]').waitFor();
    expect(logs()).toHaveLength(1);
  });

  test('a new thread with the recording takes the message along', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('spool-notice [data-action=playRecording]').click();
    await panel.getByText('This is a recording, no model.').first().waitFor();
    await panel.getByText('Hello', { exact: true }).first().waitFor();
    await panel.locator('[data-action=stop]').click();
    await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
    const old = logs().find((log) => log.includes('unqueued'));
    expect(logs()).toHaveLength(2);
    expect(old?.at(-1)).toBe('unqueued');
    expect(old).not.toContain('compaction');
  });

  test('nothing was asked for outside of this machine', () => {
    expect(code.outside).toEqual([]);
  });
});

describe('the package installed, with the settings that VS Code comes with', () => {
  let code: Code;
  beforeAll(async () => {
    const settings = {
      'chat.disableAIFeatures': false,
      'workbench.secondarySideBar.defaultVisibility': 'visibleInWorkspace',
      'workbench.startupEditor': 'welcomePage',
    };
    code = await openVsCode({ settings, installed: packageFile });
  });
  afterAll(() => code?.close());

  test('the panel shows itself in the first window, and takes no focus', async () => {
    const panel = await panelByItself(code.page);
    await panel.getByRole('button', { name: 'Import Thread…' }).waitFor();
    expect(await focusIsInPanel(code.page)).toBe(false);
  });

  test('an empty workspace shows the panel with its two ways to begin', async () => {
    const panel = await panelByItself(code.page);
    await panel.getByRole('button', { name: 'Import Thread…' }).waitFor();
    expect(await panel.getByRole('button', { name: 'Open Thread…' }).count()).toBe(1);
  });

  test('the grammars for code, which the panel loads later, come under the policy of the page too', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('spool-panel').evaluate(({ ownerDocument: page }) => {
      page.body.append(Object.assign(page.createElement('spool-code'), { text: 'const a = 1;', language: 'ts' }));
    });
    await panel.locator('spool-code .keyword').waitFor({ state: 'attached' });
  });

  test('a first message is answered by the recording, which the extension loads later', async () => {
    const panel = await panelByItself(code.page);
    await panel.locator('textarea[data-action=type]').fill('Hello');
    await panel.locator('[data-action=send]').click();
    await panel.getByText('This is a recording, no model.').first().waitFor();
    await panel.locator('[data-action=stop]').click();
    await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
  });

  test('once a person has closed it, it stays closed at the next start', async () => {
    await sideBar(code.page)
      .getByRole('button', { name: /^Hide Secondary Side Bar/ })
      .first()
      .click();
    await sideBar(code.page).waitFor({ state: 'hidden' });
    const stored = () => storedState(code.page, 'workbench.auxiliaryBar.hidden');
    await expect.poll(stored, { timeout: 60_000 }).toBe('true');
    await code.restart();
    // What the extension asks of VS Code at its start is done before this command of its own.
    await runCommand(code.page, 'Spool: Show Effective Compaction Settings');
    await code.page.getByText('spool.compaction.thresholdRatio').first().waitFor();
    expect(await sideBar(code.page).isVisible()).toBe(false);
  });
});
