/** The store: private files, confined ids, one writer, and a log that a failing disk leaves as it was. */
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import type { LogWriter } from '../../../src/extension/storage/log-writer.ts';
import type { OpenedLog } from '../../../src/extension/storage/open-thread.ts';
import { openStore, type ThreadStore } from '../../../src/extension/storage/thread-store.ts';
import { ENTRIES, newRoot, typed } from './sample-entries.ts';

const logIn = (root: string) => path.join(root, 'threads/t1/log.jsonl');
const lockIn = (root: string) => path.join(root, 'threads/t1/lock');

const writers: LogWriter[] = [];
afterEach(async () => {
  for (const writer of writers.splice(0)) await writer.close();
});

async function opened(store: ThreadStore, takeOver = false): Promise<OpenedLog> {
  const log = await store.open('t1', { takeOver });
  if (!log.ok) throw new Error(log.error.type);
  if (log.value.access.type === 'writer') writers.push(log.value.access.writer);
  return log.value;
}

function writerOf(log: OpenedLog): LogWriter {
  if (log.access.type !== 'writer') throw new Error(log.access.type);
  return log.access.writer;
}

async function newThread(entries: readonly Entry[] = []) {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 't1', createdAt: 7 }, entries);
  return { root, store };
}

it('opens again what was created and appended, byte for byte', async () => {
  const { root, store } = await newThread(ENTRIES.slice(0, 4));
  const writer = writerOf(await opened(store));
  for (const entry of ENTRIES.slice(4)) expect(await writer.append(entry)).toEqual({ ok: true, value: undefined });
  await writer.close();
  const bytes = readFileSync(logIn(root));
  const log = await opened(store);
  expect(log.entries).toEqual(ENTRIES);
  expect(log.header).toEqual({ thread: 't1', createdAt: 7 });
  await writerOf(log).close();
  expect(readFileSync(logIn(root))).toEqual(bytes);
});

it('keeps a huge entry whole, pairs of surrogates at every offset included', async () => {
  const entries = [typed(1, '🧵'.repeat(600_000)), typed(2, `x${'🧵'.repeat(600_000)}`)];
  const { store } = await newThread(entries);
  expect((await opened(store)).entries).toEqual(entries);
});

it('keeps threads to their owner', async () => {
  const { root, store } = await newThread();
  await writerOf(await opened(store)).append(typed(1, 'a'));
  expect(statSync(logIn(root)).mode & 0o777).toBe(0o600);
  expect(statSync(lockIn(root)).mode & 0o777).toBe(0o600);
  expect(statSync(path.dirname(logIn(root))).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(root, 'threads')).mode & 0o777).toBe(0o700);
});

it.each(['..', '../t1', 't1/..', 'a/b', 'a\\b', '', 'T1', '.t1', 't1.unfinished', 'x'.repeat(65)])(
  'lets the id %j lead nowhere',
  async (id) => {
    const { store } = await newThread();
    expect(await store.open(id)).toEqual({ ok: false, error: { type: 'no-such-thread', id } });
    await expect(store.create({ thread: id, createdAt: 1 })).rejects.toThrow('not a thread id');
  },
);

it('case 30: ends a torn last line before it appends, so that both sides survive', async () => {
  const { root, store } = await newThread([typed(1, 'a')]);
  appendFileSync(logIn(root), '{"writer":"w","id":2,"at":1,"ty');
  const torn = await opened(store);
  expect(torn.skipped).toEqual([{ line: 3, why: 'torn', detail: 'not whole JSON' }]);
  await writerOf(torn).append(typed(2, 'b'));
  await writerOf(torn).append(typed(3, 'c'));
  await writerOf(torn).close();
  const log = await opened(store);
  expect(log.entries).toEqual([typed(1, 'a'), typed(2, 'b'), typed(3, 'c')]);
  expect(log.skipped).toEqual(torn.skipped);
});

it('uses a last line that only lacks its line end', async () => {
  const { root, store } = await newThread([typed(1, 'a'), typed(2, 'b')]);
  writeFileSync(logIn(root), readFileSync(logIn(root), 'utf8').trimEnd());
  const writer = writerOf(await opened(store));
  await writer.append(typed(3, 'c'));
  await writer.close();
  const log = await opened(store);
  expect(log.entries).toEqual([typed(1, 'a'), typed(2, 'b'), typed(3, 'c')]);
  expect(log.skipped).toEqual([]);
});

it('case 30: lets a second window read only, until the first gives the thread free', async () => {
  const { store } = await newThread([typed(1, 'a')]);
  const first = await opened(store);
  const second = await opened(store);
  expect(second.access).toEqual({ type: 'held' });
  expect(second.entries).toEqual([typed(1, 'a')]);
  await writerOf(first).close();
  expect((await opened(store)).access.type).toBe('writer');
});

