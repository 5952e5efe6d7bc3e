/** Files that the agent changed are put back on a real disk, whatever happened to them since, and a restore is undone. */
import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { err } from '../../../../../src/core/lang/result.ts';
import { newestRestore } from '../../../../../src/core/workspace/restore/restore-files.ts';
import { outline, RestorableWorkspace } from './restorable-workspace.ts';

const NOTHING = { unchanged: [], chosen: {}, left: {}, same: 0 };

function undoId(ws: RestorableWorkspace) {
  const id = newestRestore(ws.log.thread.entries)?.files;
  if (id === undefined) throw new Error('nothing was restored');
  return id;
}

describe('a restore of files', () => {
  it('puts back what the agent changed, made, deleted and moved, and its undo brings all of that again', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n', 'gone.ts': 'x\n', 'old/name.ts': 'y\n', 'other.ts': 'z\n' });
    chmodSync(ws.full('gone.ts'), 0o755);
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    await ws.write('new/made.ts', 'made\n');
    await ws.remove('gone.ts');
    await ws.move('old/name.ts', 'new/name.ts');
    const all = ['a.ts', 'new/made.ts', 'gone.ts', 'old/name.ts', 'new/name.ts'];
    expect(outline(await ws.lists(start))).toEqual({ ...NOTHING, unchanged: all });
    const { restored, failed } = await ws.restore(start);
    expect([restored.length, failed]).toEqual([5, []]);
    expect([...all, 'other.ts'].map((file) => ws.text(file))).toEqual([
      'one\n',
      undefined,
      'x\n',
      'y\n',
      undefined,
      'z\n',
    ]);
    expect(statSync(ws.full('gone.ts')).mode & 0o777).toBe(0o755);
    expect(outline(await ws.lists(start))).toEqual({ ...NOTHING, same: 5 });

    await ws.restore(undoId(ws));
    expect(all.map((file) => ws.text(file))).toEqual(['two\n', 'made\n', undefined, undefined, 'y\n']);
    await ws.restore(undoId(ws));
    expect(all.map((file) => ws.text(file))).toEqual(['one\n', undefined, 'x\n', 'y\n', undefined]);
  });

  it('takes each file as it was at the checkpoint, of many changes the first', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': '0\n' });
    const start = await ws.say();
    for (let n = 1; n <= 10; n++) await ws.write('a.ts', `${n}\n`);
    const middle = await ws.say();
    await ws.write('a.ts', '11\n');
    await ws.restore(middle);
    expect(ws.text('a.ts')).toBe('10\n');
    await ws.restore(start);
    expect(ws.text('a.ts')).toBe('0\n');
    await ws.restore(middle);
    expect(ws.text('a.ts')).toBe('10\n');
  });

  it('follows a move that was edited afterwards', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    await ws.move('a.ts', 'b.ts');
    await ws.write('b.ts', 'two\n');
    await ws.restore(start);
    expect([ws.text('a.ts'), ws.text('b.ts')]).toEqual(['one\n', undefined]);
    await ws.restore(undoId(ws));
    expect([ws.text('a.ts'), ws.text('b.ts')]).toEqual([undefined, 'two\n']);
  });

  it('goes by what happened on the disk, also where the thread went back in between', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': '0\n' });
    const start = await ws.say();
    await ws.write('a.ts', '1\n');
    const left = await ws.say();
    await ws.log.append({ type: 'restore', to: start });
    await ws.write('a.ts', '2\n');
    await ws.restore(left);
    expect(ws.text('a.ts')).toBe('1\n');
    await ws.restore(start);
    expect(ws.text('a.ts')).toBe('0\n');
  });

  it.each([
    ['binary', Buffer.from([0, 1, 2, 255, 0, 13, 10])],
    ['UTF-16', Buffer.from('\ufeffzwei\r\n', 'utf16le')],
    ['empty', Buffer.alloc(0)],
    ['5 MB in one line', Buffer.alloc(5_000_000, 'x')],
  ])('gives back every byte: %s', async (_, bytes) => {
    const ws = new RestorableWorkspace({ 'a.bin': bytes });
    const start = await ws.say();
    await ws.remove('a.bin');
    await ws.restore(start);
    expect(await ws.copies.look(await ws.disk.check('a.bin'))).toMatchObject({ value: { version: { mode: 0o644 } } });
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(ws.full('a.bin')).equals(bytes)).toBe(true);
  });

  it('changes nothing that nothing changed: an attempt of the agent that failed', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    const checked = await ws.files.check('a.ts');
    expect(await ws.files.write(checked, { expected: 'another', text: 'two\n' })).toEqual(err({ type: 'outdated' }));
    ws.put('a.ts', 'by a person\n');
    expect(outline(await ws.lists(start))).toEqual(NOTHING);
    await ws.write('a.ts', 'three\n');
    await ws.restore(start);
    expect(ws.text('a.ts')).toBe('by a person\n');
  });

  it('puts a file back where the agent made a folder, and a folder where it made a file', async () => {
    const ws = new RestorableWorkspace({ a: 'a file\n', 'b/c/d.ts': 'in a folder\n', 'b/e.ts': 'e\n' });
    const start = await ws.say();
    await ws.remove('a');
    await ws.write('a/x/new.ts', 'new\n');
    for (const file of ['b/c/d.ts', 'b/e.ts']) await ws.remove(file);
    rmSync(ws.full('b'), { recursive: true });
    await ws.write('b', 'a file now\n');
    rmSync(ws.full('a/x'), { recursive: true });
    await ws.write('a/new.ts', 'new\n');
    const { restored, failed } = await ws.restore(start);
    expect([restored.length, failed]).toEqual([5, []]);
    expect([ws.text('a'), ws.text('b/c/d.ts'), ws.text('b/e.ts')]).toEqual(['a file\n', 'in a folder\n', 'e\n']);
    expect(outline(await ws.lists(start))).toMatchObject({ unchanged: [], chosen: {} });
  });

  it('works in several folders', async () => {
    const ws = new RestorableWorkspace({ 'ws0/a.ts': '0\n', 'ws1/a.ts': '1\n' }, { folders: 2 });
    const start = await ws.say();
    await ws.write('ws0/a.ts', 'x\n');
    await ws.write('ws1/a.ts', 'y\n');
    expect((await ws.lists(start)).unchanged.map(({ path: { inside } }) => inside)).toEqual(['ws0/a.ts', 'ws1/a.ts']);
    await ws.restore(start);
    expect([ws.text('ws0/a.ts'), ws.text('ws1/a.ts')]).toEqual(['0\n', '1\n']);
  });
});

