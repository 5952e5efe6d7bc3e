/** The first start of the installed package in an empty profile of a real VS Code, as a new user has it: no command is run first. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { packageFile } from '../../scripts/package/package-file.mjs';
import { panelByItself } from '../harness/panel.mjs';
import { FEW_BUILT_IN, openVsCode } from '../harness/vs-code.mjs';
import { chooseRow, runCommand, sideBar } from '../harness/workbench.mjs';
import type { Fake } from '../wire/fake.ts';
import { startOpenaiCompatibleFake } from '../wire/openai-chat-server.ts';
import { focusIsInPanel } from './focus.ts';
import { storedState } from './stored-state.ts';

// A first start is the slowest one.
vi.setConfig({ testTimeout: 240_000 });

describe('the package installed, with the settings that VS Code comes with', () => {
  let code: Awaited<ReturnType<typeof openVsCode>>;
  let server: Fake;
  beforeAll(async () => {
    server = await startOpenaiCompatibleFake({ reply: () => ({ type: 'answer', text: 'The server answers.' }) });
    const settings = {
      'chat.disableAIFeatures': false,
      'workbench.secondarySideBar.defaultVisibility': 'visibleInWorkspace',
      'workbench.startupEditor': 'welcomePage',
    };
    code = await openVsCode({ settings, installed: packageFile });
  });
  afterAll(async () => {
    await code?.close();
    await server?.close();
  });

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
    await panel.getByRole('button', { name: 'Send. Adds about one token.' }).click();
    await panel.getByText('This is a recording, no model.').first().waitFor();
    await panel.locator('[data-action=stop]').click();
    await panel.locator('[data-action=stop]').waitFor({ state: 'detached' });
  });

  test('a command that moves the focus moves it into the panel', async () => {
    const panel = await panelByItself(code.page);
    await runCommand(code.page, 'View: Focus Active Editor Group');
    await expect.poll(() => focusIsInPanel(code.page)).toBe(false);
    await runCommand(code.page, 'Spool: Focus Chat Input');
    const field = panel.locator('textarea[data-action=type]');
    await expect.poll(() => field.evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await focusIsInPanel(code.page)).toBe(true);
  });

  test('a server is connected without a setting: its address, its key, its model, and it answers a prompt', async () => {
    const { page } = code;
    await runCommand(page, 'Spool: New Thread');
    const panel = await panelByItself(page);
    const typed = async (kind: string, text: string) => {
      await page.locator(`.quick-input-box input[type=${kind}]`).fill(text);
      await page.keyboard.press('Enter');
    };
    await panel.locator('[data-action=connectModel]').click();
    await chooseRow(page, 'Another Server…');
    await typed('text', String(server.access.baseUrl));
    await typed('password', String(server.access.apiKey));
    await chooseRow(page, server.model);
    const field = panel.locator('textarea[data-action=type]');
    await expect.poll(() => field.evaluate((one) => one.matches(':focus'))).toBe(true);
    expect(await focusIsInPanel(page)).toBe(true);
    await panel.locator('[data-action=try]').first().click();
    await panel.locator('[data-action=send]').click();
    await panel.getByText('The server answers.').first().waitFor();
    expect(server.rejections).toEqual([]);
  });

  test('once a person has closed it, it stays closed at the next start', async () => {
    await sideBar(code.page)
      .getByRole('button', { name: /^Hide Secondary Side Bar/ })
      .first()
      .click();
    await sideBar(code.page).waitFor({ state: 'hidden' });
    const stored = () => storedState(code.page, 'workbench.auxiliaryBar.hidden');
    await expect.poll(stored).toBe('true');
    // The extensions of VS Code take half of a start, and were there at the first one.
    await code.restart({ builtIn: FEW_BUILT_IN });
    // What the extension asks of VS Code at its start is done before this command of its own.
    await runCommand(code.page, 'Spool: Show Effective Compaction Settings');
    await code.page.getByText('spool.compaction.thresholdRatio').first().waitFor();
    expect(await sideBar(code.page).isVisible()).toBe(false);
  });
});
