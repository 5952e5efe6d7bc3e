/** Files that editors have open: unsaved text is what is read, and it is written through the editor or not at all. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newFolder } from '../../../new-folder.ts';

/** An editor's document: what is in it, and what its save does. */
class FakeDocument {
  isClosed = false;
  encoding = 'utf8';
  uri: { scheme: string; fsPath: string };
  text: string;
  isDirty = true;
  save = async (): Promise<boolean> => {
    writeFileSync(this.uri.fsPath, this.text);
    this.isDirty = false;
    return true;
  };

  constructor(file: string, text: string) {
    this.uri = { scheme: 'file', fsPath: file };
    this.text = text;
  }

  getText = () => this.text;
  positionAt = (offset: number) => offset;
}

const editor = vi.hoisted(() => ({
  documents: [] as { text: string; uri: unknown }[],
  root: '',
  applies: true,
  trashed: [] as string[],
}));

vi.mock('vscode', () => {
  class WorkspaceEdit {
    edits: { uri: unknown; range: { start: number; end: number }; text: string }[] = [];
    replace(uri: unknown, range: { start: number; end: number }, text: string) {
      this.edits.push({ uri, range, text });
    }
  }
  class Range {
    start: number;
    end: number;
    constructor(start: number, end: number) {
      this.start = start;
      this.end = end;
    }
  }
  return {
    WorkspaceEdit,
    Range,
    Uri: { file: (fsPath: string) => ({ scheme: 'file', fsPath }) },
    workspace: {
      get workspaceFolders() {
        return [
          { name: 'ws', uri: { scheme: 'file', fsPath: editor.root } },
          { name: 'far', uri: { scheme: 'vscode-vfs', fsPath: '/far' } },
        ];
      },
      get textDocuments() {
        return editor.documents;
      },
      decode: async (bytes: Uint8Array, { encoding }: { encoding?: string }) =>
        Buffer.from(bytes).toString(encoding === 'windows1252' ? 'latin1' : 'utf8'),
      encode: async (text: string, { encoding }: { encoding?: string }) =>
        encoding === 'windows1252' ? Buffer.from(text.replace(/[^\0-\xff]/g, '?'), 'latin1') : Buffer.from(text),
      applyEdit: async ({ edits }: WorkspaceEdit) => {
        for (const { uri, range, text } of editor.applies ? edits : []) {
          const document = editor.documents.find((one) => one.uri === uri);
          if (document) document.text = document.text.slice(0, range.start) + text + document.text.slice(range.end);
        }
        // As VS Code does for a document that is read-only.
        return true;
      },
      fs: {
        delete: async ({ fsPath }: { fsPath: string }) => {
          editor.trashed.push(fsPath);
          rmSync(fsPath);
        },
      },
    },
  };
});

const { VsCodeFiles } = await import('../../../../src/extension/workspace/vscode/vscode-files.ts');

beforeEach(() => {
  const root = path.join(newFolder('vscode-files'), 'ws');
  mkdirSync(root);
  Object.assign(editor, { documents: [], root, applies: true, trashed: [] });
});

function open(name: string, saved: string, text: string): FakeDocument {
  const file = path.join(editor.root, name);
  writeFileSync(file, saved);
  const document = new FakeDocument(file, text);
  editor.documents.push(document);
  return document;
}

async function dirty(name: string) {
  const files = new VsCodeFiles();
  const checked = await files.check(name);
  const found = await files.read(checked);
  if (!found.ok) throw new Error(found.error.type);
  const expected = found.value.version;
  return { files, checked, content: found.value, write: (text: string) => files.write(checked, { expected, text }) };
}
const onDisk = (name: string) => readFileSync(path.join(editor.root, name), 'utf8');