describe('files that others changed', () => {
  it('are restored only when they are chosen, and not lost then', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n', 'b.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    await ws.write('b.ts', 'two\n');
    await ws.write('made.ts', 'by the agent\n');
    ws.put('a.ts', 'by a person\n');
    ws.put('made.ts', 'by the agent and a person\n');
    expect(outline(await ws.lists(start))).toEqual({
      ...NOTHING,
      unchanged: ['b.ts'],
      chosen: { 'a.ts': ['changed-since'], 'made.ts': ['changed-since'] },
    });
    await ws.restore(start);
    expect([ws.text('a.ts'), ws.text('b.ts'), ws.text('made.ts')]).toEqual([
      'by a person\n',
      'one\n',
      'by the agent and a person\n',
    ]);
    await ws.restore(start, ['a.ts', 'made.ts']);
    expect([ws.text('a.ts'), ws.text('made.ts')]).toEqual(['one\n', undefined]);
    await ws.restore(undoId(ws));
    expect([ws.text('a.ts'), ws.text('made.ts')]).toEqual(['by a person\n', 'by the agent and a person\n']);
  });

  it('are chosen too where they changed between two changes of the agent', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    ws.put('a.ts', 'two\nby a person\n');
    await ws.write('a.ts', 'three\nby a person\n');
    expect(outline(await ws.lists(start)).chosen).toEqual({ 'a.ts': ['changed-between'] });
  });

  it('are named by the command that ran meanwhile, where one did', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    ws.put('a.ts', 'formatted\n');
    ws.put('out.log', 'x');
    const paths = [ws.full('a.ts'), ws.full('out.log'), '/etc/passwd'];
    await ws.log.append({ type: 'command_files', paths, more: 3 });
    const lists = await ws.lists(start);
    expect(outline(lists).chosen).toEqual({ 'a.ts': ['changed-by-command'] });
    expect([lists.byCommands, lists.moreByCommands]).toEqual([['out.log'], 3]);
  });

  it('stay when they are changed between the list and the restore', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    const lists = await ws.lists(start);
    ws.lists = async () => lists;
    ws.put('a.ts', 'by a person\n');
    const { restored, failed } = await ws.restore(start);
    expect([restored, failed.map(({ problem }) => problem.type)]).toEqual([[], ['outdated']]);
    expect(ws.text('a.ts')).toBe('by a person\n');
  });

  it('that are protected or secret are chosen by hand', async () => {
    const ws = new RestorableWorkspace({ 'package.json': '{}\n', '.env': 'A=1\n' });
    const start = await ws.say();
    await ws.write('package.json', '{ }\n');
    await ws.write('.env', 'A=2\n');
    expect(outline(await ws.lists(start)).chosen).toEqual({ 'package.json': ['protected'], '.env': ['secret'] });
    await ws.restore(start, ['package.json']);
    expect([ws.text('package.json'), ws.text('.env')]).toEqual(['{}\n', 'A=2\n']);
  });
});

