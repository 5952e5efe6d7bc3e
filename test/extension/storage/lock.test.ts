/** The lock itself: it beats while it is held, and of many who take it at once one has it. */
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { DISK } from '../../../src/extension/storage/disk.ts';
import {
  ALWAYS_ALIVE,
  isLockFree,
  LOCK_BLOCKED,
  type Lock,
  type Pulse,
  takeLock,
} from '../../../src/extension/storage/lock.ts';
import { newRoot } from './sample-entries.ts';

const locks: Lock[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const lock of locks.splice(0)) await lock.release();
});

async function taken(folder: string, writer: string, pulse: Pulse = ALWAYS_ALIVE): Promise<Lock | undefined> {
  const attempt = await takeLock(DISK, { folder, writer, pulse });
  if (attempt.type !== 'taken') return undefined;
  locks.push(attempt.lock);
  return attempt.lock;
}

async function heldBy(folder: string, writers: readonly string[]): Promise<number> {
  const attempts = await Promise.all(writers.map((writer) => taken(folder, writer)));
  const held = await Promise.all(attempts.map((lock) => lock?.isHeld()));
  return held.filter((isHeld) => isHeld).length;
}

const WRITERS = Array.from({ length: 8 }, (_, i) => `writer-${i}`);

it('is had by one of many who take it at once', async () => {
  expect(await heldBy(newRoot(), WRITERS)).toBe(1);
});

it('is had by one of many who take it over at once', async () => {
  const folder = newRoot();
  writeFileSync(path.join(folder, 'lock'), JSON.stringify({ writer: 'gone', pid: 1, host: 'elsewhere' }));
  utimesSync(path.join(folder, 'lock'), 1, 1);
  expect(await heldBy(folder, WRITERS)).toBe(1);
});

it('beats while it is held, and not after another has taken over', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = newRoot();
  const file = path.join(folder, 'lock');
  await taken(folder, 'a');
  utimesSync(file, 1, 1);
  expect(await isLockFree(DISK, folder), 'a lock that does not beat is free').toBe(true);
  vi.advanceTimersByTime(2_000);
  await expect.poll(() => statSync(file).mtimeMs).toBeGreaterThan(1_000);
  expect(await isLockFree(DISK, folder)).toBe(false);

  writeFileSync(file, JSON.stringify({ writer: 'b', pid: 1, host: 'elsewhere' }));
  utimesSync(file, 1, 1);
  vi.advanceTimersByTime(20_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(statSync(file).mtimeMs).toBe(1_000);
});

it('does not beat while its window does not answer, and beats again when it does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = newRoot();
  const file = path.join(folder, 'lock');
  let answer = () => {};
  await taken(folder, 'a', () => new Promise<void>((resolve) => (answer = resolve)));
  utimesSync(file, 1, 1);
  vi.advanceTimersByTime(60_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(statSync(file).mtimeMs).toBe(1_000);
  expect(await isLockFree(DISK, folder)).toBe(true);
  answer();
  await expect.poll(() => statSync(file).mtimeMs).toBeGreaterThan(1_000);
});

it('is free once it is released', async () => {
  const folder = newRoot();
  const lock = await taken(folder, 'a');
  expect(await isLockFree(DISK, folder)).toBe(false);
  await lock?.release();
  expect(await isLockFree(DISK, folder)).toBe(true);
});

it.each([-3_600_000, 3_600_000])('S10 is free when its time is %i ms away, in the past or the future', async (away) => {
  const folder = newRoot();
  const file = path.join(folder, 'lock');
  writeFileSync(file, JSON.stringify({ writer: 'gone', pid: 1, host: 'elsewhere' }));
  expect(await isLockFree(DISK, folder)).toBe(false);
  const at = (Date.now() + away) / 1_000;
  utimesSync(file, at, at);
  expect(await isLockFree(DISK, folder)).toBe(true);
});

it.each([true, false])(
  'a folder in its place is named as the reason, and nothing is left beside it (old: %s)',
  async (isOld) => {
    const folder = newRoot();
    const file = path.join(folder, 'lock');
    mkdirSync(file);
    if (isOld) utimesSync(file, 1, 1);
    for (const force of [true, false]) {
      const attempt = await takeLock(DISK, { folder, writer: 'a', pulse: ALWAYS_ALIVE, force });
      expect(attempt).toEqual({ type: 'failed', reason: LOCK_BLOCKED });
    }
    expect(readdirSync(folder)).toEqual(['lock']);
  },
);
