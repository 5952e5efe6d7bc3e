/** Copies of workspace files: content-addressed, whole or not at all, and kept for as long as a log names them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Entry, FileEntry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { collectOutputs } from '../../../src/extension/storage/collect-outputs.ts';
import { hashOf, openCopies } from '../../../src/extension/storage/copies.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { newRoot, typed } from './sample-entries.ts';

const BINARY = Buffer.from([0, 255, 254, 0, 10, 13, 200]);

describe('copies of files', () => {
  it('come back byte for byte, are private, and are stored once', async () => {
    const folder = newRoot();
    const copies = openCopies(folder);
    const hash = await copies.put(BINARY);
    expect(await copies.put(Buffer.from(BINARY))).toBe(hash);
    expect(await copies.get(hash)).toEqual(BINARY);
    expect(readdirSync(path.join(folder, 'copies'))).toEqual([hash]);
    expect(statSync(path.join(folder, 'copies', hash)).mode & 0o777).toBe(0o600);
  });

  it('are compressed, and those that an older build wrote as they were are read', async () => {
    const folder = newRoot();
    const copies = openCopies(folder);
    const text = Buffer.from('a line\n'.repeat(1_000));
    const hash = await copies.put(text);
    const file = path.join(folder, 'copies', hash);
    expect(statSync(file).size).toBeLessThan(100);
    expect(await copies.get(hash)).toEqual(text);
    writeFileSync(file, text);
    expect(await copies.get(hash)).toEqual(text);
    expect(await openCopies(folder).size()).toBe(text.length);
  });

  it('are not given where they grow without end', async () => {
    const folder = newRoot();
    const copies = openCopies(folder);
    const hash = await copies.put(BINARY);
    writeFileSync(path.join(folder, 'copies', hash), deflateRawSync(Buffer.alloc(60_000_000)));
    expect(await copies.get(hash)).toBeUndefined();
  });

  it('are not given where the bytes the bytes are not those of the name, and are taken again then', async () => {
    const folder = newRoot();
    const copies = openCopies(folder);
    const hash = await copies.put(BINARY);
    writeFileSync(path.join(folder, 'copies', hash), 'changed');
    expect(await copies.get(hash)).toBeUndefined();
    await copies.put(BINARY);
    expect(await copies.get(hash)).toEqual(BINARY);
  });

  it.each(['../log.jsonl', '..', '', 'o_3f2a9c51b07d44e8', hashOf(BINARY)])(
    'lead nowhere by the name %j',
    async (name) => {
      expect(await openCopies(newRoot()).get(name)).toBeUndefined();
    },
  );

  it('leave nothing behind when the disk is full', async () => {
    const folder = newRoot();
    const open: Disk['open'] = async (...given) => {
      const handle = await DISK.open(...given);
      if (String(given[0]).includes('.unfinished'))
        handle.writeFile = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
      return handle;
    };
    await expect(openCopies(folder, { ...DISK, open }).put(BINARY)).rejects.toThrow('full');
    expect(readdirSync(path.join(folder, 'copies'))).toEqual([]);
  });
});

describe('R37 copies that are collected', () => {
  const NOW = Date.now();
  const OLD = new Date(NOW - 25 * 60 * 60 * 1000);

  async function threadWith(entriesOf: (hash: string) => readonly Entry[]) {
    const root = newRoot();
    const hash = hashOf(BINARY);
    await openStore(root).create({ thread: 't1', createdAt: 1 }, entriesOf(hash));
    const folder = path.join(root, 'threads/t1');
    await openCopies(folder).put(BINARY);
    const file = path.join(folder, 'copies', hash);
    utimesSync(file, OLD, OLD);
    return { root, folder, file };
  }

  function change(id: number, versions: Pick<FileEntry, 'before' | 'after'>): Entry {
    return { id: entryId(id), at: id, type: 'file', path: '/w/a', seal: 's', ...versions };
  }

  it('a copy that no entry names, and one that was half written', async () => {
    const { root, folder, file } = await threadWith(() => [typed(1, 'go')]);
    const half = path.join(folder, 'copies', `${hashOf(BINARY)}-0123abcd.unfinished`);
    const other = path.join(folder, 'copies/notes.txt');
    for (const one of [half, other]) {
      writeFileSync(one, 'x');
      utimesSync(one, OLD, OLD);
    }
    expect((await collectOutputs(DISK, root, NOW)).toSorted()).toEqual([file, half].toSorted());
    expect(readFileSync(other, 'utf8')).toBe('x');
  });

  it('never one that an entry names, also where a restore left the entry behind', async () => {
    const { root, file } = await threadWith((hash) => [
      typed(1, 'go'),
      change(2, { before: { hash, mode: 0o644 }, after: null }),
      change(3, { before: null, after: { hash } }),
      { id: entryId(4), at: 4, type: 'restore', to: entryId(1) },
    ]);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });

  it('never one that is taken again', async () => {
    const { root, folder, file } = await threadWith(() => [typed(1, 'go')]);
    await openCopies(folder).put(BINARY);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });

  it('none of a log with a line of a later build', async () => {
    const { root, folder, file } = await threadWith(() => [typed(1, 'go')]);
    const log = path.join(folder, 'log.jsonl');
    writeFileSync(log, `${readFileSync(log, 'utf8')}{"writer":"w","id":2,"at":2,"type":"of-a-later-build"}\n`);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });

  it('those of a thread whose log is gone', async () => {
    const root = newRoot();
    const folder = path.join(root, 'threads/purged');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, 'copies', await openCopies(folder).put(BINARY));
    utimesSync(file, OLD, OLD);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([file]);
  });
});
