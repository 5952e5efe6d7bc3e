/** Two windows on one log: a writer that fails never takes back what another one wrote (reliability case 30). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { ALWAYS_ALIVE, takeLock } from '../../../src/extension/storage/lock.ts';
import { headerLine } from '../../../src/extension/storage/log-line.ts';
import { LogWriter } from '../../../src/extension/storage/log-writer.ts';
import { newRoot, typed } from './sample-entries.ts';

async function openWriter(disk: Disk, folder: string, writer: string, force = false): Promise<LogWriter> {
  const attempt = await takeLock(disk, { folder, writer, pulse: ALWAYS_ALIVE, force });
  if (attempt.type !== 'taken') throw new Error(attempt.type);
  return LogWriter.open(disk, path.join(folder, 'log.jsonl'), attempt.lock, writer);
}

/** A thread's folder, and a disk whose reads fail while `failing.reads` is true. */
function newFolder() {
  const folder = path.join(newRoot(), 't1');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'log.jsonl'), headerLine({ thread: 't1', createdAt: 1 }));
  const failing = { reads: false };
  const readFile: Disk['readFile'] = (...args: unknown[]) => {
    if (failing.reads) return Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
    return Reflect.apply(DISK.readFile, undefined, args);
  };
  const log = () => readFileSync(path.join(folder, 'log.jsonl'), 'utf8');
  return { folder, disk: { ...DISK, readFile }, failing, log };
}

describe('case 30: a writer', () => {
  it('leaves what another window wrote when it can not even read who holds the lock', async () => {
    const { folder, disk, failing, log } = newFolder();
    const first = await openWriter(disk, folder, 'aaaa');
    await first.append(typed(1, 'one'));
    const second = await openWriter(DISK, folder, 'bbbb', true);
    await second.append(typed(2, 'two'));
    const before = log();
    failing.reads = true;
    expect(await first.append(typed(2, 'mine'))).toEqual({ ok: false, error: { type: 'disk', reason: 'EMFILE' } });
    expect(log()).toBe(before);
    failing.reads = false;
    expect(await first.append(typed(2, 'mine'))).toEqual({ ok: false, error: { type: 'lost' } });
    await Promise.all([first.close(), second.close()]);
  });

  it('writes nothing behind an entry that came while it held the lock', async () => {
    const { folder, log } = newFolder();
    const writer = await openWriter(DISK, folder, 'aaaa');
    await writer.append(typed(1, 'one'));
    const late = `${log()}{"writer":"old","type":"note","id":2,"at":1,"text":"under way"}\n`;
    writeFileSync(path.join(folder, 'log.jsonl'), late);
    expect(await writer.append(typed(2, 'mine'))).toEqual({ ok: false, error: { type: 'lost' } });
    expect(log()).toBe(late);
    await writer.close();
  });
});
