/** Files that a killed process left are removed, and nothing else is. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { sweepLeftovers } from '../../../src/extension/storage/sweep-leftovers.ts';
import { newThreadId } from '../../../src/extension/storage/thread-folder.ts';
import { newRoot } from './sample-entries.ts';

const HOUR = 3_600;

it('S10 removes what was left an hour ago or has a time in the future, and keeps what is new or in use', async () => {
  const root = newRoot();
  const threads = path.join(root, 'threads');
  const id = newThreadId();
  mkdirSync(path.join(threads, id, 'outputs'), { recursive: true });
  const now = Date.now();
  const write = (file: string, seconds: number) => {
    const at = path.join(threads, file);
    writeFileSync(at, 'x');
    utimesSync(at, now / 1_000 + seconds, now / 1_000 + seconds);
    return at;
  };
  const left = [
    write('index.json.a1b2', -2 * HOUR),
    write(`${id}/lock.a1b2`, -2 * HOUR),
    write(`${id}/lock.c3d4`, 2 * HOUR),
  ];
  for (const file of ['index.json', `${id}/log.jsonl`, `${id}/lock`, `${id}/outputs/lock.a1b2`, 'notes.txt'])
    write(file, -100 * HOUR);
  write('index.json.new', 0);
  write(`${id}/lock.new`, -60);
  expect((await sweepLeftovers(DISK, root, now)).toSorted()).toEqual(left.toSorted());
  expect(readdirSync(path.join(threads, id)).toSorted()).toEqual(['lock', 'lock.new', 'log.jsonl', 'outputs']);
  expect(readdirSync(threads).toSorted()).toEqual([id, 'index.json', 'index.json.new', 'notes.txt'].toSorted());
  expect(await sweepLeftovers(DISK, path.join(root, 'none'), now)).toEqual([]);
});
