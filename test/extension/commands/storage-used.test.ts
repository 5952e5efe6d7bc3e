/** Show Storage Used…: the sizes of a real store, and its removals, which are asked first. */
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import { restoreDeletedThread } from '../../../src/extension/commands/threads/deleted-threads.ts';
import { showStorageUsed } from '../../../src/extension/commands/threads/storage-used.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { ENGLISH } from '../english.ts';
import { newRoot, typed } from '../storage/sample-entries.ts';
import { person } from './fake-vscode.ts';

vi.mock('vscode', async () => (await import('./fake-vscode.ts')).vscode);

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

const UNUSED = 'o_0123456789abcdef';

async function setUp() {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 'small', createdAt: 1 }, [typed(1, 'a')]);
  await store.create({ thread: 'large', createdAt: 2 }, [typed(1, 'b')]);
  await store.create({ thread: 'gone', createdAt: 3 }, [typed(1, 'c')]);
  await store.trash('gone', 5);
  const outputs = path.join(root, 'threads/large/outputs');
  mkdirSync(outputs);
  writeFileSync(path.join(outputs, UNUSED), 'x'.repeat(5 * 1024));
  utimesSync(path.join(outputs, UNUSED), 1, 1);
  const said: (string | undefined)[] = [];
  const tell = (one?: { readonly text: string }) => said.push(one?.text);
  const host = { store, storage: { root, ownFolders: [] }, l10n: ENGLISH, tell } as unknown as CommandContext;
  return { root, host, said, unused: path.join(outputs, UNUSED) };
}

const lists: Row[][] = [];
/** Chooses these rows, list after list, then closes it. */
function choose(...labels: readonly string[]): void {
  const left = [...labels];
  person.pick = (rows) => {
    lists.push([...rows]);
    const label = left.shift();
    return label === undefined ? undefined : rows.find((row) => row.label.includes(label))?.label;
  };
}

beforeEach(() => {
  lists.length = 0;
  person.seen = [];
});

it('lists the largest first, with what takes the room', async () => {
  const { host } = await setUp();
  choose();
  expect(await showStorageUsed(host)).toBeGreaterThan(5 * 1024);
  const rows = lists[0]?.map(({ label, description }) => `${label}: ${description}`) ?? [];
  expect(rows.slice(0, 2)).toEqual([
    expect.stringMatching(/Restore Deleted Thread…: 1 deleted thread$/),
    expect.stringMatching(/Empty the Trash…: \d+ B$/),
  ]);
  expect(lists[0]?.[4]).toMatchObject({
    description: '5 KB',
    detail: expect.stringMatching(/^log \d+ B · outputs 5 KB · copies of files 0 B$/),
  });
});

it('removes nothing that the person does not agree to', async () => {
  const { root, host, unused } = await setUp();
  person.answer = () => undefined;
  choose('Empty the Trash', 'No Thread Refers To');
  await showStorageUsed(host);
  expect(person.seen).toEqual([
    'Remove 1 deleted thread for good?',
    'Remove outputs and copies that no thread refers to?',
  ]);
  expect(existsSync(path.join(root, 'trash/gone'))).toBe(true);
  expect(existsSync(unused)).toBe(true);
});

it('removes the trash, and what no thread refers to, and says how much', async () => {
  const { root, host, said, unused } = await setUp();
  person.answer = (_text, _detail, [button]) => button;
  choose('Empty the Trash', 'No Thread Refers To', 'No Thread Refers To');
  await showStorageUsed(host);
  expect(existsSync(path.join(root, 'trash/gone'))).toBe(false);
  expect(existsSync(unused)).toBe(false);
  expect(said).toEqual(['Removed 1 file, 5 KB in all.', 'Every stored file belongs to a thread. Nothing was removed.']);
  expect(lists.at(-1)?.some(({ label }) => label.includes('Empty the Trash'))).toBe(false);
});

it('leads to the deleted threads, of which one is brought back and opened', async () => {
  const { root, host, said } = await setUp();
  const opened: string[] = [];
  const threads = { open: async (id: string) => opened.push(id) && { type: 'opened', file: id } };
  choose('Restore Deleted Thread', 'c');
  const current = () => host;
  await showStorageUsed({ ...host, threads, current } as unknown as CommandContext);
  expect(lists[1]?.[0]?.description).toBe('1 message');
  expect(lists[1]?.[0]?.detail).toMatch(/^deleted Jan 1, 1970, .* · kept until Jan 31, 1970$/);
  expect(opened).toEqual(['gone']);
  expect(existsSync(path.join(root, 'threads/gone/log.jsonl'))).toBe(true);
  expect(await restoreDeletedThread(host)).toBeUndefined();
  expect(said.at(-1)).toBe('No deleted thread is left. A deleted thread is kept for 30 days.');
});
