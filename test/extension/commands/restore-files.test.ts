/** Restore Files…: a person chooses a message, what is restored and which files, over a real thread and a real folder. */
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ThreadLog } from '../../../src/core/agent/ports.ts';
import { recordChanges } from '../../../src/core/workspace/restore/record-changes.ts';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { type RestoreWish, runRestoreFiles } from '../../../src/extension/commands/restore-files.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { Sealer } from '../../../src/extension/storage/seal-key.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import type { Said } from '../../../src/extension/words/outcome-text.ts';
import { NodeCopies } from '../../../src/extension/workspace/node/node-copies.ts';
import { diskFolders, VsCodeFiles } from '../../../src/extension/workspace/vscode/vscode-files.ts';
import { newFolder } from '../../new-folder.ts';
import { ENGLISH } from '../english.ts';

interface Item {
  readonly label: string;
  readonly kind?: number;
  readonly detail?: string;
  readonly description?: string;
}

const editor = vi.hoisted(() => ({
  root: '',
  documents: [] as unknown[],
  diffs: [] as unknown[][],
  /** What the person sees and does, list after list: the labels that they tick or choose; undefined leaves the list. */
  shown: [] as Item[][],
  answers: [] as ((items: readonly Item[], ticked: readonly Item[]) => readonly string[] | undefined)[],
}));

vi.mock('vscode', () => {
  const answer = (items: readonly Item[], ticked: readonly Item[]) => {
    editor.shown.push([...items]);
    return editor.answers.shift()?.(items, ticked);
  };
  const uri = (scheme: string, fsPath: string, query = '') => ({ scheme, fsPath, path: fsPath, query });
  class FakePick {
    items: readonly Item[] = [];
    #selected: readonly Item[] = [];
    #on: Record<string, ((event: never) => void)[]> = {};
    get selectedItems() {
      return this.#selected;
    }
    set selectedItems(items) {
      this.#selected = items;
    }
    #add = (name: string) => (listener: (event: never) => void) => {
      this.#on[name] = [...(this.#on[name] ?? []), listener];
    };
    #fire = (name: string, event?: unknown) => {
      for (const listener of this.#on[name] ?? []) listener(event as never);
    };
    onDidChangeSelection = this.#add('selection');
    onDidTriggerItemButton = this.#add('button');
    onDidAccept = this.#add('accept');
    onDidHide = this.#add('hide');
    show = () => {
      const labels = answer(this.items, this.#selected);
      for (const item of this.items) if (labels?.includes(`compare ${item.label}`)) this.#fire('button', { item });
      if (labels) {
        this.#selected = this.items.filter(({ label, kind }) => kind !== -1 && labels.includes(label));
        this.#fire('selection', this.#selected);
        this.#fire('accept');
      }
      this.hide();
    };
    hide = () => this.#fire('hide');
    dispose = () => undefined;
  }
  return {
    QuickPickItemKind: { Separator: -1 },
    ThemeIcon: class {},
    Uri: { file: (fsPath: string) => uri('file', fsPath), from: (parts: Item) => parts },
    window: {
      createQuickPick: () => new FakePick(),
      showQuickPick: async (items: readonly Item[]) => {
        const [label = ''] = answer(items, []) ?? [];
        return items.find((item) => label !== '' && item.label.startsWith(label));
      },
    },
    commands: {
      executeCommand: async (...given: unknown[]) => {
        editor.diffs.push(given);
      },
    },
    workspace: {
      get workspaceFolders() {
        return [{ name: 'ws', uri: { scheme: 'file', fsPath: editor.root } }];
      },
      textDocuments: editor.documents,
      registerTextDocumentContentProvider: () => ({ dispose: () => undefined }),
      encode: async (text: string) => Buffer.from(text),
      decode: async (bytes: Uint8Array) => Buffer.from(bytes).toString(),
      fs: { delete: () => Promise.reject(new Error('no trash')) },
    },
  };
});

let storage: string;
let session: ThreadSession;
let told: Said[];
let thread: string;

const full = (file: string) => path.join(editor.root, file);
const text = (file: string) => {
  try {
    return readFileSync(full(file), 'utf8');
  } catch {
    return undefined;
  }
};
const put = (file: string, content: string) => writeFileSync(full(file), content);
const entries = () => session.state.open?.thread.entries ?? [];
const said = () => session.state.open?.thread.messages.map(({ blocks }) => blocks[0]);

function restore(wish: RestoreWish = {}) {
  // SAFETY: the command uses these parts alone.
  const host = {
    session,
    storage: { root: storage, ownFolders: [storage] },
    l10n: ENGLISH,
    log: { error: (error: unknown) => expect.fail(String(error)) },
    tell: (one: Said) => told.push(one),
  } as unknown as CommandContext;
  return runRestoreFiles(host, wish);
}

async function say(message: string): Promise<number> {
  const id = await session.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: message }] });
  if (typeof id !== 'number') throw new Error('not written');
  return id;
}

