/** The attachments that are lists: the files of a folder, and the Problems panel. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../../new-folder.ts';
import { FakeRange, FakeUri, host, resetHost } from './fake-vscode.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).fakeVscode);

const { listFolder, listProblems } = await import('../../../src/extension/attachments/lists.ts');

let root = '';
const put = (name: string, text = 'x') => {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
};
const list = async (name: string) => {
  const uri = FakeUri.file(path.join(root, name)) as unknown as Parameters<typeof listFolder>[0];
  const read = await listFolder(uri, []);
  return read.ok ? read.value.block : read.error;
};

beforeEach(() => {
  resetHost();
  root = path.join(newFolder('lists'), 'ws');
  mkdirSync(root);
  host.folders = [root];
});

describe('a folder is attached as the paths of its files', () => {
  it('from the folder, in order, without ignored and hidden ones', async () => {
    host.settings = { 'files.exclude': { 'src/gen': true } };
    put('.gitignore', '*.log\n');
    for (const name of ['src/b.ts', 'src/a.ts', 'src/a.log', 'src/sub/c.ts', 'src/gen/d.ts', 'other.ts']) put(name);
    expect(await list('src')).toMatchObject({ kind: 'folder', name: 'src', text: 'a.ts\nb.ts\nsub/c.ts' });
  });

  it('outside of the workspace too', async () => {
    put('../far/a.ts');
    expect(await list('../far')).toMatchObject({ text: 'a.ts' });
  });

  it('up to a number, which the last line says', async () => {
    for (let n = 0; n < 502; n++) put(`many/${n}.ts`);
    const block = await list('many');
    const lines = 'text' in block ? block.text.split('\n') : [];
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toBe('[There are more than 500 files.]');
  });

  it('unless it is empty, secret, or the workspace is not trusted', async () => {
    mkdirSync(path.join(root, 'empty'));
    put('.ssh/known');
    expect(await list('empty')).toEqual({ type: 'empty-folder', name: 'empty' });
    expect(await list('.ssh')).toMatchObject({ type: 'secret' });
    host.isTrusted = false;
    expect(await list('empty')).toEqual({ type: 'restricted' });
  });
});

describe('the problems are attached', () => {
  const problem = (severity: number, message: string, source?: string) => ({
    severity,
    message,
    range: new FakeRange(2, 4, 2, 9),
    ...(source !== undefined && { source }),
  });
  const text = () => {
    const read = listProblems();
    return read.ok && 'text' in read.value.block ? read.value.block.text.split('\n') : [];
  };

  it('with a line each, errors first', () => {
    const uri = FakeUri.file(path.join(root, 'src/a.ts'));
    host.diagnostics = [[uri, [problem(1, 'unused\n  name', 'lint'), problem(0, 'no such name')]]];
    expect(text()).toEqual(['src/a.ts:3:5 error: no such name', 'src/a.ts:3:5 warning: unused name (lint)']);
  });

  it('within limits of number and length', () => {
    const uri = FakeUri.file(path.join(root, 'a.ts'));
    host.diagnostics = [[uri, Array.from({ length: 203 }, () => problem(3, 'x'.repeat(5_000)))]];
    expect(text()).toHaveLength(201);
    expect(text()[0]?.length).toBeLessThan(1_100);
    expect(text().at(-1)).toBe('[3 more problems are left out.]');
  });

  it('only where there are some', () => {
    expect(listProblems()).toMatchObject({ error: { type: 'no-problems' } });
  });
});
