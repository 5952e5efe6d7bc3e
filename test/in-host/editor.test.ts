/** The panel as an editor tab, in the real host. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const chatTabs = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('spool.threadEditor'));

async function until(what: string, holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not come`);
}

describe('the chat in an editor', () => {
  after(() => vscode.window.tabGroups.close(chatTabs()));

  it('is one tab that is named after the open thread', async () => {
    await vscode.extensions.getExtension('spool.spool')?.activate();
    const made = await run<{ readonly id: string }>('spool.newThread');
    await run('spool.openChatInEditor');
    await run('spool.openChatInEditor');
    await until('the tab', () => chatTabs().length === 1);
    await run('spool.renameThread', made.id, 'Chat in a tab');
    await until('the title', () => chatTabs()[0]?.label === 'Chat in a tab');
  });

  it('is where Focus Chat Input goes while it is the visible one', async () => {
    await run('workbench.action.closeAuxiliaryBar');
    const other = await vscode.workspace.openTextDocument({ content: 'another tab' });
    await vscode.window.showTextDocument(other, vscode.ViewColumn.Beside);
    await run('spool.focusChatInput');
    await until('the focus', () => chatTabs()[0]?.group.isActive === true);
    assert.equal(chatTabs().length, 1);
  });
});