it('case 30: lets a window take over when it is told to; the former owner notices and writes no more', async () => {
  const { root, store } = await newThread([typed(1, 'a')]);
  const former = writerOf(await opened(store));
  const owner = writerOf(await opened(store, true));
  expect(await former.append(typed(2, 'late'))).toEqual({ ok: false, error: { type: 'lost' } });
  expect(await owner.append(typed(2, 'b'))).toEqual({ ok: true, value: undefined });
  await former.close();
  expect(existsSync(lockIn(root)), 'the former owner leaves the lock of the new one').toBe(true);
  expect(await owner.append(typed(3, 'c'))).toEqual({ ok: true, value: undefined });
  expect((await opened(store)).entries).toEqual([typed(1, 'a'), typed(2, 'b'), typed(3, 'c')]);
});

it.each([
  ['of this process, beating', { pid: process.pid, age: 0 }, 'held'],
  ['of a process that has ended', { pid: 2 ** 22 + 1, age: 0 }, 'writer'],
  ['that has not beaten for 11 seconds', { pid: process.pid, age: 11_000 }, 'writer'],
  ['of another machine, beating', { pid: 2 ** 22 + 1, age: 0, host: 'elsewhere' }, 'held'],
  ['of another machine, silent', { pid: 1, age: 11_000, host: 'elsewhere' }, 'writer'],
])('treats a lock %s as %s', async (_name, { pid, age, host }: { pid: number; age: number; host?: string }, access) => {
  const { root, store } = await newThread();
  const { hostname } = await import('node:os');
  writeFileSync(lockIn(root), JSON.stringify({ writer: 'other', pid, host: host ?? hostname() }));
  const beat = new Date(Date.now() - age);
  utimesSync(lockIn(root), beat, beat);
  expect((await opened(store)).access.type).toBe(access);
});

it('takes a lock that is still being written for a held one', async () => {
  const { root, store } = await newThread();
  writeFileSync(lockIn(root), '');
  expect((await opened(store)).access).toEqual({ type: 'held' });
});

/** A disk that is full after so many bytes of appended data. */
function fullAfter(bytes: number): { disk: Disk; free: () => void } {
  let left = bytes;
  const open: Disk['open'] = async (...args) => {
    const handle = await DISK.open(...args);
    const appendFile = handle.appendFile.bind(handle);
    handle.appendFile = async (data) => {
      const all = Buffer.from(data as string | Uint8Array);
      await appendFile(all.subarray(0, Math.min(left, all.length)));
      left -= Math.min(left, all.length);
      if (left === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    return handle;
  };
  return { disk: { ...DISK, open }, free: () => (left = Number.POSITIVE_INFINITY) };
}

it('case 27: leaves the log as it was when the disk is full half-way through a line, and goes on when there is room', async () => {
  const { root } = await newThread([typed(1, 'a')]);
  const before = readFileSync(logIn(root));
  const { disk, free } = fullAfter(25);
  const writer = writerOf(await opened(openStore(root, disk)));
  expect(await writer.append(typed(2, 'b'))).toEqual({ ok: false, error: { type: 'disk', reason: 'ENOSPC' } });
  expect(readFileSync(logIn(root))).toEqual(before);
  free();
  expect((await writer.append(typed(2, 'b again'))).ok).toBe(true);
  await writer.close();
  const log = await opened(openStore(root));
  expect(log.entries).toEqual([typed(1, 'a'), typed(2, 'b again')]);
  expect(log.skipped).toEqual([]);
});

it('leaves nothing of a new thread when the disk is full', async () => {
  const root = newRoot();
  const store = openStore(root, fullAfter(300).disk);
  await expect(store.create({ thread: 't1', createdAt: 1 }, ENTRIES)).rejects.toThrow('no space left');
  expect(readdirSync(path.join(root, 'threads'))).toEqual([]);
});

it('opens a log that may only be read, and says why nobody can write it', async () => {
  const { root } = await newThread([typed(1, 'a')]);
  const open: Disk['open'] = () => Promise.reject(Object.assign(new Error('not permitted'), { code: 'EACCES' }));
  const log = await opened(openStore(root, { ...DISK, open }));
  expect(log.access).toEqual({ type: 'refused', reason: 'EACCES' });
  expect(log.entries).toEqual([typed(1, 'a')]);
  expect(existsSync(lockIn(root)), 'the lock is given free').toBe(false);
});

it('opens a thread whose lock can not be made, read only', async () => {
  const { root } = await newThread([typed(1, 'a')]);
  const writeFile: Disk['writeFile'] = () => Promise.reject(Object.assign(new Error('read-only'), { code: 'EROFS' }));
  const log = await opened(openStore(root, { ...DISK, writeFile }));
  expect(log.access).toEqual({ type: 'refused', reason: 'EROFS' });
  expect(log.entries).toEqual([typed(1, 'a')]);
});

it('says that a thread is not there', async () => {
  expect(await openStore(newRoot()).open('none')).toEqual({ ok: false, error: { type: 'no-such-thread', id: 'none' } });
});
