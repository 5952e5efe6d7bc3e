/** The second extension of the tests in a real VS Code, with its MCP server: how a person starts the server and selects its tools. */
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { runCommand } from '../harness/workbench.mjs';
import type { FakeCall } from '../wire/fake.ts';
import { type Agent, openAgentWindow } from './agent-window.ts';

const OTHER_EXTENSION = {
  id: 'spool-tests.other-extension-1.0.0',
  at: path.join(import.meta.dirname, '../in-host/other-extension'),
};

/** VS Code's names of the server's tools. */
export const ECHO = 'mcp_other_echo';
const MISBEHAVE = 'mcp_other_misbehave';

/** Of a call of the tool that misbehaves: `how` is a name in mcp-server.cjs. */
export function misbehaves(agent: Agent, how: string, text?: string): FakeCall {
  return agent.call(MISBEHAVE, { how, ...(text !== undefined && { text }) });
}

async function startServer(page: Page): Promise<void> {
  await runCommand(page, 'Other Extension: Start Server');
  await page.locator('.notification-toast', { hasText: 'The server has started.' }).waitFor();
}

/** A window with these workspace files and a new thread, whose server runs and offers its tools `echo` and `misbehave`. */
export async function openWithServer(
  files?: Readonly<Record<string, string>>,
): Promise<{ readonly agent: Agent; readonly panel: Frame }> {
  const agent = await openAgentWindow({ window: 100_000, extensions: [OTHER_EXTENSION], ...(files && { files }) });
  const { page } = agent.code;
  const panel = await agent.begin();
  await startServer(page);
  await selectTools(page, 'echo', 'misbehave');
  await acceptTools(page);
  return { agent, panel };
}

/** Changes what is on of the first row that holds each text, in Select Tools…; of all rows that hold it where it ends with `*`. */
export async function selectTools(page: Page, ...texts: readonly string[]): Promise<void> {
  const input = page.locator('.quick-input-box input');
  await runCommand(page, 'Spool: Select Tools…');
  for (const text of texts) {
    const part = text.replace(/\*$/, '');
    await input.fill(part);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: part }).first().waitFor();
    if (part === text) await page.locator('.quick-input-list .monaco-list-row', { hasText: part }).first().click();
    else await page.locator('.quick-input-header').getByRole('checkbox').first().click();
  }
}

/** Closes the list of Select Tools… with what is selected in it. */
export async function acceptTools(page: Page): Promise<void> {
  await page.locator('.quick-input-box input').press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

/** Answers VS Code's own question, which comes where a server does not say that its tool only reads. */
export function answerVsCode(page: Page, button: 'Yes' | 'Cancel'): Promise<void> {
  return page.locator('.monaco-dialog-box').getByText(button, { exact: true }).click();
}