describe('an open document with unsaved text', () => {
  it('is read as the person sees it, and written and saved through the editor', async () => {
    const document = open('a.ts', 'a\r\nb\r\n', 'a\r\nnew\r\n');
    const { content, write } = await dirty('a.ts');
    expect(content).toMatchObject({ text: 'a\r\nnew\r\n', isDirty: true });
    expect(await write('A\r\nnew\r\n')).toMatchObject({ ok: true, value: { text: 'A\r\nnew\r\n', isDirty: false } });
    expect([document.text, onDisk('a.ts')]).toEqual(['A\r\nnew\r\n', 'A\r\nnew\r\n']);
  });

  it('gives what a formatter made of it', async () => {
    const document = open('a.ts', 'a', 'b');
    const save = document.save;
    document.save = async () => {
      document.text += ';\n';
      return save();
    };
    expect(await (await dirty('a.ts')).write('c')).toMatchObject({ ok: true, value: { text: 'c;\n' } });
  });

  it('is not written when the person typed, or the file changed, meanwhile', async () => {
    const document = open('a.ts', 'a', 'b');
    const first = await dirty('a.ts');
    document.text = 'typed';
    expect(await first.write('c')).toEqual({ ok: false, error: { type: 'outdated' } });
    const second = await dirty('a.ts');
    writeFileSync(document.uri.fsPath, 'other');
    expect(await second.write('c')).toEqual({ ok: false, error: { type: 'outdated' } });
    expect(document.text).toBe('typed');
  });

  it('is as it was when the editor does not save or change it', async () => {
    const document = open('a.ts', 'a', 'b');
    document.save = async () => false;
    expect(await (await dirty('a.ts')).write('c')).toMatchObject({ error: { type: 'not-written' } });
    expect([document.text, onDisk('a.ts')]).toEqual(['b', 'a']);
    editor.applies = false;
    expect(await (await dirty('a.ts')).write('c')).toMatchObject({ error: { type: 'not-written' } });
  });

  it('is not written with a character that its encoding lacks', async () => {
    const document = open('a.ts', 'a', 'b');
    document.encoding = 'windows1252';
    expect(await (await dirty('a.ts')).write('☕')).toMatchObject({ error: { type: 'unencodable' } });
    expect(await (await dirty('a.ts')).write('caf')).toMatchObject({ ok: true });
  });

  it('is not moved or deleted, nor brought back when its file is gone', async () => {
    const document = open('a.ts', 'a', 'b');
    const { files, checked, content } = await dirty('a.ts');
    expect(await files.remove(checked, content.version)).toEqual({ ok: false, error: { type: 'unsaved' } });
    expect(await files.move(checked, await files.check('c.ts'), content.version)).toMatchObject({ ok: false });
    rmSync(document.uri.fsPath);
    expect((await dirty('a.ts')).content).toMatchObject({ obstacle: { type: 'unsaved' } });
  });
});

describe('a file without unsaved text', () => {
  it('is written as bytes with mixed line ends, and deleted into the trash', async () => {
    const document = open('a.ts', 'a\r\nb\n', 'a\r\nb\r\n');
    document.isDirty = false;
    const { files, checked, content, write } = await dirty('a.ts');
    expect(content).toMatchObject({ text: 'a\r\nb\n', isDirty: false });
    const written = await write('A\r\nb\n');
    expect(onDisk('a.ts')).toBe('A\r\nb\n');
    expect(document.text).toBe('a\r\nb\r\n');
    expect(await files.remove(checked, 'old')).toEqual({ ok: false, error: { type: 'outdated' } });
    expect(await files.remove(checked, written.ok ? written.value.version : '')).toEqual({ ok: true, value: 'trash' });
    expect(editor.trashed).toEqual([path.join(editor.root, 'a.ts')]);
  });

  it('is not written where VS Code would lose bytes, and no virtual folder is offered', async () => {
    writeFileSync(path.join(editor.root, 'latin.txt'), Buffer.from('caf\xe9', 'latin1'));
    const { files, content, write } = await dirty('latin.txt');
    expect(content).toMatchObject({ obstacle: { type: 'lossy' } });
    expect(await write('x')).toMatchObject({ error: { type: 'lossy' } });
    expect(readFileSync(path.join(editor.root, 'latin.txt'))).toEqual(Buffer.from('caf\xe9', 'latin1'));
    expect(files.folders()).toEqual(['ws']);
  });
});
