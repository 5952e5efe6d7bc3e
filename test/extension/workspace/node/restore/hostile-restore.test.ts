/** Restores that are broken off, run out of disk, or read logs that were copied, edited or made by others. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { err } from '../../../../../src/core/lang/result.ts';
import type { Entry } from '../../../../../src/core/thread/entry.ts';
import { type EntryId, entryId } from '../../../../../src/core/thread/entry-id.ts';
import { brokenOff } from '../../../../../src/core/workspace/restore/file-history.ts';
import { recordedPath } from '../../../../../src/core/workspace/restore/file-location.ts';
import { newestRestore } from '../../../../../src/core/workspace/restore/restore-files.ts';
import { sweepBrokenOff } from '../../../../../src/core/workspace/restore/sweep-broken-off.ts';
import { hashOf } from '../../../../../src/extension/storage/copies.ts';
import { Sealer } from '../../../../../src/extension/storage/seal-key.ts';
import { newFolder } from '../../../../new-folder.ts';
import { MemoryLog } from './memory-log.ts';
import { outline, RestorableWorkspace } from './restorable-workspace.ts';

const NAMES = Array.from({ length: 12 }, (_, at) => `f${at}.ts`);

/** Twelve files: some changed, some made, some deleted by the agent. */
async function changed() {
  const ws = new RestorableWorkspace(Object.fromEntries(NAMES.slice(0, 8).map((name) => [name, `${name} before\n`])));
  const start = await ws.say();
  for (const name of NAMES.slice(0, 5)) await ws.write(name, `${name} after\n`);
  for (const name of NAMES.slice(5, 8)) await ws.remove(name);
  for (const name of NAMES.slice(8)) await ws.write(name, `${name} after\n`);
  return { ws, start };
}

const contents = (ws: RestorableWorkspace) => NAMES.map((name) => ws.text(name));
const BEFORE = NAMES.map((name, at) => (at < 8 ? `${name} before\n` : undefined));
const AFTER = NAMES.map((name, at) => (at < 5 || at >= 8 ? `${name} after\n` : undefined));

/** Restores, and dies at an entry: nothing that had not begun by then happens any more. */
async function killedAt(at: number, ws: RestorableWorkspace, to: EntryId): Promise<void> {
  const copies = ws.newCopies();
  let [left, running, isDead] = [at, 0, false];
  ws.log.before = () => {
    isDead ||= left-- <= 0;
    if (isDead) throw new Error('killed');
  };
  ws.copies = Object.assign(ws.newCopies(), {
    replace: async (...given: Parameters<typeof copies.replace>) => {
      if (isDead) throw new Error('killed');
      running++;
      return copies.replace(...given).finally(() => running--);
    },
  });
  await ws.restore(to).catch((error: Error) => expect(error.message).toBe('killed'));
  await expect.poll(() => running).toBe(0);
  ws.copies = copies;
  ws.log = new MemoryLog(ws.log.thread.entries.slice());
}

describe('a restore that is killed', () => {
  // An entry for the begin and the end, two for each file.
  it.each([0, 1, 2, 3, 5, 9, 13, 17, 21, 24, 25])('at its entry %i: no file is half, and it goes on', async (at) => {
    const { ws, start } = await changed();
    await killedAt(at, ws, start);
    for (const [n, text] of contents(ws).entries()) expect([BEFORE[n], AFTER[n]]).toContain(text);
    expect((await ws.lists(start)).chosen).toEqual([]);
    await ws.restore(start);
    expect(contents(ws)).toEqual(BEFORE);
    const undo = newestRestore(ws.log.thread.entries)?.files;
    if (undo !== undefined) expect((await ws.lists(undo)).chosen).toEqual([]);
  });

  it.each([1, 5, 12, 20])('at its entry %i: it can be undone', async (at) => {
    const { ws, start } = await changed();
    await killedAt(at, ws, start);
    const undo = newestRestore(ws.log.thread.entries)?.files;
    if (undo === undefined) throw new Error('none');
    // Also those that were put back without an entry that says so.
    expect((await ws.lists(undo)).chosen).toEqual([]);
    await ws.restore(undo);
    expect(contents(ws)).toEqual(AFTER);
    expect((await ws.lists(start)).chosen).toEqual([]);
  });
});

