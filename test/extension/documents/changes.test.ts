/** The diff editors of changes: what a call changed is compared by its copies, and a review closes with its question. */
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileVersion } from '../../../src/core/thread/entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import { closeReviews } from '../../../src/extension/documents/close-reviews.ts';
import { compareCall } from '../../../src/extension/documents/compare-call.ts';
import { copyDocument } from '../../../src/extension/documents/copy-document.ts';
import { fromQuery, toUriParts } from '../../../src/extension/documents/document-address.ts';
import type { WaitingQuestion } from '../../../src/extension/permission/question-queue.ts';
import { openCopies } from '../../../src/extension/storage/copies.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { numbered } from '../../core/arbitrary/thread.ts';
import { newFolder } from '../../new-folder.ts';
import { ENGLISH } from '../english.ts';

type Parts = ReturnType<typeof toUriParts>;

const editor = vi.hoisted(() => ({
  diffs: [] as unknown[][],
  groups: [] as { tabs: { input: unknown }[] }[],
  closed: [] as unknown[],
}));

vi.mock('vscode', () => ({
  EventEmitter: class {},
  Uri: { from: (parts: unknown) => parts, file: (fsPath: string) => ({ scheme: 'file', fsPath }) },
  commands: { executeCommand: async (...given: unknown[]) => editor.diffs.push(given) },
  TabInputTextDiff: class {
    readonly original: unknown;
    readonly modified: unknown;
    constructor(original: unknown, modified: unknown) {
      this.original = original;
      this.modified = modified;
    }
  },
  window: {
    tabGroups: {
      get all() {
        return editor.groups;
      },
      close: async (tabs: readonly unknown[]) => editor.closed.push(...tabs),
    },
  },
}));

beforeEach(() => {
  editor.diffs.length = editor.groups.length = editor.closed.length = 0;
});

async function copied() {
  const root = newFolder('copies');
  const folder = path.join(root, 'threads/t1');
  const copies = openCopies(folder);
  const copyOf = async (text: string | Uint8Array): Promise<FileVersion> => ({
    hash: await copies.put(Buffer.from(text)),
  });
  const store = openStore(root);
  const text = (uri: unknown) => {
    const address = fromQuery((uri as Parts).query);
    return address?.show === 'copy' ? copyDocument(address, store, ENGLISH) : undefined;
  };
  const compare = async (name: string, changes: readonly object[]) => {
    const call = { type: 'tool_use', id: 'c1', name, input: {} } as const;
    const result = { type: 'tool_result', toolUseId: 'c1', content: [] } as const;
    const asked = { type: 'message', origin: 'model', blocks: [call] } as const;
    const answered = { type: 'message', origin: 'tools', blocks: [result] } as const;
    const logged = changes.map(
      (change) => ({ type: 'file', folder: '/ws', call: 'c1', seal: 's', ...change }) as const,
    );
    const entries = numbered([asked, answered, asked, ...(logged as unknown as (typeof asked)[]), answered]);
    const thread = replay(entries);
    const why = await compareCall({ id: 't1', thread }, '3.0', store, ENGLISH);
    const shown = editor.diffs.map(async ([, before, after, title]) => [await text(before), await text(after), title]);
    const rows = projectRows(thread).rows.map((row) => row.type === 'tool' && row.hasDiff === true);
    return { why, shown: await Promise.all(shown), rows };
  };
  return { folder, copyOf, compare };
}