describe('what became of a file since', () => {
  it('deleted: a restore makes it again', async () => {
    const ws = new RestorableWorkspace({ 'd/a.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('d/a.ts', 'two\n');
    rmSync(ws.full('d'), { recursive: true });
    expect(outline(await ws.lists(start)).chosen).toEqual({ 'd/a.ts': ['changed-since'] });
    await ws.restore(start, ['d/a.ts']);
    expect(ws.text('d/a.ts')).toBe('one\n');
  });

  it.each([
    [
      'the file is a link',
      (ws: RestorableWorkspace) => {
        renameSync(ws.full('d/a.ts'), ws.full('b.ts'));
        symlinkSync(ws.full('b.ts'), ws.full('d/a.ts'));
      },
      'link',
    ],
    [
      'the file is a link that leads out',
      (ws: RestorableWorkspace) => {
        rmSync(ws.full('d/a.ts'));
        symlinkSync(path.join(ws.root, 'made-there'), ws.full('d/a.ts'));
      },
      'link',
    ],
    [
      'its folder is a link',
      (ws: RestorableWorkspace) => {
        renameSync(ws.full('d'), path.join(ws.root, 'd'));
        symlinkSync(path.join(ws.root, 'd'), ws.full('d'));
      },
      'link',
    ],
    [
      'the file is a folder',
      (ws: RestorableWorkspace) => {
        rmSync(ws.full('d/a.ts'));
        mkdirSync(ws.full('d/a.ts'));
      },
      'folder',
    ],
    [
      'its folder is a file',
      (ws: RestorableWorkspace) => {
        rmSync(ws.full('d'), { recursive: true });
        ws.put('d', 'x');
      },
      'no-folder',
    ],
  ])('%s: it stays as it is, the others are restored', async (_, happens, problem) => {
    const ws = new RestorableWorkspace({ 'd/a.ts': 'one\n', 'other.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('d/a.ts', 'two\n');
    await ws.write('other.ts', 'two\n');
    happens(ws);
    const lists = outline(await ws.lists(start));
    expect([lists.unchanged, lists.chosen, Object.values(lists.left)]).toEqual([['other.ts'], {}, [problem]]);
    expect((await ws.restore(start)).restored).toHaveLength(1);
    expect(ws.text('other.ts')).toBe('one\n');
  });

  it('two names of one file by now: neither is restored', async () => {
    const ws = new RestorableWorkspace({ 'd/a.ts': 'one\n', 'e/a.ts': 'eins\n' });
    const start = await ws.say();
    await ws.write('d/a.ts', 'two\n');
    await ws.write('e/a.ts', 'zwei\n');
    rmSync(ws.full('d'), { recursive: true });
    symlinkSync(ws.full('e'), ws.full('d'));
    const { unchanged, chosen, left } = await ws.lists(start);
    expect([unchanged, chosen, left.map(({ why }) => why.type)]).toEqual([[], [], ['link', 'link']]);
  });

  it('a link that is put there between the list and the restore is not followed', async () => {
    const ws = new RestorableWorkspace({ 'd/a.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('d/a.ts', 'two\n');
    const lists = await ws.lists(start);
    ws.lists = async () => lists;
    renameSync(ws.full('d'), path.join(ws.root, 'd'));
    symlinkSync(path.join(ws.root, 'd'), ws.full('d'));
    expect((await ws.restore(start)).failed.map(({ problem }) => problem.type)).toEqual(['link']);
    expect(ws.text('d/a.ts')).toBe('two\n');
  });

  it('read-only: it fails alone, and the next attempt goes on', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n', 'b.ts': 'one\n' });
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    await ws.write('b.ts', 'two\n');
    chmodSync(ws.full('a.ts'), 0o444);
    const { restored, failed } = await ws.restore(start);
    expect([restored.length, failed.map(({ problem }) => problem.type)]).toEqual([1, ['read-only']]);
    expect([ws.text('a.ts'), ws.text('b.ts')]).toEqual(['two\n', 'one\n']);
    chmodSync(ws.full('a.ts'), 0o644);
    expect(outline(await ws.lists(start))).toEqual({ ...NOTHING, unchanged: ['a.ts'], same: 1 });
    await ws.restore(start);
    expect(ws.text('a.ts')).toBe('one\n');
  });
});