it('a file that a person changed after a kill is chosen by hand all the same', async () => {
  const { ws, start } = await changed();
  await killedAt(5, ws, start);
  const [name = ''] = brokenOff(ws.log.thread.entries, (entry) => ({ ...entry, path: recordedPath(entry) })).map(
    (file) => path.basename(file),
  );
  ws.put(name, 'by a person\n');
  expect(outline(await ws.lists(start)).chosen).toEqual({ [name]: ['changed-since'] });
});

describe('where the disk is full', () => {
  it('a restore puts back what fits, loses nothing, and goes on later', async () => {
    const { ws, start } = await changed();
    const copies = ws.newCopies();
    let left = 4;
    ws.copies = Object.assign(ws.newCopies(), {
      replace: async (...given: Parameters<typeof copies.replace>) =>
        given[2] && left-- <= 0 ? err({ type: 'disk-full' }) : copies.replace(...given),
    });
    const { restored, failed } = await ws.restore(start);
    expect([restored.length, failed.length]).toEqual([8, 4]);
    expect(new Set(failed.map(({ problem }) => problem.type))).toEqual(new Set(['disk-full']));
    ws.copies = copies;
    expect(outline(await ws.lists(start))).toMatchObject({ chosen: {}, left: {}, same: 8 });
    await ws.restore(start);
    expect(contents(ws)).toEqual(BEFORE);
  });

  it('a change of the agent is not made when no copy can be taken, or nothing can be logged', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    await ws.say();
    // A file where the folder of the copies should be.
    mkdirSync(path.join(ws.root, 'threads/t1'), { recursive: true });
    writeFileSync(path.join(ws.root, 'threads/t1/copies'), '');
    await expect(ws.write('a.ts', 'two\n')).rejects.toThrow('not-recorded');
    await expect(ws.remove('a.ts')).rejects.toThrow('not-recorded');
    await expect(ws.move('a.ts', 'b.ts')).rejects.toThrow('not-recorded');
    rmSync(path.join(ws.root, 'threads/t1/copies'));
    ws.log.append = async () => err({ type: 'write-failed', reason: 'ENOSPC' });
    await expect(ws.write('a.ts', 'two\n')).rejects.toThrow('not-recorded');
    await expect(ws.write('new.ts', 'two\n')).rejects.toThrow('not-recorded');
    expect([ws.text('a.ts'), ws.has('new.ts'), ws.has('b.ts')]).toEqual(['one\n', false, false]);
  });
});

describe('copies', () => {
  it('that are missing or damaged leave the file as it is', async () => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n', 'b.ts': 'eins\n' });
    const start = await ws.say();
    await ws.write('a.ts', 'two\n');
    await ws.write('b.ts', 'two\n');
    const copyOf = (text: string) => path.join(ws.root, 'threads/t1/copies', hashOf(Buffer.from(text)));
    rmSync(copyOf('one\n'));
    writeFileSync(copyOf('eins\n'), 'malicious\n');
    expect(outline(await ws.lists(start)).left).toEqual({ 'a.ts': 'no-copy', 'b.ts': 'no-copy' });
    await ws.restore(start);
    expect([ws.text('a.ts'), ws.text('b.ts')]).toEqual(['two\n', 'two\n']);
  });
});

