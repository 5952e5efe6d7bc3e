/** What a person is offered after `@`: no ignored, hidden or secret files, and nothing that a link leads to. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../../new-folder.ts';
import { FakeRange, FakeUri, host, resetHost } from './fake-vscode.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).fakeVscode);

const { findMentions } = await import('../../../src/extension/attachments/find-mentions.ts');

let root = '';
const put = (name: string, text = 'x\n') => {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const uriOf = (name: string) => FakeUri.file(path.join(root, name));
const offered = async (text: string, kind: string) =>
  (await findMentions(text)).list.flatMap((one) => (one.kind === kind && 'name' in one ? [one.name] : []));

beforeEach(() => {
  resetHost();
  root = path.join(newFolder('mentions'), 'ws');
  put('.gitignore', 'dist\n*.log\n');
  put('src/queue.ts');
  put('src/upload/queue-state.ts');
  put('dist/queue.js');
  put('queue.log');
  put('.env');
  put('deep/.gitignore', 'own-queue.ts\n');
  put('deep/own-queue.ts');
  put('node_modules/queue/index.js');
  host.folders = [root];
  host.settings = {
    'files.exclude': { '**/.git': true, '**/*.off': false },
    'search.exclude': { '**/node_modules': true, 'only-here': true, '**/*.{bak,tmp}': true, '**/*.map': { when: 'x' } },
  };
});

describe('the files after @', () => {
  it('are those that no .gitignore names, without a repository too', async () => {
    expect(await offered('queue', 'file')).toEqual(['src/queue.ts', 'src/upload/queue-state.ts']);
    mkdirSync(path.join(root, '.git'));
    expect(await offered('QUEUE', 'file')).toEqual(['src/queue.ts', 'src/upload/queue-state.ts']);
  });

  it('are those that no setting hides: a glob without ** holds for the root alone', async () => {
    for (const name of ['only-here/a-one.ts', 'src/only-here/a-two.ts', 'a.bak', 'a.tmp', 'a.map', 'a.off']) put(name);
    expect(await offered('only-here/a', 'file')).toEqual(['src/only-here/a-two.ts']);
    expect(await offered('a.', 'file')).toEqual(['a.map', 'a.off']);
  });

  it('are no secret files, and none that a link leads to', async () => {
    const outside = newFolder('outside');
    writeFileSync(path.join(outside, 'linked-a.ts'), 'x');
    symlinkSync(outside, path.join(root, 'linked'));
    symlinkSync(path.join(outside, 'linked-a.ts'), path.join(root, 'linked-b.ts'));
    expect(await offered('linked', 'file')).toEqual([]);
    expect(await offered('linked', 'folder')).toEqual([]);
    expect(await offered('env', 'file')).toEqual([]);
  });

  it('are found by the last parts of their path', async () => {
    expect(await offered('up/queue', 'file')).toEqual(['src/upload/queue-state.ts']);
    expect(await offered('src/upload', 'file')).toEqual([]);
    expect(await offered('[*', 'file')).toEqual([]);
  });

  it('are those of open tabs first where nothing was typed', async () => {
    host.tabs = [uriOf('src/upload/queue-state.ts'), uriOf('.env')];
    const names = await offered('', 'file');
    expect(names[0]).toBe('src/upload/queue-state.ts');
    expect(names).toContain('src/queue.ts');
    expect(names).not.toContain('.env');
    expect(new Set(names).size).toBe(names.length);
  });

  it('have the name of their folder before them where there are several', async () => {
    const other = path.join(newFolder('mentions-b'), 'other');
    mkdirSync(other);
    writeFileSync(path.join(other, 'queue.md'), 'x');
    host.folders = [root, other];
    expect(await offered('queue.md', 'file')).toEqual(['other/queue.md']);
  });
});

describe('beside the files', () => {
  it('folders are offered by the files below them, each once', async () => {
    expect(await offered('upl', 'folder')).toEqual(['src/upload']);
    expect(await offered('src', 'folder')).toEqual(['src', 'src/upload']);
    expect(await offered('dist', 'folder')).toEqual([]);
  });

  it('symbols are those of files that are listed', async () => {
    const symbol = (name: string, file: string) => ({
      name,
      location: { uri: uriOf(file), range: new FakeRange(2, 0, 4, 1) },
    });
    host.symbols = async () => [
      symbol('one', 'dist/queue.js'),
      symbol('two', 'node_modules/queue/index.js'),
      symbol('three', '.env'),
      symbol('four', '../far.ts'),
      symbol('five', 'src/queue.ts'),
    ];
    expect(await offered('on', 'symbol')).toEqual(['five']);
    expect((await findMentions('on')).list.at(-1)).toMatchObject({
      detail: 'src/queue.ts:3',
      wish: { from: 3, to: 5 },
    });
    host.symbols = () => Promise.reject(new Error('no provider'));
    expect(await offered('on', 'symbol')).toEqual([]);
  });

  it('selection and problems are offered only where there are some', async () => {
    expect((await findMentions('sel')).list).toEqual([]);
    host.editor = { document: { uri: uriOf('src/queue.ts') }, selections: [new FakeRange(4, 0, 6, 0)] };
    host.diagnostics = [[uriOf('src/queue.ts'), [{ severity: 0, message: 'm', range: new FakeRange(0, 0, 0, 1) }]]];
    expect((await findMentions('sel')).list).toEqual([
      { kind: 'selection', detail: 'src/queue.ts:5', wish: { type: 'selection' } },
    ]);
    expect((await findMentions('prob')).list).toEqual([{ kind: 'problems', detail: '1', wish: { type: 'problems' } }]);
  });

  it('a workspace that is not trusted, or has no folder, offers no files and says why', async () => {
    host.isTrusted = false;
    expect(await findMentions('queue')).toEqual({ list: [], lacks: 'restricted' });
    host.folders = [];
    expect(await findMentions('queue')).toEqual({ list: [], lacks: 'no-folder' });
  });
});
