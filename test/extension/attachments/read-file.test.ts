/** What a file is attached as, and which files are refused, by the rules for reading. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_TEXT } from '../../../src/core/protocol/draft-attachment.ts';
import { newFolder } from '../../new-folder.ts';
import { FakeUri, host, resetHost } from './fake-vscode.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).fakeVscode);

const { readFile } = await import('../../../src/extension/attachments/read-file.ts');

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let root = '';
const fileOf = (name: string) => path.join(root, name);
const put = (name: string, content: string | Uint8Array) => {
  mkdirSync(path.dirname(fileOf(name)), { recursive: true });
  writeFileSync(fileOf(name), content);
};
const read = (name: string, ownFolders: readonly string[] = []) =>
  readFile(FakeUri.file(fileOf(name)) as unknown as Parameters<typeof readFile>[0], ownFolders);
const problem = async (name: string, ownFolders?: readonly string[]) => {
  const found = await read(name, ownFolders);
  return found.ok ? 'attached' : found.error;
};

beforeEach(() => {
  resetHost();
  root = path.join(newFolder('attached'), 'ws');
  mkdirSync(root);
  host.folders = [root];
});

describe('a file is attached', () => {
  it('as text with its path from the workspace folder', async () => {
    put('src/a.ts', 'const a = 1;\n');
    expect(await read('src/a.ts')).toMatchObject({
      value: {
        block: { type: 'attachment', kind: 'file', name: 'src/a.ts', text: 'const a = 1;\n' },
        source: FakeUri.file(fileOf('src/a.ts')).toString(),
      },
    });
  });

  it('as what its editor shows, where that is not saved yet', async () => {
    put('a.ts', 'saved');
    const getText = () => 'not saved';
    host.documents = [{ uri: FakeUri.file(fileOf('a.ts')), isDirty: true, isClosed: false, encoding: 'utf8', getText }];
    expect(await read('a.ts')).toMatchObject({ value: { block: { text: 'not saved' } } });
  });

  it('as an image where it is one, whatever its name', async () => {
    put('shot.txt', PNG);
    expect(await read('shot.txt')).toMatchObject({
      value: { block: { type: 'image', mediaType: 'image/png', name: 'shot.txt' } },
    });
  });

  it('from outside of the workspace, as the person chose it', async () => {
    put('../far/notes.md', 'far');
    expect(await read('../far/notes.md')).toMatchObject({ value: { block: { text: 'far' } } });
  });
});

describe('a file is refused', () => {
  it('that may hold keys, by its name or by where a link leads', async () => {
    put('.env', 'KEY=1');
    symlinkSync(fileOf('.env'), fileOf('plain.txt'));
    expect(await problem('.env')).toMatchObject({ type: 'secret' });
    expect(await problem('plain.txt')).toMatchObject({ type: 'secret' });
  });

  it('of the extension’s own storage', async () => {
    put('own/log.jsonl', '{}');
    expect(await problem('own/log.jsonl', [fileOf('own')])).toMatchObject({ type: 'own-storage' });
  });

  it('that is neither text nor media, is too long, is gone, or is a folder', async () => {
    put('a.bin', Buffer.from([0, 1, 2, 3, 0, 255]));
    put('long.txt', 'x'.repeat(MOST_TEXT + 1));
    put('folder/a.ts', 'x');
    expect(await problem('a.bin')).toMatchObject({ type: 'binary', name: 'a.bin' });
    expect(await problem('long.txt')).toMatchObject({ type: 'too-long', length: MOST_TEXT + 1, most: MOST_TEXT });
    expect(await problem('gone.ts')).toMatchObject({ type: 'file', problem: { type: 'missing' } });
    expect(await problem('folder')).toMatchObject({ type: 'file' });
  });

  it('of a workspace that is not trusted, and of what is on no disk', async () => {
    put('a.ts', 'x');
    host.isTrusted = false;
    expect(await problem('a.ts')).toEqual({ type: 'restricted' });
    const far = FakeUri.parse('vscode-vfs://github/a.ts') as unknown as Parameters<typeof readFile>[0];
    expect(await readFile(far, [])).toMatchObject({ error: { type: 'file', problem: { type: 'unreachable' } } });
  });
});