describe('what a call changed', () => {
  it('is compared from the first to the last of its changes, and its row offers so', async () => {
    const { copyOf, compare } = await copied();
    const [one, two, three] = [await copyOf('one\n'), await copyOf('two\n'), await copyOf('three\n')];
    const changes = [{ before: one }, { before: one, after: two }, { before: two }, { before: two, after: three }];
    const done = await compare(
      'edit_file',
      changes.map((change) => ({ path: 'src/a.ts', ...change })),
    );
    expect(done).toEqual({
      why: undefined,
      shown: [['one\n', 'three\n', 'a.ts (before ↔ after)']],
      rows: [false, true],
    });
  });

  it('of a file that was made, deleted or moved too', async () => {
    const { copyOf, compare } = await copied();
    const one = await copyOf('one\n');
    const made = await compare('write_file', [{ path: 'a.ts', before: null, after: one }]);
    expect(made.shown.at(-1)).toEqual(['', 'one\n', 'a.ts (before ↔ after)']);
    const gone = await compare('delete_file', [{ path: 'a.ts', before: one, after: null }]);
    expect(gone.shown.at(-1)).toEqual(['one\n', '', 'a.ts (before ↔ after)']);
    const moved = await compare('move_file', [
      { path: 'a.ts', before: one, after: null },
      { path: 'b.ts', before: null, after: one },
    ]);
    expect(moved.shown.slice(2)).toEqual([['one\n', 'one\n', 'b.ts (before ↔ after)']]);
  });

  it.each([
    ['the copy of it after the change is gone', undefined],
    ['after the change it was too large', 'too-large'],
    ['take up all the space', 'full'],
  ] as const)('is not compared, and says so, where %s', async (words, uncopied) => {
    const { copyOf, compare } = await copied();
    const after = { hash: 'f'.repeat(64), ...(uncopied && { uncopied }) };
    const { why, shown } = await compare('edit_file', [{ path: 'src/a.ts', before: await copyOf('one\n'), after }]);
    expect(shown).toEqual([]);
    expect(why).toContain('src/a.ts can’t be compared');
    expect(why).toContain(words);
  });

  it('is not compared where it was broken off, or the log does not say it', async () => {
    const { copyOf, compare } = await copied();
    const before = await copyOf('one\n');
    expect((await compare('edit_file', [{ path: 'a.ts', before }])).why).toContain('broken off');
    const old = await compare('edit_file', [{ path: 'a.ts', before, after: null, call: undefined }]);
    expect(old).toMatchObject({ why: expect.stringContaining('does not say'), rows: [false, false] });
  });

  it('says so in the document where a copy went later, or is no text', async () => {
    const { folder, copyOf } = await copied();
    const store = openStore(path.dirname(path.dirname(folder)));
    const { hash } = await copyOf('one\n');
    const read = (name: string, thread = 't1') => copyDocument({ show: 'copy', thread, hash: name }, store, ENGLISH);
    rmSync(path.join(folder, 'copies', hash));
    expect(await read(hash)).toContain('missing');
    expect(await read('../log.jsonl')).toContain('missing');
    writeFileSync(path.join(folder, 'x'), 'x');
    expect(await read(hash, '../t1')).toContain('missing');
    expect(await read((await copyOf(Buffer.from([0, 1, 2, 0]))).hash)).toContain('no text');
  });
});

it('a review is closed when its question is answered, and nothing else is', async () => {
  const { TabInputTextDiff } = await import('vscode');
  const change = (question: number, call: string) =>
    ({ show: 'change', question, call, change: 0, side: 'after' }) as const;
  const tab = (uri: Parts) => ({ input: new TabInputTextDiff(uri as never, uri as never) });
  const [answered, open, reused] = [change(1, 'c1'), change(2, 'c2'), change(2, 'c1')].map((address) =>
    tab(toUriParts(address, 'a.ts')),
  );
  const copy = tab(toUriParts({ show: 'copy', thread: 't1', hash: '' }, 'a.ts'));
  const other = tab({ scheme: 'git', path: '/a.ts', query: 'show=change&question=1&call=c1&change=0&side=after' });
  editor.groups.push({ tabs: [answered, open, copy] as never }, { tabs: [reused, other, { input: {} }] as never });
  await closeReviews([{ id: 2, threadId: 't1', question: { call: 'c2' } } as unknown as WaitingQuestion]);
  expect(editor.closed).toEqual([answered, reused]);
});
