/** The record of a change: where its file is after the folder was moved, which call made it, and what is copied of it. */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeEntry } from '../../../../../src/core/thread/decode-entry.ts';
import type { FileEntry, Planned } from '../../../../../src/core/thread/entry.ts';
import { ownChanges } from '../../../../../src/core/workspace/restore/seal.ts';
import { hashOf } from '../../../../../src/extension/storage/copies.ts';
import { Sealer } from '../../../../../src/extension/storage/seal-key.ts';
import { MOST_COPIED } from '../../../../../src/extension/workspace/node/node-copies.ts';
import { outline, RestorableWorkspace } from './restorable-workspace.ts';

/** Moves a folder of the workspace; `opened` are the folders that are open then. */
function move(ws: RestorableWorkspace, at: number, to: string, opened?: readonly string[]): string {
  const from = ws.folders[at] ?? '';
  const target = path.join(path.dirname(from), to);
  mkdirSync(path.dirname(target), { recursive: true });
  renameSync(from, target);
  ws.folders = opened ?? ws.folders.map((folder) => (folder === from ? target : folder));
  ws.copies = ws.newCopies();
  return target;
}

function fileEntries(ws: RestorableWorkspace): readonly FileEntry[] {
  return [...ws.log.thread.entries].filter((entry) => entry.type === 'file');
}

describe('the record of a file in a workspace folder', () => {
  it('holds after the folder was moved, or has another name', async () => {
    for (const to of ['elsewhere/ws0', 'renamed']) {
      const ws = new RestorableWorkspace({ 'src/a.ts': 'one\n' });
      const start = await ws.say();
      await ws.write('src/a.ts', 'two\n');
      move(ws, 0, to);
      expect(outline(await ws.lists(start)).unchanged).toEqual(['src/a.ts']);
      await ws.restore(start);
      expect(ws.text('src/a.ts')).toBe('one\n');
      await ws.write('src/a.ts', 'three\n');
      expect(outline(await ws.lists(start)).unchanged).toEqual(['src/a.ts']);
    }
  });

  it('of several folders follows the one of the same name', async () => {
    const ws = new RestorableWorkspace({ 'ws0/a.ts': 'one\n', 'ws1/a.ts': 'one\n' }, { folders: 2 });
    const start = await ws.say();
    await ws.write('ws0/a.ts', 'two\n');
    await ws.write('ws1/a.ts', 'three\n');
    move(ws, 1, 'elsewhere/ws1');
    expect(outline(await ws.lists(start)).unchanged).toEqual(['ws0/a.ts', 'ws1/a.ts']);
    move(ws, 0, 'other');
    expect(outline(await ws.lists(start)).left).toEqual({
      [path.join(path.dirname(ws.folders[0] ?? ''), 'ws0/a.ts')]: 'outside',
    });
  });

  it('never leads into another project while its own folder is there', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    const own = ws.full('a.ts');
    const other = path.join(path.dirname(ws.folders[0] ?? ''), 'other/ws0');
    mkdirSync(other, { recursive: true });
    writeFileSync(path.join(other, 'a.ts'), 'two\n');
    ws.folders = [other];
    ws.copies = ws.newCopies();
    expect(outline(await ws.lists(start))).toMatchObject({ unchanged: [], left: { [own]: 'outside' } });
  });

  it('with an absolute path, as older logs have it, is read as before', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    const before = { hash: hashOf(Buffer.from('one\n')) };
    const after = { hash: hashOf(Buffer.from('two\n')) };
    await ws.copies.keep(await ws.disk.check('a.ts'));
    for (const change of [{ before }, { before, after }]) {
      const sealed = { path: ws.full('a.ts'), ...change };
      const seal = new Sealer(ws.root).seal(ws.thread, sealed);
      const entry: Planned<FileEntry> = { type: 'file', ...sealed, seal: seal.ok ? seal.value : '' };
      expect(decodeEntry({ id: 9, at: 0, ...entry }).ok).toBe(true);
      await ws.log.append(entry);
    }
    ws.put('a.ts', 'two\n');
    expect(outline(await ws.lists(start)).unchanged).toEqual(['a.ts']);
    await ws.write('a.ts', 'three\n');
    await ws.restore(start);
    expect(ws.text('a.ts')).toBe('one\n');
  });

  it('that was edited in the log does not count', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    await ws.say();
    await ws.write('a.ts', 'two\n');
    const [own, ...others] = fileEntries(ws).map((entry) => ownChanges(ws.copies)({ ...entry, folder: '/' }));
    expect([own, ...others]).toEqual([undefined, undefined]);
  });

  it('names the call', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    await ws.say();
    await ws.write('a.ts', 'two\n', 'c7');
    expect(fileEntries(ws).map(({ call, path: file, folder }) => [call, file, folder])).toEqual([
      ['c7', 'a.ts', ws.folders[0]],
      ['c7', 'a.ts', ws.folders[0]],
    ]);
  });
});

describe('the copies of a change', () => {
  it('are of the file before and after it', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    await ws.say();
    await ws.write('a.ts', 'two\n');
    await ws.write('a.ts', 'three\n');
    for (const text of ['one\n', 'two\n', 'three\n'])
      expect(await ws.copies.has({ hash: hashOf(Buffer.from(text)) })).toBe(true);
  });

  it('are small on the disk', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'line\n'.repeat(100_000) });
    await ws.copies.keep(await ws.disk.check('a.ts'));
    const folder = path.join(ws.root, 'threads', ws.thread, 'copies');
    const [name = ''] = readdirSync(folder);
    expect(readFileSync(path.join(folder, name)).length).toBeLessThan(5_000);
    expect(await ws.newCopies().bytes(name)).toHaveLength(500_000);
  });

  it('leave out a file that is too large, and the lists say so; such a file is not restored over', async () => {
    const ws = new RestorableWorkspace({ 'a.bin': Buffer.alloc(MOST_COPIED + 1), 'b.ts': 'one\n' });
    const start = await ws.say();
    await ws.remove('a.bin');
    await ws.write('b.ts', 'two\n');
    ws.put('b.ts', Buffer.alloc(MOST_COPIED + 1));
    const lists = await ws.lists(start);
    expect(lists.left).toEqual([{ path: 'a.bin', why: { type: 'uncopied', why: 'too-large' } }]);
    const { failed } = await ws.restore(start, ['b.ts']);
    expect(failed.map(({ problem }) => problem)).toEqual([{ type: 'uncopied', why: 'too-large' }]);
  });
});
