/** The buttons of a code block in the real VS Code: insert at the cursor, compare with the open file, apply or discard, new file. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { compareCode, insertCode, newFile } from '../../src/extension/commands/code-block.ts';
import { settleChange } from '../../src/extension/commands/offered-changes.ts';
import { ENGLISH } from '../extension/english.ts';

describe('a code block', () => {
  let folder = '';
  let said: string[] = [];
  const host = { l10n: ENGLISH, tell: (one?: { readonly text: string }) => void said.push(one?.text ?? '') };

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'spool-code-'));
    said = [];
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    rmSync(folder, { recursive: true });
  });

  async function open(text: string, selection = new vscode.Selection(0, 0, 0, 0)): Promise<vscode.TextDocument> {
    const file = path.join(folder, 'sum.ts');
    writeFileSync(file, text);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
    editor.selection = selection;
    return editor.document;
  }

  const diffs = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff);

  /** The comparison is offered without an end of its own: its notification waits for the person. */
  async function compare(text: string): Promise<void> {
    void compareCode(host, text);
    for (let tries = 0; diffs().length === 0 && tries < 400; tries++) await new Promise((soon) => setTimeout(soon, 25));
    assert.equal(diffs().length, 1);
  }

  it('is a line of its own in front of a line, and goes into the middle of one as it is', async () => {
    const document = await open('const b = 2;\n');
    await insertCode(host, 'const a = 1;');
    assert.equal(document.getText(), 'const a = 1;\nconst b = 2;\n');
    const [editor] = vscode.window.visibleTextEditors;
    assert.ok(editor);
    editor.selection = new vscode.Selection(1, 6, 1, 7);
    await insertCode(host, 'c');
    assert.equal(document.getText(), 'const a = 1;\nconst c = 2;\n');
  });

  it('replaces the selection after Apply, unsaved, and the comparison is closed', async () => {
    const document = await open('one\ntwo\nthree\n', new vscode.Selection(1, 0, 1, 3));
    await compare('2');
    assert.equal(document.getText(), 'one\ntwo\nthree\n');
    await settleChange(host, 'apply');
    assert.equal(document.getText(), 'one\n2\nthree\n');
    assert.equal(readFileSync(document.uri.fsPath, 'utf8'), 'one\ntwo\nthree\n');
    assert.equal(diffs().length, 0);
  });

  it('changes nothing after Discard, nor where the file has changed since', async () => {
    const document = await open('one\n');
    await compare('two\n');
    await settleChange(host, 'discard');
    assert.equal(diffs().length, 0);
    await vscode.window.showTextDocument(document);
    await compare('two\n');
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'zero ');
    await vscode.workspace.applyEdit(edit);
    await settleChange(host, 'apply');
    assert.equal(document.getText(), 'zero one\n');
    assert.match(said.join(), /has changed since the comparison/);
  });

  it('becomes a file in its language, also in one that VS Code does not know', async () => {
    await newFile('let a = 1;', 'ts');
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'typescript');
    await newFile('x', 'no such language');
    assert.equal(vscode.window.activeTextEditor?.document.languageId, 'plaintext');
  });

  it('needs an open file', async () => {
    await insertCode(host, 'a');
    assert.match(said.join(), /No file is open/);
  });
});
