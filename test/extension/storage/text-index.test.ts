/** The search index of a thread: what it leaves unread, how it follows its log, and that a damaged one is made anew. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { entryLine } from '../../../src/extension/storage/log-line.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { newFolder } from '../../new-folder.ts';

const message = (id: number, text: string, origin: 'typed' | 'model' = 'typed'): Entry => ({
  type: 'message',
  origin,
  id: entryId(id),
  at: 0,
  blocks: [{ type: 'text', text }],
});

async function filled(texts: Readonly<Record<string, readonly string[]>>, disk: Disk = DISK) {
  const root = newFolder('search');
  const store = openStore(root, disk);
  for (const [thread, all] of Object.entries(texts))
    await store.create(
      { thread, createdAt: 0 },
      all.map((text, i) => message(i + 1, text)),
    );
  const file = (id: string, name: string) => path.join(root, 'threads', id, name);
  const find = async (text: string) => {
    const found = [];
    const threads = (await store.list()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for await (const one of store.find(threads, text, new AbortController().signal)) found.push(one);
    return found.map(({ id, entry, excerpt }) => `${id} ${entry} ${excerpt}`);
  };
  return { store, file, find };
}

it('finds what it finds without an index, and reads only the logs that may hold the text', async () => {
  const { file, find } = await filled({
    one: ['The Needle', 'x'],
    two: ['hay', 'more hay'],
    three: ['hay', 'a needle too'],
  });
  const log = file('two', 'log.jsonl');
  utimesSync(log, 1_000, 1_000);
  const expected = ['one 1 The Needle', 'three 2 a needle too'];
  expect(await find('needle')).toEqual(expected);
  for (const id of ['one', 'two', 'three']) expect(existsSync(file(id, 'search.bin'))).toBe(true);
  // A log of the same size and time is not read where its index lacks the text.
  writeFileSync(log, readFileSync(log, 'utf8').replace('more hay', 'a needle'));
  utimesSync(log, 1_000, 1_000);
  expect(await find('needle')).toEqual(expected);
  expect(await find('ne')).toHaveLength(3);
});

it('follows its log: what was added, what was replaced, and what was cut', async () => {
  const { file, find } = await filled({ one: ['hay'] });
  const log = file('one', 'log.jsonl');
  expect(await find('needle')).toEqual([]);
  appendFileSync(log, entryLine('w', message(2, 'a needle')));
  // Some disks keep times of two seconds.
  const { mtime } = statSync(log);
  expect(await find('needle')).toEqual(['one 2 a needle']);
  appendFileSync(log, entryLine('w', message(3, 'a pin')));
  utimesSync(log, mtime, mtime);
  expect(await find('pin')).toEqual(['one 3 a pin']);
  appendFileSync(log, entryLine('w', message(3, 'a torn thimble')).slice(0, -20));
  expect(await find('thimble')).toEqual([]);
  writeFileSync(log, readFileSync(log, 'utf8').slice(0, -30) + entryLine('w', message(4, 'thimble')));
  const [head = ''] = readFileSync(log, 'utf8').split('\n', 1);
  writeFileSync(log, `${head}\n${entryLine('w', message(1, 'a button')).repeat(20)}`);
  expect(await find('button')).toEqual(['one 1 a button']);
  writeFileSync(log, `${head}\n`);
  expect(await find('button')).toEqual([]);
});

it('is made anew where its file is damaged, of another form or gone', async () => {
  const { file, find } = await filled({ one: ['a needle'] });
  const index = file('one', 'search.bin');
  await find('needle');
  const whole = readFileSync(index);
  for (const damaged of [
    Buffer.alloc(0),
    whole.subarray(0, 40),
    whole.subarray(0, -1),
    Buffer.concat([Buffer.from('SPOOLIX0'), whole.subarray(8)]),
    Buffer.concat([whole.subarray(0, 8), Buffer.alloc(24, 0xff), whole.subarray(32)]),
    Buffer.alloc(5_000, 0x20),
  ]) {
    writeFileSync(index, damaged);
    expect(await find('needle')).toEqual(['one 1 a needle']);
    expect(readFileSync(index)).toEqual(whole);
  }
  rmSync(index);
  expect(await find('needle')).toEqual(['one 1 a needle']);
});

it('only saves time: where it can’t be written the search is still right', async () => {
  const readOnly: Disk = {
    ...DISK,
    writeFile: (async (file: string, ...rest: readonly unknown[]) =>
      String(file).includes('search.bin')
        ? Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }))
        : (DISK.writeFile as (...all: readonly unknown[]) => Promise<void>)(file, ...rest)) as Disk['writeFile'],
  };
  const { file, find } = await filled({ one: ['a needle'], two: ['hay'] }, readOnly);
  expect(await find('needle')).toEqual(['one 1 a needle']);
  expect(existsSync(file('one', 'search.bin'))).toBe(false);
});

it('is there when a thread is closed, unless much would have to be read', async () => {
  const { store, file } = await filled({ one: ['a needle'], two: ['x'.repeat(5 << 20)] });
  await store.index('one');
  await store.index('two');
  await store.index('three');
  expect([existsSync(file('one', 'search.bin')), existsSync(file('two', 'search.bin'))]).toEqual([true, false]);
});

it('finds words beside characters whose small form is longer, or another one', async () => {
  const texts = ['The total is\nΣ 5 items', `${'İ'.repeat(300)} needle at end`, 'ΟΔΟΣΑΣ'];
  const { find } = await filled({ one: texts });
  expect(await find('σ 5')).toEqual(['one 1 …he total is Σ 5 items'.replace('…he', 'The')]);
  expect(await find('ΟΔΟΣ')).toEqual(['one 3 ΟΔΟΣΑΣ']);
  const [found = ''] = await find('needle');
  expect(found).toContain('needle at end');
});

it('leaves nothing behind where its place is taken, and waits for no pipe', async () => {
  const { file, find } = await filled({ one: ['a needle'] });
  mkdirSync(file('one', 'search.bin'));
  expect(await find('needle')).toEqual(['one 1 a needle']);
  expect(readdirSync(path.dirname(file('one', 'x'))).filter((name) => name.startsWith('search.bin.'))).toEqual([]);
});
