/** Open Thread… and what can be done with a thread there: a person at a list of VS Code, over a real store. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import type { Agent } from '../../../src/extension/agent/agent.ts';
import { RunnerPool } from '../../../src/extension/agent/runner-pool.ts';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { exportThread } from '../../../src/extension/commands/threads/export-thread.ts';
import { deleteThread, renameThread } from '../../../src/extension/commands/threads/manage-threads.ts';
import { runOpenThread } from '../../../src/extension/commands/threads/open-thread.ts';
import { searchThreads } from '../../../src/extension/commands/threads/search-threads.ts';
import { groupThreads } from '../../../src/extension/commands/threads/thread-groups.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { openStore, openSubStore } from '../../../src/extension/storage/thread-store.ts';
import type { Said } from '../../../src/extension/words/outcome-text.ts';
import { ENGLISH } from '../english.ts';
import { ENTRIES, newRoot, typed } from '../storage/sample-entries.ts';

interface Row {
  readonly label: string;
  readonly detail?: string;
  readonly description?: string;
  readonly kind?: number;
  readonly alwaysShow?: boolean;
  readonly buttons?: readonly { readonly tooltip: string }[];
}

/** What the person does at each list, once `when` holds of it: choose a row, or press a button of it; undefined closes it. */
interface Act {
  readonly type?: string;
  readonly when?: (rows: readonly Row[]) => boolean;
  readonly row?: string;
  readonly button?: string;
}

const person = vi.hoisted(() => ({
  acts: [] as Act[],
  lists: [] as Row[][],
  title: undefined as string | undefined,
  notices: [] as string[],
  /** Answers the notification. */
  choose: (_button: string | undefined): void => undefined,
}));

