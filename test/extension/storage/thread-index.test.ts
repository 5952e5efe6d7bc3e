/** The list of threads: the same with, without and with a wrong index. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { entryLine } from '../../../src/extension/storage/log-line.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { ENTRIES, newRoot, typed } from './sample-entries.ts';

async function threeThreads() {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 'old', createdAt: 1 }, [typed(1, 'a')]);
  await store.create({ thread: 'new', createdAt: 3, workspace: 'file:///w' }, ENTRIES);
  await store.create({ thread: 'empty', createdAt: 2 });
  for (const [id, seconds] of [
    ['old', 10],
    ['empty', 20],
    ['new', 30],
  ] as const)
    utimesSync(path.join(root, 'threads', id, 'log.jsonl'), seconds, seconds);
  return { root, store, index: path.join(root, 'threads/index.json') };
}

it('lists what the logs hold, the newest first', async () => {
  const { store } = await threeThreads();
  expect(await store.list()).toMatchObject([
    {
      id: 'new',
      title: 'Größe der Warteschlange 🧵',
      messages: 3,
      workspace: 'file:///w',
      createdAt: 3,
      updatedAt: 30_000,
    },
    { id: 'empty', messages: 0, createdAt: 2, updatedAt: 20_000 },
    { id: 'old', messages: 1, createdAt: 1, updatedAt: 10_000 },
  ]);
});

it('gives the same list when the index is gone, damaged, foreign or out of date', async () => {
  const { root, store, index } = await threeThreads();
  const list = await store.list();
  const written = readFileSync(index, 'utf8');
  rmSync(index);
  expect(await store.list()).toEqual(list);
  for (const damaged of [written.slice(0, 40), '', 'null', '{"version":1,"threads":[]}']) {
    writeFileSync(index, damaged);
    expect(await store.list()).toEqual(list);
    expect(readFileSync(index, 'utf8')).toBe(written);
  }
  appendFileSync(path.join(root, 'threads/old/log.jsonl'), entryLine('w', typed(2, 'b')));
  expect((await store.list())[0]).toMatchObject({ id: 'old', messages: 2 });
  rmSync(path.join(root, 'threads/new'), { recursive: true });
  expect((await store.list()).map(({ id }) => id)).toEqual(['old', 'empty']);
});

it('knows nothing of folders that are no threads', async () => {
  const { root, store } = await threeThreads();
  mkdirSync(path.join(root, 'threads/x.unfinished'));
  mkdirSync(path.join(root, 'threads/no-log'));
  expect((await store.list()).map(({ id }) => id)).toEqual(['new', 'empty', 'old']);
  expect(await openStore(newRoot()).list()).toEqual([]);
});
