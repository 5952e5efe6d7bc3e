/** Files are restored in the real host: those that editors have open, unsaved text, files that the agent made, and the undo. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { recordChanges } from '../../src/core/workspace/restore/record-changes.ts';
import type { CreateOutcome, OpenOutcome } from '../../src/extension/session/outcome.ts';
import { Sealer } from '../../src/extension/storage/seal-key.ts';
import { openStore } from '../../src/extension/storage/thread-store.ts';
import type { RestoreOutcome } from '../../src/extension/words/restore-text.ts';
import { NodeCopies } from '../../src/extension/workspace/node/node-copies.ts';
import { NodeFiles } from '../../src/extension/workspace/node/node-files.ts';
import { MemoryLog } from '../extension/workspace/node/restore/memory-log.ts';

const run = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

const WIDE = Buffer.from('\ufeffzwölf\r\n', 'utf16le');

describe('a restore of files', () => {
  let folder = '';
  let to = 0;
  const full = (name: string) => path.join(folder, name);
  const text = (name: string) => (existsSync(full(name)) ? readFileSync(full(name), 'utf8') : undefined);

  before(async () => {
    await vscode.extensions.getExtension('spool.spool')?.activate();
    const made = await run<CreateOutcome>('spool.newThread');
    if (made.type !== 'opened') throw new Error(made.type);
    const root = path.resolve(made.file, '../../..');
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    if (!workspace) throw new Error('no folder is open');
    folder = realpathSync(workspace.uri.fsPath);
    writeFileSync(full('open.ts'), 'one\n');
    writeFileSync(full('dirty.ts'), 'one\n');
    writeFileSync(full('wide.txt'), WIDE);
    // As the agent changes them, in a thread that was written before.
    const folders = () => [{ name: 'ws', path: folder }];
    const disk = new NodeFiles(folders);
    const log = new MemoryLog();
    const aside = path.join(root, 'aside');
    const copies = new NodeCopies({ root: aside, thread: 'restored', sealer: new Sealer(root), folders });
    const files = recordChanges(disk, copies, log);
    await log.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'go' }] });
    to = log.thread.entries.at(-1)?.id ?? 0;
    for (const name of ['open.ts', 'dirty.ts', 'made.ts', 'wide.txt']) {
      const checked = await files.check(name);
      const read = await files.read(checked);
      const expected = read.ok ? read.value.version : undefined;
      const done = await files.write(checked, { expected, text: 'two\n' });
      assert.ok(done.ok, name);
    }
    await openStore(root).create({ thread: 'restored', createdAt: 1 }, log.thread.entries.slice());
    // The store makes a thread's folder itself: the copies wait beside it.
    renameSync(path.join(aside, 'threads/restored/copies'), path.join(root, 'threads/restored/copies'));
    assert.equal((await run<OpenOutcome>('spool.openThread', 'restored')).type, 'opened');
  });
  after(() => run('workbench.action.revertAndCloseActiveEditor'));

  it('puts back what is closed or saved, leaves unsaved text alone, and is undone', async () => {
    await vscode.window.showTextDocument(vscode.Uri.file(full('open.ts')));
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(full('dirty.ts')));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'typed by a person\n'));
    assert.ok(editor.document.isDirty);
    const wish = { to, scope: 'files', files: 'all' };
    const done = await run<RestoreOutcome>('spool.restoreFiles', wish);
    if (done.type !== 'restored') throw new Error(JSON.stringify(done));
    assert.deepEqual(done.failed, []);
    assert.deepEqual([text('open.ts'), text('dirty.ts'), text('made.ts')], ['one\n', 'two\n', undefined]);
    assert.deepEqual(readFileSync(full('wide.txt')), WIDE);
    assert.equal(editor.document.getText(), 'typed by a person\ntwo\n');

    const undone = await run<RestoreOutcome>('spool.restoreFiles', { undo: true, files: 'unchanged' });
    assert.equal(undone.type, 'restored');
    assert.deepEqual([text('open.ts'), text('made.ts')], ['two\n', 'two\n']);
    const again = await run<RestoreOutcome>('spool.restoreFiles', { undo: true, files: 'unchanged' });
    assert.equal(again.type, 'restored');
    assert.deepEqual([text('open.ts'), text('made.ts')], ['one\n', undefined]);
  });
});