vi.mock('vscode', () => {
  class FakePick {
    value = '';
    busy = false;
    selectedItems: readonly Row[] = [];
    activeItems: readonly Row[] = [];
    #rows: readonly Row[] = [];
    #on: Record<string, (event: unknown) => void> = {};
    #act = person.acts.shift();
    #isOver = false;
    get items() {
      return this.#rows;
    }
    set items(rows) {
      this.#rows = rows;
      queueMicrotask(() => this.#look());
    }
    #add = (name: string) => (listener: (event: never) => void) => {
      this.#on[name] = listener as (event: unknown) => void;
    };
    onDidChangeValue = this.#add('value');
    onDidAccept = this.#add('accept');
    onDidTriggerItemButton = this.#add('button');
    onDidHide = this.#add('hide');
    show = () => undefined;
    dispose = () => undefined;
    hide = () => {
      if (!this.#isOver) this.#on.hide?.(undefined);
      this.#isOver = true;
    };
    #look() {
      const act = this.#act;
      if (this.#isOver) return;
      if (act?.type !== undefined && act.type !== this.value) {
        this.value = act.type;
        this.#on.value?.(act.type);
        return;
      }
      if (act?.when?.(this.#rows) === false) return;
      person.lists.push([...this.#rows]);
      const item = this.#rows.find(({ label }) => label === act?.row);
      if (!act || !item) return this.hide();
      const button = item.buttons?.find(({ tooltip }) => tooltip === act.button);
      this.selectedItems = [item];
      if (button) this.#on.button?.({ item, button });
      else this.#on.accept?.(undefined);
    }
  }
  return {
    QuickPickItemKind: { Separator: -1 },
    Uri: { file: (fsPath: string) => ({ scheme: 'file', fsPath }), parse: () => ({ fsPath: '/w' }) },
    ThemeIcon: class {},
    window: {
      createQuickPick: () => new FakePick(),
      showInputBox: async () => person.title,
      showInformationMessage: (text: string) => {
        person.notices.push(text);
        return new Promise((resolve) => {
          person.choose = resolve;
        });
      },
    },
  };
});

async function setUp() {
  const root = newRoot();
  const store = openStore(root);
  const session = new ThreadSession(store, root, () => 50);
  // Only one thread is open, and no agent works.
  const agent = { isAtWork: false, rest: async () => undefined, progress: { onPieces: () => () => undefined } };
  const threads = new RunnerPool(() => ({ session, agent: agent as unknown as Agent, dispose: () => undefined }));
  const said: (Said | undefined)[] = [];
  const revealed: string[] = [];
  const host: CommandContext = {
    session,
    threads,
    current: () => host,
    store,
    storage: { root, ownFolders: [] },
    l10n: ENGLISH,
    log: { error: (error: unknown) => said.push({ severity: 'error', text: String(error) }) },
    workspace: () => 'file:///w',
    reveal: async (target: string, text?: string) =>
      void revealed.push(text === undefined ? target : `${target} ${text}`),
    tell: (one: Said | undefined) => one && said.push(one),
  } as unknown as CommandContext;
  await store.create({ thread: 'a', createdAt: 1, workspace: 'file:///w' }, ENTRIES);
  await store.create({ thread: 'b', createdAt: 2, workspace: 'file:///x/Other%20One' }, [typed(1, 'Find the leak')]);
  return { root, store, session, host, said, revealed };
}

const TITLE = 'Größe der Warteschlange 🧵';

beforeEach(() => {
  Object.assign(person, { acts: [], lists: [], title: undefined, notices: [] });
});

it('a title, an excerpt and a folder are no icons', async () => {
  const { host, session, store } = await setUp();
  const title: Entry = { type: 'title', title: 'Run $(pwd)', id: entryId(1), at: 1 };
  await store.create({ thread: 'c', createdAt: 3, workspace: 'file:///y/$(gear)' }, [title, typed(2, 'Then $(date)')]);
  person.acts = [{ when: (rows) => rows.length > 2 }];
  await runOpenThread(host, undefined);
  const row = person.lists[0]?.find(({ label }) => label.startsWith('Run'));
  expect([row?.label, row?.detail]).toEqual(['Run \\$(pwd)', 'Then \\$(date)']);
  expect(row?.description).toContain('\\$(gear)');
  await session.close();
});

describe('Search Threads…', () => {
  const isFound = (rows: readonly Row[]) => rows.some(({ detail }) => detail !== undefined);

  it('lists the threads with the text, those of this workspace first, and opens one at its first match', async () => {
    const { host, session, store, revealed } = await setUp();
    await store.create({ thread: 'c', createdAt: 3 }, [typed(1, 'It should NOT leak')]);
    person.acts = [{ type: 'should not', when: (rows) => rows.length === 2, row: 'Untitled Thread' }];
    expect(await searchThreads(host)).toMatchObject({ type: 'opened', id: 'c' });
    expect(person.lists[0]?.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
      expect.stringMatching(/^Größe der Warteschlange 🧵: .*It should not\./),
      'Untitled Thread: It should NOT leak',
    ]);
    expect(person.lists[0]?.[1]?.description).toMatch(/^1 message matches · .* · No Folder$/);
    expect(revealed).toEqual(['find should NOT']);
    await session.close();
  });

  it('finds words in any order within a message, counts the messages, and opens where they stand closest', async () => {
    const { host, session, store, revealed } = await setUp();
    await store.create({ thread: 'c', createdAt: 3 }, [
      typed(1, 'The queue that each upload of the evening goes through'),
      typed(2, 'An upload alone'),
      typed(3, 'Is the queue for uploads too short?'),
    ]);
    person.acts = [{ type: 'upload queue', when: isFound, row: 'Untitled Thread' }];
    expect(await searchThreads(host)).toMatchObject({ type: 'opened', id: 'c' });
    expect(person.lists[0]).toHaveLength(1);
    expect(person.lists[0]?.[0]?.description).toMatch(/^2 messages match · /);
    expect(person.lists[0]?.[0]?.detail).toBe('Is the queue for uploads too short?');
    expect(revealed).toEqual(['find queue for upload']);
    person.acts = [{ type: '"upload queue"', when: (rows) => rows.length === 1 && !isFound(rows), row: '' }];
    void searchThreads(host);
    await expect.poll(() => person.lists.at(-1)?.[0]?.label).toBe('No message holds “upload queue”.');
    await session.close();
  });

  it('lists threads that hold the words in different messages last, and opens the first of these', async () => {
    const { host, session, store, revealed } = await setUp();
    await store.create({ thread: 'c', createdAt: 3 }, [
      typed(1, 'Where is the BUDGET kept?'),
      typed(2, 'And what of a restart?'),
    ]);
    await store.create({ thread: 'd', createdAt: 2 }, [typed(1, 'The budget after a restart')]);
    await store.create({ thread: 'e', createdAt: 4 }, [typed(1, 'A budget alone')]);
    person.acts = [{ type: 'budget restart', when: (rows) => rows.length === 2, row: 'Untitled Thread' }];
    await searchThreads(host);
    expect(person.lists[0]?.map(({ detail }) => detail)).toEqual([
      'The budget after a restart',
      'Where is the BUDGET kept?',
    ]);
    expect(person.lists[0]?.[1]?.description).toMatch(/^in different messages · /);
    expect(revealed).toHaveLength(1);
    await session.close();
  });

  it('begins with the text that it is given, and says when no message holds it', async () => {
    const { host, session } = await setUp();
    person.acts = [
      { when: (rows) => rows.length === 1 && !isFound(rows), row: 'No thread holds all of these: no such thing' },
    ];
    const searching = searchThreads(host, 'no such thing');
    await expect.poll(() => person.lists.length).toBe(1);
    expect(session.state.open).toBeUndefined();
    expect(person.lists[0]?.[0]?.label).toBe('No thread holds all of these: no such thing');
    void searching;
    await session.close();
  });
});

describe('Open Thread…', () => {
  it('groups by workspace and day, and opens what is chosen', async () => {
    const { host, session } = await setUp();
    person.acts = [{ row: 'Untitled Thread' }];
    expect(await runOpenThread(host)).toMatchObject({ type: 'opened', id: 'b' });
    expect(person.lists[0]?.map(({ label }) => label)).toEqual([
      'Today',
      TITLE,
      'Other One · Today',
      'Untitled Thread',
    ]);
    expect(person.lists[0]?.[3]?.detail).toBe('Find the leak');
    await session.close();
  });

  it('finds a thread by its messages', async () => {
    const { host, session } = await setUp();
    const isFound = (rows: readonly Row[]) => rows.some(isFoundRow);
    person.acts = [{ type: 'should not', when: isFound, row: TITLE }];
    expect(await runOpenThread(host)).toMatchObject({ type: 'opened', id: 'a' });
    expect(person.lists[0]?.find(isFoundRow)?.detail).toContain('It should not.');
    await session.close();
  });

  it('has the threads at work first, and says what each does', async () => {
    const { host, session } = await setUp();
    await session.open('b');
    session.show({ busy: { type: 'restoring' } });
    await runOpenThread(host);
    const rows = person.lists[0] ?? [];
    expect(rows.map(({ label }) => label)).toEqual(['At Work', 'Untitled Thread', 'Today', TITLE]);
    expect(rows[1]?.description).toMatch(/^working · /);
    session.show({ busy: undefined });
    await runOpenThread(host);
    expect(person.lists[1]?.[3]?.description).toMatch(/^open now · /);
    await session.close();
  });

  it('pins, renames and forks from the list, and goes on where it was', async () => {
    const { host, session, store } = await setUp();
    person.title = ' A new\n name ';
    person.acts = [
      { type: 'Unt', row: 'Untitled Thread', button: 'Pin to Top' },
      { row: 'Untitled Thread', button: 'Rename' },
      { row: 'A new name', button: 'Fork: Continue in a Copy' },
    ];
    expect(await runOpenThread(host)).toBeUndefined();
    expect(person.lists[1]?.[0]?.label).toBe('Pinned');
    expect(session.state.open?.thread.title).toBe('Fork of A new name');
    expect((await store.list()).find(({ id }) => id === 'b')).toMatchObject({ title: 'A new name', pinned: true });
    await session.close();
  });
});

describe('a deleted thread', () => {
  it('is brought back by Undo, and opened again if it was open', async () => {
    const { host, session, store, root } = await setUp();
    await session.open('a');
    const log = readFileSync(path.join(root, 'threads/a/log.jsonl'), 'utf8');
    expect(await deleteThread(host, { id: 'a', title: TITLE })).toEqual({ type: 'moved' });
    expect(session.state.open).toBeUndefined();
    expect((await store.list()).map(({ id }) => id)).toEqual(['b']);
    expect(person.notices).toEqual([
      `Deleted “${TITLE}”. The command “Restore Deleted Thread…” brings it back for 30 days.`,
    ]);
    person.choose('Undo');
    await expect.poll(() => session.state.open?.id).toBe('a');
    expect(readFileSync(path.join(root, 'threads/a/log.jsonl'), 'utf8')).toBe(log);
    await session.close();
  });

  it('stays while the agent works in it, and while another window writes it', async () => {
    const { host, session, store, root, said } = await setUp();
    await session.open('a');
    session.show({ busy: { type: 'restoring' } });
    expect(await deleteThread(host, { id: 'a' })).toEqual({ type: 'busy' });
    session.show({ busy: undefined });
    const other = await openStore(root).open('b');
    expect(await deleteThread(host, { id: 'b' })).toEqual({ type: 'held' });
    expect(await renameThread(host, { id: 'b' }, 'x')).toBeUndefined();
    expect(said.map((one) => one?.text)).toEqual([
      'The agent works in this thread. Stop it first; then the thread can be deleted.',
      'Another window has this thread open. Close it there, or open another thread there, first.',
      'Another window writes this thread; here it can only be read. Take it over to change it here.',
    ]);
    expect(await store.list()).toHaveLength(2);
    if (other.ok && other.value.access.type === 'writer') await other.value.access.writer.close();
    await session.close();
  });
});

describe('an export', () => {
  it.each([
    ['markdown', /^# Größe/],
    ['spool', /^\{"spoolThread":1\}\n/],
    ['claude-code', /"cwd":"\/w"/],
  ] as const)('as %s is a file of its own', async (form, holds) => {
    const { host, root } = await setUp();
    const file = path.join(root, 'export');
    expect(await exportThread(host, { id: 'a', form, file })).toEqual({ type: 'exported', file, form });
    expect(readFileSync(file, 'utf8')).toMatch(holds);
    expect(person.notices).toEqual([`Exported to ${file}.`]);
  });

  it.each([
    ['markdown', /Look\..*\n---\n\n# Sub-agent: Find it\n.*## The agent that asked.*Find the heron\./s],
    ['claude-code', /"isSidechain":true,"agentId":"sub".*Find the heron\./],
  ] as const)('as %s has what sub-agents said', async (form, holds) => {
    const { host, root } = await setUp();
    const begun = { type: 'sub_agent', call: 'c1', thread: 'sub', state: 'begun', id: entryId(2), at: 2 } as const;
    await openStore(root).create({ thread: 'asks', createdAt: 1 }, [typed(1, 'Look.'), begun]);
    const own: Entry[] = [{ type: 'title', title: 'Find it', id: entryId(1), at: 1 }, typed(2, 'Find the heron.')];
    await openSubStore(root, 'asks').create({ thread: 'sub', createdAt: 1 }, own);
    const file = path.join(root, 'export');
    await exportThread(host, { id: 'asks', form, file });
    expect(readFileSync(file, 'utf8')).toMatch(holds);
  });

  it('that fails leaves nothing, and says why', async () => {
    const { host, root, said } = await setUp();
    const file = path.join(root, 'gone/export');
    expect(await exportThread(host, { id: 'a', form: 'spool', file })).toMatchObject({
      type: 'disk',
      reason: 'ENOENT',
    });
    expect(await exportThread(host, { form: 'spool', file })).toEqual({ type: 'no-thread' });
    expect(said.map((one) => one?.text)).toEqual([
      `${file}: The file is not there. Nothing was exported.`,
      'No thread is open. Open or import one first.',
    ]);
  });
});

it('renames the open thread by an entry of its log', async () => {
  const { host, session, store } = await setUp();
  await session.open('a');
  expect(await renameThread(host, { id: 'a' }, 'x'.repeat(300))).toHaveLength(200);
  expect(await renameThread(host, { id: 'a' }, ' \n ')).toBeUndefined();
  await session.close();
  expect((await store.read('a')).entries.at(-1)).toMatchObject({ type: 'title', title: 'x'.repeat(200) });
});

it('tells the days of the calendar apart', () => {
  const now = new Date(2026, 2, 30, 0, 30).getTime();
  const at = (...day: readonly [number, number]) => new Date(2026, 2, ...day).getTime();
  const thread = (id: string, updatedAt: number) => ({
    id,
    updatedAt,
    createdAt: 0,
    messages: 1,
    bytes: 1,
    pinned: false,
  });
  const days = [at(30, 0), at(29, 23), at(29, 0), at(28, 23), at(25, 12), at(20, 0)];
  const groups = groupThreads(
    days.map((day) => thread(String(day), day)),
    undefined,
    now,
    ENGLISH,
    () => false,
  );
  expect(groups.map(({ label, threads }) => [label, threads.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Last 7 Days', 2],
    ['Older', 1],
  ]);
});

function isFoundRow({ alwaysShow }: Row): boolean {
  return alwaysShow === true;
}