describe('entries that were not written here', () => {
  it('don’t count: the log of another computer, or of another thread', async () => {
    const { ws, start } = await changed();
    for (const copies of [ws.newCopies(newFolder('other')), ws.newCopies(ws.root, 't2')]) {
      ws.copies = copies;
      const since = ws.since(start);
      expect([since.files, since.foreign]).toEqual([[], 24]);
    }
  });

  it('don’t count when something in them was edited', async () => {
    const { ws, start } = await changed();
    const edits: readonly ((entry: Extract<Entry, { type: 'file' }>) => object)[] = [
      () => ({ path: ws.full('other.ts') }),
      () => ({ path: `${ws.full('sub')}/../f0.ts` }),
      () => ({ before: { hash: hashOf(Buffer.from('malicious')) } }),
      ({ before }) => ({ before: before && { ...before, mode: 0o777 }, after: null }),
      () => ({ after: { hash: hashOf(Buffer.from('malicious')) } }),
      () => ({ seal: '' }),
    ];
    for (const edit of edits) {
      const entries = ws.log.thread.entries.map((entry) =>
        entry.type === 'file' ? { ...entry, ...edit(entry) } : entry,
      );
      const log = ws.log;
      ws.log = new MemoryLog(entries);
      expect(ws.since(start).foreign).toBeGreaterThan(0);
      expect((await ws.restore(start)).restored.filter(({ target }) => target)).toEqual([]);
      ws.log = log;
    }
    expect(ws.has('other.ts')).toBe(false);
  });

  it.each([
    ['above the workspace', (ws: RestorableWorkspace) => path.join(ws.full('.'), '../evil.ts')],
    ['with .. in it', (ws: RestorableWorkspace) => `${ws.full('.')}/x/../../evil.ts`],
    ['beside the workspace', (ws: RestorableWorkspace) => `${ws.full('.')}-evil/a.ts`],
    ['in the storage of threads', (ws: RestorableWorkspace) => path.join(ws.root, 'threads/t1/log.jsonl')],
    ['relative', () => 'a.ts'],
    ['a URI', () => 'file:///a.ts'],
    ['with NUL', (ws: RestorableWorkspace) => `${ws.full('a')}\0.ts`],
    ['the workspace folder', (ws: RestorableWorkspace) => ws.full('.')],
    ['in the .git folder', (ws: RestorableWorkspace) => ws.full('.git/hooks/pre-commit')],
  ])('and with a right seal: a path %s is never restored by itself', async (_, pathOf) => {
    const ws = new RestorableWorkspace({ 'a.ts': 'one\n' });
    const start = await ws.say();
    const version = await ws.copies.keep(await ws.disk.check('a.ts'));
    if (!version.ok) throw new Error('not kept');
    for (const change of [
      { path: pathOf(ws), before: version.value.version, after: null },
      { path: pathOf(ws), before: null, after: version.value.version },
    ]) {
      const seal = new Sealer(ws.root).seal('t1', change);
      if (!seal.ok) throw new Error('not sealed');
      await ws.log.append({ type: 'file', ...change, seal: seal.value });
      expect((await ws.lists(start)).unchanged).toEqual([]);
    }
    const { unchanged, chosen } = await ws.lists(entryId(start));
    expect(unchanged).toEqual([]);
    for (const { why } of chosen) expect(why.map(({ type }) => type)).toContain('protected');
    expect((await ws.restore(start)).restored).toEqual([]);
    expect(ws.text('a.ts')).toBe('one\n');
  });
});

describe('a workspace that is another now', () => {
  it('leaves files of folders that are closed', async () => {
    const ws = new RestorableWorkspace({ 'ws0/a.ts': '0\n', 'ws1/a.ts': '1\n' }, { folders: 2 });
    const start = await ws.say();
    await ws.write('ws0/a.ts', 'x\n');
    await ws.write('ws1/a.ts', 'y\n');
    Object.assign(ws, { folders: ws.folders.slice(0, 1) });
    const { unchanged, left } = await ws.lists(start);
    expect(unchanged.map(({ path: { inside } }) => inside)).toEqual(['a.ts']);
    expect(left.map(({ why }) => why.type)).toEqual(['outside']);
  });

  it('takes a copied storage folder for what it is: its own', async () => {
    const { ws, start } = await changed();
    const moved = newFolder('moved');
    cpSync(ws.root, moved, { recursive: true });
    rmSync(ws.root, { recursive: true });
    ws.copies = ws.newCopies(moved);
    expect(readFileSync(path.join(moved, 'seal.key'))).toHaveLength(32);
    await ws.restore(start);
    expect(contents(ws)).toEqual(BEFORE);
  });
});

