/** The tools of a window in the real VS Code: files as editors have them, its ripgrep, outlines, diagnostics and terminals, each after its question. */

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { ok } from '../../src/core/lang/result.ts';
import type { Planned } from '../../src/core/thread/entry.ts';
import { append, nextId, replay } from '../../src/core/thread/thread.ts';
import { DEFAULT_TOOL_OUTPUT_CONFIG } from '../../src/core/tool-output/config.ts';
import type { PermissionsOutcome } from '../../src/extension/commands/manage-permissions.ts';
import { insertPrompt, listPrompts } from '../../src/extension/commands/prompts.ts';
import type { ModeOutcome } from '../../src/extension/commands/set-mode.ts';
import { Permissions } from '../../src/extension/permission/permissions.ts';
import { WorkspaceMemory } from '../../src/extension/permission/workspace-memory.ts';
import { LiveCommandList } from '../../src/extension/workspace/live-commands.ts';
import { findRipgrep } from '../../src/extension/workspace/node/find-ripgrep.ts';
import { type OpenedWorkspace, openWorkspace } from '../../src/extension/workspace/vscode/open-workspace.ts';
import { ENGLISH } from '../extension/english.ts';

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

async function until<T>(what: string, find: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const found = find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what} did not come`);
}

describe('the tools of a window', () => {
  const values = new Map<string, unknown>();
  const memory = {
    get: (key: string) => values.get(key),
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const permissions = new Permissions(
    new WorkspaceMemory(memory, () => ['file:///in-host'], assert.ifError),
    () => undefined,
  );
  let thread = replay([]);
  const log = {
    get thread() {
      return thread;
    },
    append: async (planned: Planned) => {
      thread = append(thread, { ...planned, id: nextId(thread), at: 0 });
      return ok(thread);
    },
  };
  let opened: OpenedWorkspace;
  let folder = '';
  let calls = 0;
  const file = (name: string) => path.join(folder, name);
  const text = (name: string) => readFileSync(file(name), 'utf8');

  /** What the model reads as the result of a call; `answer` is given to the question that it must ask. */
  async function call(name: string, input: object, answer?: 'once' | 'deny'): Promise<string> {
    const tools = opened.tools.toolsOf({ id: 't', log }, { window: undefined, limits: DEFAULT_TOOL_OUTPUT_CONFIG });
    const tool = tools.find((one) => one.name === `${name}`);
    assert.ok(tool, name);
    const context = { thread, call: `c${++calls}`, signal: new AbortController().signal };
    let isDone = false;
    const running = tool.run(input, context).finally(() => {
      isDone = true;
    });
    if (answer) {
      const { id } = await until('the question', () => permissions.questions[0]);
      assert.equal(isDone, false);
      assert.equal(permissions.answer({ id, answer }), true);
    }
    const { content, stream } = await running;
    const parts = content.map((part) => (part.type === 'text' ? part.text : part.type));
    if (stream) {
      for await (const chunk of stream.chunks) parts.push(chunk);
      parts.push(...stream.end().content.map((part) => (part.type === 'text' ? part.text : part.type)));
    }
    assert.deepEqual(permissions.questions, []);
    return parts.join('');
  }

  before(async () => {
    await vscode.extensions.getExtension('spool.spool')?.activate();
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no folder is open');
    await vscode.workspace.getConfiguration().update('files.autoSave', 'off', vscode.ConfigurationTarget.Global);
    const regex = { start: async () => ({ ok: false, error: 'ripgrep was not found' }) as const };
    const root = mkdtempSync(path.join(tmpdir(), 'storage-'));
    const parts = { permissions, live: new LiveCommandList(), regex, l10n: ENGLISH, root, ownFolders: [root] };
    opened = openWorkspace({ ...parts, isOpen: () => true, onQuestions: () => undefined });
    mkdirSync(file('src'));
    writeFileSync(file('src/a.ts'), 'export const a = 1;\n');
  });
  afterEach(() => run('workbench.action.revertAndCloseActiveEditor'));
  after(async () => {
    await opened.close();
    await run('workbench.action.closeAllEditors');
    rmSync(file('src'), { recursive: true, force: true });
  });

  it('offer the prompts of the workspace as text for the draft, with what the editor shows', async () => {
    mkdirSync(file('.claude/commands'), { recursive: true });
    writeFileSync(
      file('.claude/commands/explain.md'),
      `---\ndescription: Explain\n---\nExplain \${file}: \${selection} $ARGUMENTS`,
    );
    try {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file('src/a.ts')));
      editor.selection = new vscode.Selection(0, 0, 0, 6);
      assert.deepEqual(
        (await listPrompts(ENGLISH)).map(({ typed, about, takesArguments }) => ({ typed, about, takesArguments })),
        [{ typed: '/explain', about: 'Explain', takesArguments: true }],
      );
      assert.deepEqual(await insertPrompt('explain', 'in one line', ENGLISH), {
        taken: false,
        draft: { text: 'Explain src/a.ts: export in one line', placeholders: [] },
      });
      assert.equal(await insertPrompt('dance', '', ENGLISH), undefined);
    } finally {
      rmSync(file('.claude'), { recursive: true, force: true });
    }
  });

  it('search with the ripgrep that comes with VS Code', async () => {
    assert.ok(await findRipgrep(vscode.env.appRoot), `no ripgrep below ${vscode.env.appRoot}`);
    assert.match(await call('search_text', { pattern: '^export .* = \\d', regex: true }), /src\/a\.ts/);
  });

  it('read and write what an editor has, saved or not', async () => {
    writeFileSync(file('src/dirty.ts'), 'one\r\ntwo\r\n');
    const document = await vscode.workspace.openTextDocument(file('src/dirty.ts'));
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'typed ');
    await vscode.workspace.applyEdit(edit);
    assert.equal(document.isDirty, true);
    assert.match(await call('read_file', { path: 'src/dirty.ts' }), /typed one/);
    const change = { path: 'src/dirty.ts', edits: [{ old: 'two', new: '2' }] };
    assert.match(await call('edit_file', change, 'deny'), /did not allow/);
    assert.equal(text('src/dirty.ts'), 'one\r\ntwo\r\n');
    assert.match(await call('edit_file', change, 'once'), /Changed src\/dirty\.ts/);
    assert.equal(text('src/dirty.ts'), 'typed one\r\n2\r\n');
    assert.equal(document.isDirty, false);
    await run('undo');
    assert.equal(document.getText(), 'typed one\r\ntwo\r\n');
  });

  it('write a file that an editor shows without unsaved text as bytes, and the editor follows', async () => {
    writeFileSync(file('src/mixed.ts'), '\ufeffone\r\ntwo\nthree\r\n');
    const document = await vscode.workspace.openTextDocument(file('src/mixed.ts'));
    await vscode.window.showTextDocument(document);
    await call('edit_file', { path: 'src/mixed.ts', edits: [{ old: 'two', new: '2' }] }, 'once');
    assert.equal(text('src/mixed.ts'), '\ufeffone\r\n2\nthree\r\n');
    await until('the new text', () => (document.getText().includes('2') ? true : undefined));
    assert.equal(document.isDirty, false);
  });

  it('keep the bytes of a file that is not UTF-8', async () => {
    writeFileSync(file('src/latin.ts'), Buffer.from('caf\xe9 one\n', 'latin1'));
    const answer = await call('edit_file', { path: 'src/latin.ts', edits: [{ old: 'one', new: 'two' }] }).catch(String);
    // Under the default encoding VS Code would lose the letter, so that nothing is written.
    assert.match(answer, /Nothing was changed/);
    assert.deepEqual(readFileSync(file('src/latin.ts')), Buffer.from('caf\xe9 one\n', 'latin1'));
  });

  it('make, move and delete files', async () => {
    await call('write_file', { path: 'src/new/b.ts', content: 'b\n' }, 'once');
    assert.equal(text('src/new/b.ts'), 'b\n');
    await call('move_file', { from: 'src/new/b.ts', to: 'src/c.ts' }, 'once');
    assert.match(await call('delete_file', { path: 'src/c.ts' }, 'once'), /Deleted src\/c\.ts/);
    assert.equal(existsSync(file('src/c.ts')), false);
  });

  it('give the outline and the diagnostics that extensions know', async () => {
    const { Range, DocumentSymbol, SymbolKind } = vscode;
    const lines = new Range(0, 0, 0, 5);
    const provider = vscode.languages.registerDocumentSymbolProvider(
      { scheme: 'file' },
      { provideDocumentSymbols: () => [new DocumentSymbol('alpha', '', SymbolKind.Constant, lines, lines)] },
    );
    const found = vscode.languages.createDiagnosticCollection('in-host');
    found.set(vscode.Uri.file(file('src/a.ts')), [new vscode.Diagnostic(lines, 'a is not used', 1)]);
    try {
      assert.match(await call('outline', { path: 'src/a.ts' }), /alpha/);
      assert.match(await call('diagnostics', {}), /src\/a\.ts[\s\S]*a is not used/);
    } finally {
      provider.dispose();
      found.dispose();
    }
  });

  it('run a command after its question, in a terminal, with its exit code', async () => {
    const before = vscode.window.terminals.length;
    const command = 'echo "out $((40 + 2))"; exit 3';
    assert.match(await call('run_command', { command }, 'deny'), /did not allow/);
    assert.equal(vscode.window.terminals.length, before);
    assert.match(await call('run_command', { command }, 'once'), /out 42[\s\S]*exit code 3/i);
    await until('the terminal', () => vscode.window.terminals.find(({ name }) => name.startsWith('echo "out')));
    assert.match(await call('run_command', { command: 'pwd' }), new RegExp(folder));
  });

  it('hold the mode at once', async () => {
    permissions.setMode('plan');
    assert.match(await call('write_file', { path: 'src/d.ts', content: 'd' }), /mode Plan/);
    permissions.setMode('edit');
    assert.match(await call('write_file', { path: 'src/d.ts', content: 'd' }), /src\/d\.ts/);
    assert.match(await call('write_file', { path: 'package.json', content: '{}' }, 'deny'), /did not allow/);
    permissions.setMode('ask');
  });
});

describe('the mode and the rules of a workspace', () => {
  it('are set and listed by commands', async () => {
    assert.deepEqual(await run<ModeOutcome>('spool.setMode', 'plan'), { type: 'set', mode: 'plan' });
    assert.deepEqual(await run<ModeOutcome>('spool.setMode', 'ask'), { type: 'set', mode: 'ask' });
    const to = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), 'rules.json');
    const exported = await run<PermissionsOutcome>('spool.managePermissions', { exportTo: to });
    assert.deepEqual(exported, { type: 'exported', rules: [] });
    assert.equal(readFileSync(to.fsPath, 'utf8'), '[]\n');
    rmSync(to.fsPath);
    const revoke = { tool: 'run_command', words: ['npm', 'test'] };
    assert.deepEqual(await run<PermissionsOutcome>('spool.managePermissions', { revoke }), { type: 'closed' });
  });
});