/** As the agent does. */
async function write(file: string, content: string): Promise<void> {
  await session.work({ type: 'turn', phase: 'tools', since: 0 }, async (log: ThreadLog) => {
    const copies = new NodeCopies({ root: storage, thread, sealer: new Sealer(storage), folders: diskFolders });
    const files = recordChanges(new VsCodeFiles(), copies, log);
    const checked = await files.check(file);
    const before = await files.read(checked);
    const done = await files.write(checked, { expected: before.ok ? before.value.version : undefined, text: content });
    expect(done.ok).toBe(true);
  });
}

async function open(id?: string): Promise<void> {
  session = new ThreadSession(openStore(storage), storage, Date.now);
  const opened = id === undefined ? await session.create(undefined) : await session.open(id);
  if (opened.type !== 'opened') throw new Error(opened.type);
  thread = opened.id;
}

beforeEach(async () => {
  const base = realpathSync(newFolder('restore-command'));
  storage = path.join(base, 'storage');
  editor.root = path.join(base, 'ws');
  mkdirSync(editor.root);
  Object.assign(editor, { diffs: [], shown: [], answers: [] });
  editor.documents.length = 0;
  told = [];
  await open();
  return () => session.close();
});

describe('Restore Files…', () => {
  it('lets a person choose the message, what is restored and which files', async () => {
    put('a.ts', 'one\n');
    put('b.ts', 'one\n');
    await say('first\nmessage');
    await write('a.ts', 'two\n');
    await say('second');
    await write('a.ts', 'three\n');
    await write('b.ts', 'two\n');
    await write('made.ts', 'made\n');
    put('b.ts', 'by a person\n');
    editor.answers = [
      () => ['first'],
      () => ['Files Only'],
      (_, ticked) => ['compare b.ts', 'compare made.ts', 'b.ts', ...ticked.map(({ label }) => label)],
    ];
    expect(await restore()).toMatchObject({ type: 'restored', isThreadRestored: false, failed: [] });
    expect([text('a.ts'), text('b.ts'), text('made.ts')]).toEqual(['one\n', 'one\n', undefined]);
    expect(editor.shown[0]?.map(({ label, description }) => [label, description?.split(' · ')[1]])).toEqual([
      ['second', 'the agent edited 3 files since'],
      ['first message', 'the agent edited 3 files since'],
    ]);
    expect(editor.shown[2]?.map(({ label, description }) => [label, description])).toEqual([
      ['As the agent left them', undefined],
      ['a.ts', 'gets its old content'],
      ['made.ts', 'did not exist; goes into the trash'],
      ['Choose: tick those that are to be restored', undefined],
      ['b.ts', 'gets its old content'],
    ]);
    expect(editor.diffs.map(([command, , , title]) => [command, title])).toEqual([
      ['vscode.diff', 'made.ts (now ↔ restored)'],
      ['vscode.diff', 'b.ts (now ↔ restored)'],
    ]);
    expect(told).toEqual([
      {
        severity: 'info',
        text: '3 files were restored: 2 got their old content, 1 went into the trash. Undo the Last Restore, in Restore Files…, takes that back.',
        offer: 'undo-restore',
      },
    ]);
    expect(said()).toHaveLength(2);
  });

  it('restores thread and files, and undoes both, also after a restart', async () => {
    put('a.ts', 'one\n');
    const to = await say('first');
    await write('a.ts', 'two\n');
    await say('second');
    await restore({ to, scope: 'both', files: 'unchanged' });
    expect([text('a.ts'), said()?.length]).toEqual(['one\n', 1]);
    expect(told[0]?.text).toBe(
      'The thread was restored. 1 file was restored: 1 got its old content. Undo the Last Restore, in Restore Files…, takes that back.',
    );
    await session.close();
    await open(thread);
    await restore({ undo: true, files: 'unchanged' });
    expect([text('a.ts'), said()?.length]).toEqual(['two\n', 2]);
    await restore({ undo: true, files: 'unchanged' });
    expect([text('a.ts'), said()?.length]).toEqual(['one\n', 1]);
  });

  it('restores to a round of tools, and to any checkpoint by its id', async () => {
    put('a.ts', 'one\n');
    await say('go');
    await write('a.ts', 'two\n');
    await session.append({ type: 'message', origin: 'tools', blocks: [] });
    await write('a.ts', 'three\n');
    await session.append({ type: 'message', origin: 'tools', blocks: [] });
    editor.answers = [() => ['$(edit) a.ts'], () => ['Files Only'], (_, ticked) => ticked.map(({ label }) => label)];
    expect(await restore()).toEqual({ type: 'nothing-to-restore', foreign: 0 });
    const checkpoints = session.state.open?.thread.messages.map(({ blocks }) => blocks.at(-1)) ?? [];
    const ids = checkpoints.flatMap((block) => (block?.type === 'checkpoint' ? [block.id] : []));
    const seen: unknown[] = [];
    for (const to of [ids[1], ids[0], ids[2]] as readonly string[]) {
      await restore({ to, scope: 'files', files: 'unchanged' });
      seen.push(text('a.ts'));
    }
    expect(seen).toEqual(['two\n', 'one\n', 'three\n']);
    expect(await restore({ to: 'zzzzzz', scope: 'files' })).toEqual({ type: 'no-such-place' });
  });

  it('restores the thread alone, and undoes that alone', async () => {
    put('a.ts', 'one\n');
    const to = await say('first');
    await write('a.ts', 'two\n');
    await say('second');
    await restore({ to, scope: 'files', files: 'unchanged' });
    await write('a.ts', 'three\n');
    await restore({ to, scope: 'thread' });
    expect([text('a.ts'), said()?.length]).toEqual(['three\n', 1]);
    await restore({ undo: true });
    expect([text('a.ts'), said()?.length]).toEqual(['three\n', 2]);
  });

  it('changes nothing when the person leaves one of the lists', async () => {
    put('a.ts', 'one\n');
    await say('first');
    await write('a.ts', 'two\n');
    const before = entries().length;
    const first = () => ['first'];
    for (const answers of [
      [() => undefined],
      [first, () => undefined],
      [first, () => ['Thread and'], () => undefined],
    ]) {
      editor.answers = answers;
      expect(await restore()).toBeUndefined();
    }
    expect([text('a.ts'), entries().length, told]).toEqual(['two\n', before, []]);
  });

  it('never takes what can’t be restored, though it is ticked', async () => {
    put('a.ts', 'one\n');
    await say('first');
    await write('a.ts', 'two\n');
    await session.append({ type: 'command_files', paths: [full('out.log')], more: 2 });
    put('out.log', 'x');
    editor.answers = [() => ['first'], () => ['Files Only'], () => ['$(circle-slash) out.log']];
    expect(await restore()).toEqual({ type: 'nothing-chosen' });
    expect([text('a.ts'), text('out.log')]).toEqual(['two\n', 'x']);
  });

  it('leaves a file with unsaved text, and says so', async () => {
    put('a.ts', 'one\n');
    const to = await say('first');
    await write('a.ts', 'two\n');
    editor.documents.push({
      isClosed: false,
      isDirty: true,
      encoding: 'utf8',
      uri: { scheme: 'file', fsPath: full('a.ts') },
      getText: () => 'two, and what a person typed\n',
    });
    editor.answers = [() => []];
    expect(await restore({ to, scope: 'files' })).toEqual({ type: 'nothing-chosen' });
    expect(editor.shown[0]?.at(-1)).toMatchObject({
      label: '$(circle-slash) a.ts',
      detail: 'a.ts has unsaved changes in an editor. Save or revert it first.',
    });
    expect(told.at(-1)?.text).toBe('Nothing was restored: no file that can be put back was selected.');
    expect(text('a.ts')).toBe('two\n');
  });

  it('says why nothing is restored', async () => {
    const to = await say('first');
    expect(await restore({ undo: true })).toEqual({ type: 'nothing-to-undo' });
    expect(await restore({ to: 999, scope: 'both' })).toEqual({ type: 'no-such-place' });
    expect(await restore({ to, scope: 'files' })).toEqual({ type: 'nothing-to-restore', foreign: 0 });
    const other = session;
    await open(thread);
    expect(await restore({ to, scope: 'both' })).toEqual({ type: 'held' });
    await session.close();
    session = other;
    expect(told.map(({ text: one }) => one)).toEqual([
      'Nothing was restored in this thread, so there is no restore to undo.',
      'Nothing was restored: the thread has no such place.',
      'Nothing was restored: everything is as it was then.',
      'Another window writes this thread; here it can only be read. Take it over to change it here.',
    ]);
  });

  it('does not count a log that was copied to another thread', async () => {
    put('a.ts', 'one\n');
    const to = await say('first');
    await write('a.ts', 'two\n');
    const copied = entries();
    const header = { thread: 'copied', createdAt: 1 };
    await session.close();
    await openStore(storage).create(header, copied.slice());
    await open('copied');
    expect(await restore({ to, scope: 'files', files: 'all' })).toEqual({
      type: 'nothing-to-restore',
      foreign: 2,
    });
    expect(told[0]?.text).toMatch(/^Nothing was restored. 2 changes in the log do not count/);
    expect(text('a.ts')).toBe('two\n');
  });

  it('names what could not be put back, and goes on with it', async () => {
    const { chmodSync } = await import('node:fs');
    put('a.ts', 'one\n');
    put('b.ts', 'one\n');
    const to = await say('first');
    await write('a.ts', 'two\n');
    await write('b.ts', 'two\n');
    chmodSync(full('a.ts'), 0o444);
    await restore({ to, scope: 'files', files: 'unchanged' });
    expect(told[0]).toEqual({
      severity: 'warning',
      text: '1 file was restored: 1 got its old content. Undo the Last Restore, in Restore Files…, takes that back. 1 file stays as it is: a.ts is read-only. Run Restore Files… again once that is fixed: it goes on with what is left.',
      offer: 'undo-restore',
    });
    chmodSync(full('a.ts'), 0o644);
    await restore({ to, scope: 'files', files: 'unchanged' });
    expect([text('a.ts'), text('b.ts')]).toEqual(['one\n', 'one\n']);
  });
});