describe('what a killed process left beside a file', () => {
  /** A process that is gone. */
  const GONE = 2_147_483_000;
  const leftover = (pid: number) => `.spool-${pid}-0123456789abcdef.tmp`;

  async function killed(pid: number, file = 'd/a.ts') {
    const ws = new RestorableWorkspace({ 'd/a.ts': 'one\n', 'other/b.ts': 'one\n' });
    symlinkSync(ws.full('d'), ws.full('link'));
    await ws.say();
    const state = await ws.copies.keep(await ws.disk.check('d/a.ts'));
    if (!state.ok) throw new Error('not kept');
    const change = { path: `${ws.folders[0]}/${file}`, before: state.value.version };
    const seal = ws.copies.seal(change);
    if (!seal.ok) throw new Error('not sealed');
    await ws.log.append({ type: 'file', ...change, seal: seal.value });
    for (const folder of ['d', 'other']) ws.put(`${folder}/${leftover(pid)}`, 'half');
    await sweepBrokenOff(ws.log.thread, { files: ws.disk, copies: ws.copies });
    return ws;
  }

  it('is removed, and nothing in any other folder', async () => {
    const ws = await killed(GONE);
    expect([ws.has(`d/${leftover(GONE)}`), ws.has(`other/${leftover(GONE)}`), ws.has('d/a.ts')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    ['the process lives', process.pid, 'd/a.ts'],
    ['the entry leads out of the workspace', GONE, 'd/../../ws0/d/a.ts'],
    ['the file’s folder is a link', GONE, 'link/a.ts'],
  ])('stays where %s', async (_, pid, file) => {
    const ws = await killed(pid, file);
    expect(ws.has(`d/${leftover(pid)}`)).toBe(true);
  });

  it('stays where the change has its end in the log', async () => {
    const ws = new RestorableWorkspace({ 'd/a.ts': 'one\n' });
    await ws.write('d/a.ts', 'two\n');
    ws.put(`d/${leftover(GONE)}`, 'x');
    await sweepBrokenOff(ws.log.thread, { files: ws.disk, copies: ws.copies });
    expect(ws.has(`d/${leftover(GONE)}`)).toBe(true);
  });
});

describe('the key of this computer', () => {
  const change = { path: '/w/a', before: null };

  it('is the same for all windows, and is made anew when it is damaged', () => {
    const root = path.join(newFolder('key'), 'deep/storage');
    const first = new Sealer(root).seal('t1', change);
    expect(first.ok).toBe(true);
    expect(new Sealer(root).seal('t1', change)).toEqual(first);
    expect(new Sealer(root).seal('t2', change)).not.toEqual(first);
    expect(statSync(path.join(root, 'seal.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(root)).toEqual(['seal.key']);
    writeFileSync(path.join(root, 'seal.key'), 'torn');
    const again = new Sealer(root).seal('t1', change);
    expect([again.ok, again]).not.toEqual([true, first]);
    expect(new Sealer(root).seal('t1', change)).toEqual(again);
    expect(readdirSync(root)).toEqual(['seal.key']);
    rmSync(path.join(root, 'seal.key'));
    execFileSync('mkfifo', [path.join(root, 'seal.key')]);
    expect(new Sealer(root).seal('t1', change).ok).toBe(true);
    expect(statSync(path.join(root, 'seal.key')).isFile()).toBe(true);
  });

  it('that can’t be made is an error, and no exception', () => {
    const root = path.join(newFolder('key'), 'file');
    writeFileSync(root, '');
    expect(new Sealer(root).seal('t1', change)).toMatchObject({ ok: false });
  });
});
