/** Files on a real disk: odd paths, odd bytes, odd kinds of files, and what changes between question and write. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NodeFiles } from '../../../../src/extension/workspace/node/node-files.ts';
import type { TextCodec } from '../../../../src/extension/workspace/node/text-codec.ts';
import { newFolder } from '../../../new-folder.ts';

function workspace(codec?: TextCodec) {
  const parent = newFolder('node-files');
  const root = path.join(parent, 'ws');
  mkdirSync(root);
  const files = new NodeFiles(() => [{ name: 'ws', path: root }], codec);
  const put = (name: string, content: string | Uint8Array) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  };
  const read = async (name: string) => files.read(await files.check(name));
  const text = async (name: string) => {
    const found = await read(name);
    if (!found.ok || found.value.type !== 'text') throw new Error(JSON.stringify(found));
    return found.value;
  };
  const write = async (name: string, wanted: string, expected?: string) =>
    files.write(await files.check(name), { expected, text: wanted });
  const bytes = (name: string) => readFileSync(path.join(root, name));
  return { parent, root, files, put, read, text, write, bytes };
}
const signal = { aborted: false };

describe('check', () => {
  it.each([
    ['a.ts', 'a.ts'],
    ['./src/../a.ts', 'a.ts'],
    ['src//b.ts', 'src/b.ts'],
    ['.', ''],
    ['100%.txt', '100%.txt'],
    ['new/deep/file', 'new/deep/file'],
  ])('%s is inside', async (given, inside) => {
    const { files } = workspace();
    expect(await files.check(given)).toMatchObject({ given, inside });
  });

  it.each([
    '../a',
    'a/../../ws-evil/x',
    'file:///etc/passwd',
    '%2e%2e/a',
    'a\0b',
    'vscode-remote://x/y',
    'untitled:a',
    'https://a/b',
  ])('%j is no path of a workspace', async (given) => {
    const { files, read } = workspace();
    expect(await files.check(given)).toEqual({ given, real: undefined, inside: undefined });
    expect(await read(given)).toEqual({ ok: false, error: { type: 'unreachable' } });
  });

  it('a link that leads out is outside, also when its target does not exist; one beside the folder too', async () => {
    const { files, parent, root } = workspace();
    mkdirSync(path.join(parent, 'ws-evil'));
    symlinkSync(path.join(parent, 'ws-evil'), path.join(root, 'out'));
    symlinkSync(path.join(parent, 'ws-evil', 'missing'), path.join(root, 'dangling'));
    symlinkSync('loop', path.join(root, 'loop'));
    for (const given of ['out/x', 'dangling', path.join(parent, 'ws-evil', 'x')]) {
      const checked = await files.check(given);
      expect(checked.inside).toBeUndefined();
      expect(checked.real).toContain('/ws-evil/');
    }
    expect((await files.check('loop')).real).toBeUndefined();
    mkdirSync(path.join(root, 'in'));
    symlinkSync('in', path.join(root, 'alias'));
    expect((await files.check('alias/x.ts')).inside).toBe('in/x.ts');
  });

  it('with several folders a path begins with the name of one', async () => {
    const { root, parent } = workspace();
    const files = new NodeFiles(() => [
      { name: 'one', path: root },
      { name: 'two', path: path.join(parent, 'two') },
    ]);
    expect((await files.check('one/a.ts')).inside).toBe('one/a.ts');
    expect((await files.check('two')).inside).toBe('two');
    expect((await files.check('a.ts')).real).toBeUndefined();
    expect((await files.check('one/../../x')).real).toBeUndefined();
    expect((await new NodeFiles(() => []).check('a.ts')).real).toBeUndefined();
  });
});

const utf16 = (text: string, big = false) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return big ? bytes.swap16() : bytes;
};

describe('texts', () => {
  it.each([
    ['utf8', Buffer.from('naïve 😀\r\n')],
    ['utf8 with a mark', Buffer.from('\ufeffnaïve 😀')],
    ['utf16le', utf16('naïve 😀\n')],
    ['utf16be', utf16('naïve 😀\n', true)],
    ['latin-1', Buffer.from('na\xefve', 'latin1')],
    ['Shift-JIS', Buffer.from([0x83, 0x65, 0x83, 0x58, 0x83, 0x67, 0x0d, 0x0a, 0x83, 0x5c])],
    ['mixed line ends', Buffer.from('naive\r\nb\nc\r\n')],
    ['empty', Buffer.from('')],
  ])('in %s keep their bytes but for what is changed', async (_, before) => {
    const { put, text, write, bytes } = workspace();
    put('a.txt', before);
    const { text: old, version } = await text('a.txt');
    expect(await write('a.txt', `${old}!`, version)).toMatchObject({ ok: true, value: { text: `${old}!` } });
    expect(bytes('a.txt').subarray(0, before.length)).toEqual(before);
    const { version: next } = await text('a.txt');
    await write('a.txt', old, next);
    expect(bytes('a.txt')).toEqual(before);
  });

  it('are refused where the encoding lacks a character, or their bytes would not come back', async () => {
    const { put, text, write, bytes } = workspace();
    put('latin.txt', Buffer.from('caf\xe9', 'latin1'));
    const { version } = await text('latin.txt');
    expect(await write('latin.txt', 'café ☕', version)).toMatchObject({ error: { type: 'unencodable' } });
    put('odd.txt', Buffer.concat([utf16('a'), Buffer.from([0x41])]));
    expect((await text('odd.txt')).obstacle).toMatchObject({ type: 'lossy' });
    put('utf8.txt', 'a');
    const utf8 = await text('utf8.txt');
    expect(await write('utf8.txt', 'half \ud800', utf8.version)).toMatchObject({ error: { type: 'unencodable' } });
    expect(await write('utf8.txt', 'nul \0', utf8.version)).toMatchObject({ ok: false });
    expect(bytes('utf8.txt').toString()).toBe('a');
  });

  it('are not writable where an editor codec loses bytes', async () => {
    const lossy: TextCodec = {
      decode: async (bytes) => ({ text: Buffer.from(bytes).toString(), encoding: 'utf8', hasMark: false }),
      encode: async ({ text }) => Buffer.from(text),
    };
    const { put, text, write, bytes } = workspace(lossy);
    put('a.txt', Buffer.from('caf\xe9', 'latin1'));
    const { version, obstacle } = await text('a.txt');
    expect(obstacle).toEqual({ type: 'lossy', encoding: 'utf8' });
    expect(await write('a.txt', 'x', version)).toMatchObject({ error: { type: 'lossy' } });
    expect(bytes('a.txt')).toEqual(Buffer.from('caf\xe9', 'latin1'));
  });
});

describe('kinds of files', () => {
  it('are told apart', async () => {
    const { put, read, root } = workspace();
    put('a.bin', Buffer.from([1, 0, 2]));
    put('a.pdf', '%PDF-1.7\n');
    put('a.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20)]));
    put('a.ipynb', '{}');
    execFileSync('mkfifo', [path.join(root, 'fifo')]);
    expect(await read('a.bin')).toMatchObject({ value: { type: 'binary', size: 3 } });
    expect(await read('a.pdf')).toMatchObject({ value: { type: 'media', block: { type: 'document', name: 'a.pdf' } } });
    expect(await read('a.png')).toMatchObject({ value: { type: 'media', block: { mediaType: 'image/png' } } });
    expect(await read('a.ipynb')).toMatchObject({ value: { obstacle: { type: 'notebook' } } });
    expect(await read('fifo')).toEqual({ ok: false, error: { type: 'no-file' } });
    expect(await read('/dev/zero')).toEqual({ ok: false, error: { type: 'no-file' } });
    expect(await read('.')).toEqual({ ok: false, error: { type: 'folder' } });
    expect(await read('a.bin/x')).toEqual({ ok: false, error: { type: 'no-folder' } });
    expect(await read('nothing')).toEqual({ ok: false, error: { type: 'missing' } });
  });
});

function folderAt(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

function linkAt(file: string): void {
  renameSync(file, `${file}.old`);
  symlinkSync(`${file}.old`, file);
}

describe('write', () => {
  it('keeps the mode, breaks hard links rather than write through them, and leaves nothing behind', async () => {
    const { put, text, write, root, parent, bytes } = workspace();
    put('run.sh', 'a\n');
    chmodSync(path.join(root, 'run.sh'), 0o755);
    linkSync(path.join(root, 'run.sh'), path.join(parent, 'other.sh'));
    expect(await write('run.sh', 'b\n', (await text('run.sh')).version)).toMatchObject({ ok: true });
    expect(statSync(path.join(root, 'run.sh')).mode & 0o777).toBe(0o755);
    expect(readFileSync(path.join(parent, 'other.sh'), 'utf8')).toBe('a\n');
    expect(await write('new/b.txt', 'b')).toMatchObject({ ok: true });
    expect(await write('new/b.txt', 'c')).toMatchObject({ error: { type: 'exists' } });
    expect(bytes('new/b.txt').toString()).toBe('b');
    expect(readdirSync(root)).toEqual(['new', 'run.sh']);
    expect(readdirSync(path.join(root, 'new'))).toEqual(['b.txt']);
  });

  it.each([
    ['was changed', 'outdated', (file: string) => writeFileSync(file, 'other')],
    ['was deleted', 'outdated', (file: string) => rmSync(file)],
    ['is read-only now', 'read-only', (file: string) => chmodSync(file, 0o444)],
    ['is a folder now', 'folder', folderAt],
    ['is a link now', 'link', linkAt],
    [
      'is in a folder that is a link now',
      'link',
      (file: string) => {
        const folder = path.dirname(file);
        renameSync(folder, `${folder}.old`);
        symlinkSync(`${folder}.old`, folder);
      },
    ],
    ['is in a folder that was removed', 'outdated', (file: string) => rmSync(path.dirname(file), { recursive: true })],
  ])('refuses what %s since it was checked', async (_, type, change) => {
    const { put, text, files, root } = workspace();
    put('src/a.txt', 'a');
    const { version } = await text('src/a.txt');
    const checked = await files.check('src/a.txt');
    change(path.join(root, 'src/a.txt'));
    expect(await files.write(checked, { expected: version, text: 'b' })).toMatchObject({ ok: false, error: { type } });
    expect(await files.move(checked, await files.check('c.txt'), version)).toMatchObject(
      type === 'read-only' ? { ok: true } : { ok: false },
    );
    expect(readdirSync(root, { recursive: true }).some((name) => String(name).includes('.spool-'))).toBe(false);
  });

  // Only root may act as another user, and root is stopped by no permission.
  it.runIf(process.getuid?.() === 0)('a move that may not remove the file leaves nothing at the new path', async () => {
    const { parent, root, files, put, text } = workspace();
    put('kept/a.ts', 'a');
    mkdirSync(path.join(root, 'open'));
    // The folder of a test run is private.
    const run = statSync(tmpdir()).mode;
    for (const folder of [parent, root, path.join(root, 'kept')]) chmodSync(folder, 0o755);
    chmodSync(path.join(root, 'open'), 0o777);
    chownSync(path.join(root, 'kept/a.ts'), 65_534, 65_534);
    const { version } = await text('kept/a.ts');
    const [from, to] = [await files.check('kept/a.ts'), await files.check('open/a.ts')];
    chmodSync(tmpdir(), run | 0o011);
    process.seteuid?.(65_534);
    try {
      expect(await files.move(from, to, version)).toMatchObject({ ok: false, error: { type: 'no-permission' } });
    } finally {
      process.seteuid?.(0);
      chmodSync(tmpdir(), run);
    }
    expect(readdirSync(path.join(root, 'open'))).toEqual([]);
    expect((await text('kept/a.ts')).text).toBe('a');
  });

  it('makes no file below a link that was put there meanwhile', async () => {
    const { files, root, parent } = workspace();
    const checked = await files.check('new/a.txt');
    mkdirSync(path.join(parent, 'outside'));
    symlinkSync(path.join(parent, 'outside'), path.join(root, 'new'));
    expect(await files.write(checked, { expected: undefined, text: 'x' })).toMatchObject({ error: { type: 'link' } });
    expect(readdirSync(path.join(parent, 'outside'))).toEqual([]);
  });
});

describe('move and remove', () => {
  it('move to where nothing is, and remove what was expected', async () => {
    const { files, put, text, bytes, root } = workspace();
    put('a.txt', 'a');
    put('b.txt', 'b');
    const { version } = await text('a.txt');
    const [a, b, c] = await Promise.all(['a.txt', 'b.txt', 'deep/c.txt'].map((name) => files.check(name)));
    if (!a || !b || !c) throw new Error();
    expect(await files.move(a, b, version)).toEqual({ ok: false, error: { type: 'exists' } });
    expect(bytes('b.txt').toString()).toBe('b');
    expect(await files.move(a, c, version)).toMatchObject({ ok: true });
    expect(await files.remove(c, 'x')).toEqual({ ok: false, error: { type: 'outdated' } });
    expect(await files.remove(c, version)).toEqual({ ok: true, value: 'gone' });
    expect(readdirSync(root)).toEqual(['b.txt', 'deep']);
  });
});

describe('list and find', () => {
  it('leave out what ignore files name, nearest first, and never follow links', async () => {
    const { files, put, root, parent } = workspace();
    put('.gitignore', 'dist/\n*.log\n!keep.log\n/only-here\n');
    put('sub/.gitignore', '!*.log\nonly-here\n');
    for (const name of [
      'a.ts',
      'b.log',
      'keep.log',
      'only-here',
      'sub/c.log',
      'sub/d.ts',
      'dist/e.ts',
      '.git/f.ts',
      'sub/only-here',
    ])
      put(name, '');
    mkdirSync(path.join(parent, 'outside'));
    writeFileSync(path.join(parent, 'outside', 'g.ts'), '');
    symlinkSync(path.join(parent, 'outside'), path.join(root, 'link'));
    const find = async (pattern: string, limit = 100) => files.find(await files.check('.'), pattern, limit, signal);
    expect(await find('*')).toMatchObject({
      value: { paths: ['.gitignore', 'a.ts', 'keep.log', 'sub/.gitignore', 'sub/c.log', 'sub/d.ts'], isCut: false },
    });
    expect(await find('*.{ts,log}', 2)).toMatchObject({ value: { paths: expect.any(Array), isCut: true } });
    expect(await find('sub/**/*.ts')).toMatchObject({ value: { paths: ['sub/d.ts'] } });
    expect(await find('./a.ts')).toMatchObject({ value: { paths: ['a.ts'] } });
    expect(await find('!a.ts')).toMatchObject({ value: { paths: [] } });
    const listed = await files.list(await files.check('.'));
    expect(listed).toMatchObject({ value: { ignored: ['.git', 'b.log', 'dist', 'only-here'] } });
    expect(listed.ok && listed.value.entries.map(({ name, type }) => `${name}:${type}`)).toContain('link:link');
    expect(await files.list(await files.check('a.ts'))).toMatchObject({ error: { type: 'no-folder' } });
  });
});
