/** Deletion of threads, their return and their end; forks; the search in texts. */
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { purgeTrash, TRASH_MS } from '../../../src/extension/storage/trash.ts';
import { ENTRIES, newRoot, typed } from './sample-entries.ts';

const NOW = 1_800_000_000_000;

async function oneThread() {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 'a', createdAt: 1 }, ENTRIES);
  mkdirSync(path.join(root, 'threads/a/outputs'));
  writeFileSync(path.join(root, 'threads/a/outputs/o_0123456789abcdef'), 'whole');
  return { root, store, log: readFileSync(path.join(root, 'threads/a/log.jsonl'), 'utf8') };
}

describe('deletion', () => {
  it('moves the whole thread to the trash and back, byte by byte', async () => {
    const { root, store, log } = await oneThread();
    expect(await store.trash('a', NOW)).toEqual({ type: 'moved' });
    expect(await store.list()).toEqual([]);
    expect((await store.open('a')).ok).toBe(false);
    expect(await store.untrash('a')).toEqual({ type: 'moved' });
    expect(readFileSync(path.join(root, 'threads/a/log.jsonl'), 'utf8')).toBe(log);
    expect(readFileSync(path.join(root, 'threads/a/outputs/o_0123456789abcdef'), 'utf8')).toBe('whole');
    const opened = await store.open('a');
    expect(opened.ok && opened.value.access.type).toBe('writer');
    if (opened.ok && opened.value.access.type === 'writer') await opened.value.access.writer.close();
  });

  it('leaves a thread that a window writes, and what is no thread', async () => {
    const { root, store } = await oneThread();
    const opened = await store.open('a');
    expect(await openStore(root).trash('a', NOW)).toEqual({ type: 'held' });
    expect((await store.list()).length).toBe(1);
    if (opened.ok && opened.value.access.type === 'writer') await opened.value.access.writer.close();
    for (const id of ['b', '../a', '', '.']) {
      expect(await store.trash(id, NOW)).toEqual({ type: 'no-such-thread', id });
      expect(await store.untrash(id)).toEqual({ type: 'no-such-thread', id });
    }
  });

  it('does not bring a thread back over another one', async () => {
    const { store } = await oneThread();
    await store.trash('a', NOW);
    await store.create({ thread: 'a', createdAt: 2 });
    expect(await store.untrash('a')).toMatchObject({ type: 'disk', reason: 'EEXIST' });
    expect(await store.trash('a', NOW)).toEqual({ type: 'moved' });
  });

  it('ends for good after 30 days', async () => {
    const { root, store } = await oneThread();
    await store.trash('a', NOW);
    expect(await purgeTrash(DISK, root, NOW + TRASH_MS - 1)).toEqual([]);
    expect(await purgeTrash(DISK, root, NOW + TRASH_MS)).toEqual(['a']);
    expect(existsSync(path.join(root, 'trash/a'))).toBe(false);
    expect(await purgeTrash(DISK, newRoot(), NOW)).toEqual([]);
  });
});

describe('a fork', () => {
  const header = { thread: 'fork', createdAt: 5, workspace: 'file:///w' };

  it('has the same entries and outputs, and a title of its own', async () => {
    const { root, store } = await oneThread();
    await store.fork('a', { header, title: 'Fork', at: 9 });
    const { entries, header: written } = await store.read('fork');
    expect(written).toEqual(header);
    expect(entries.slice(0, ENTRIES.length)).toEqual((await store.read('a')).entries);
    expect(replay(entries)).toMatchObject({ title: 'Fork', queue: [] });
    expect(readFileSync(path.join(root, 'threads/fork/outputs/o_0123456789abcdef'), 'utf8')).toBe('whole');
  });

  it('ends at the entry that was asked for, with nothing queued', async () => {
    const root = newRoot();
    const store = openStore(root);
    const queued = { id: entryId(2), at: 2, type: 'queued', blocks: [{ type: 'text', text: 'later' }] } as const;
    await store.create({ thread: 'q', createdAt: 1 }, [typed(1, 'a'), queued, typed(3, 'b')]);
    await store.fork('q', { header, title: 'Fork', at: 9, upTo: 2 });
    const { entries } = await store.read('fork');
    expect(entries.map(({ type }) => type)).toEqual(['message', 'queued', 'unqueued', 'title']);
    expect(replay(entries).queue).toEqual([]);
  });

  it('asks no question that is open in the thread itself', async () => {
    const root = newRoot();
    const store = openStore(root);
    const asked = { id: entryId(2), at: 2, type: 'permission', call: 'c', state: 'asked' } as const;
    await store.create({ thread: 'q', createdAt: 1 }, [typed(1, 'a'), asked]);
    await store.fork('q', { header, title: 'Fork', at: 9 });
    expect([...replay((await store.read('fork')).entries).openQuestions]).toEqual([]);
    expect([...replay((await store.read('q')).entries).openQuestions]).toEqual(['c']);
  });

  it('leaves nothing when there is no such thread', async () => {
    const { root, store } = await oneThread();
    await expect(store.fork('gone', { header, title: 'Fork', at: 9 })).rejects.toThrow('ENOENT');
    expect(existsSync(path.join(root, 'threads/fork.unfinished'))).toBe(false);
    expect((await store.list()).map(({ id }) => id)).toEqual(['a']);
  });
});

describe('the search in texts', () => {
  async function found(text: string, abort = false) {
    const store = openStore(newRoot());
    await store.create({ thread: 'a', createdAt: 1 }, ENTRIES);
    await store.create({ thread: 'b', createdAt: 2 }, [
      typed(1, 'x'.repeat(500)),
      typed(2, `${'… '.repeat(99)}Say "HI"\n\tnow`),
    ]);
    const among = await store.list();
    const controller = new AbortController();
    if (abort) controller.abort();
    const hits: string[] = [];
    for await (const { id, excerpt } of store.find(among, text, controller.signal)) hits.push(`${id}: ${excerpt}`);
    return hits;
  }

  it('finds what a person or a model wrote, whatever its case, also over quotes and lines', async () => {
    expect(await found('QUEUE grow')).toEqual(['a: Why does the queue grow? It should not.']);
    expect(await found('"hi"\n\tNOW')).toEqual([expect.stringMatching(/^b: ….*Say "HI" now$/)]);
  });

  it('finds neither keys of the log nor outputs, and nothing once it is called off', async () => {
    expect(await found('blocks')).toEqual([]);
    expect(await found('origin')).toEqual([]);
    expect(await found('queue', true)).toEqual([]);
  });
});

it('lists the first typed words and the pin, which an index of before does not have', async () => {
  const { root, store } = await oneThread();
  expect((await store.list())[0]).toMatchObject({ first: 'Why does the queue grow? It should not.', pinned: false });
  await store.pin('a', true);
  expect((await store.list())[0]?.pinned).toBe(true);
  await store.pin('a', false);
  await store.pin('a', false);
  const index = path.join(root, 'threads/index.json');
  const rows = JSON.parse(readFileSync(index, 'utf8'));
  delete rows.threads[0].first;
  writeFileSync(index, JSON.stringify({ ...rows, version: 1 }));
  utimesSync(index, 1, 1);
  expect((await store.list())[0]).toMatchObject({ first: 'Why does the queue grow? It should not.', pinned: false });
});
