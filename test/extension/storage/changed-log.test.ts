/** A log that something else changes under its writer: it is noticed before an entry counts, and nothing that counts is lost. */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { ALWAYS_ALIVE, takeLock } from '../../../src/extension/storage/lock.ts';
import { headerLine } from '../../../src/extension/storage/log-line.ts';
import { LogWriter } from '../../../src/extension/storage/log-writer.ts';
import type { LogChange } from '../../../src/extension/storage/open-file.ts';
import { readLog } from '../../../src/extension/storage/read-log.ts';
import { newRoot, typed } from './sample-entries.ts';

const open: LogWriter[] = [];
afterEach(async () => {
  for (const writer of open.splice(0)) await writer.close().catch(() => undefined);
});

async function start(disk: Disk = DISK) {
  const folder = path.join(newRoot(), 't1');
  const log = path.join(folder, 'log.jsonl');
  mkdirSync(folder);
  writeFileSync(log, headerLine({ thread: 't1', createdAt: 1 }));
  const attempt = await takeLock(disk, { folder, writer: 'aaaa', pulse: ALWAYS_ALIVE });
  if (attempt.type !== 'taken') throw new Error(attempt.type);
  const writer = await LogWriter.open(disk, log, attempt.lock, 'aaaa');
  open.push(writer);
  for (const entry of [typed(1, 'one'), typed(2, 'two')]) expect((await writer.append(entry)).ok).toBe(true);
  return { folder, log, writer };
}

const elsewhere = (file: string) => `${file}.elsewhere`;

/** What is done to the log, and how the writer calls it. */
const CHANGES: readonly (readonly [string, LogChange, (log: string, folder: string) => void])[] = [
  ['deleted', 'gone', (log) => unlinkSync(log)],
  ['moved away', 'gone', (log) => renameSync(log, elsewhere(log))],
  ['moved with its folder', 'gone', (_, folder) => renameSync(folder, elsewhere(folder))],
  ['deleted with its folder', 'gone', (_, folder) => rmSync(folder, { recursive: true })],
  [
    'in a folder whose place a file has taken',
    'gone',
    (_, folder) => {
      renameSync(folder, elsewhere(folder));
      writeFileSync(folder, '');
    },
  ],
  [
    'moved with its folder, of which a copy is left',
    'replaced',
    (_, folder) => {
      renameSync(folder, elsewhere(folder));
      cpSync(elsewhere(folder), folder, { recursive: true });
    },
  ],
  [
    'replaced by a copy, as programs that save by rename do',
    'replaced',
    (log) => {
      copyFileSync(log, elsewhere(log));
      renameSync(elsewhere(log), log);
    },
  ],
  [
    'replaced by a shorter one',
    'replaced',
    (log) => {
      writeFileSync(elsewhere(log), headerLine({ thread: 't1', createdAt: 1 }));
      renameSync(elsewhere(log), log);
    },
  ],
  [
    'deleted and made again, of the same size',
    'replaced',
    (log) => {
      const { size } = statSync(log);
      unlinkSync(log);
      writeFileSync(log, ' '.repeat(size));
    },
  ],
  [
    'replaced by a folder',
    'replaced',
    (log) => {
      unlinkSync(log);
      mkdirSync(log);
    },
  ],
  [
    'replaced by a link to another file',
    'replaced',
    (log) => {
      copyFileSync(log, elsewhere(log));
      unlinkSync(log);
      symlinkSync(elsewhere(log), log);
    },
  ],
  [
    'replaced by a link to nothing',
    'gone',
    (log) => {
      unlinkSync(log);
      symlinkSync(elsewhere(log), log);
    },
  ],
  ['cut', 'cut', (log) => truncateSync(log, statSync(log).size - 5)],
  ['emptied', 'cut', (log) => truncateSync(log, 0)],
  [
    'cut and made as long again',
    'cut',
    (log) => {
      const { size } = statSync(log);
      truncateSync(log, size - 5);
      truncateSync(log, size);
    },
  ],
  [
    'cut and made longer',
    'cut',
    (log) => {
      const { size } = statSync(log);
      truncateSync(log, size - 5);
      truncateSync(log, size + 100);
    },
  ],
];

it.each(CHANGES)('S2 an entry does not count once the log is %s (%s)', async (_, how, change) => {
  const { folder, log, writer } = await start();
  change(log, folder);
  for (const entry of [typed(3, 'three'), typed(3, 'again')])
    expect(await writer.append(entry)).toEqual({ ok: false, error: { type: 'changed', how } });
});

it.each(CHANGES)('S2 an entry does not count where the log is %s (%s) while it is written', async (_, how, change) => {
  let change3 = () => {};
  // Between what is looked at before and the entry itself.
  const openFile: Disk['open'] = async (...args) => {
    const handle = await DISK.open(...args);
    const append = handle.appendFile.bind(handle);
    handle.appendFile = async (data, options) => {
      change3();
      await append(data, options);
    };
    return handle;
  };
  const { folder, log, writer } = await start({ ...DISK, open: openFile });
  change3 = () => change(log, folder);
  const written = await writer.append(typed(3, 'three'));
  if (how === 'cut') return;
  expect(written).toEqual({ ok: false, error: { type: 'changed', how } });
});

it('S2 a link to the very log is no change: what counts is where a reader finds it', async () => {
  const { log, writer } = await start();
  renameSync(log, elsewhere(log));
  symlinkSync(elsewhere(log), log);
  expect((await writer.append(typed(3, 'three'))).ok).toBe(true);
  expect((await readLog(log)).entries).toHaveLength(3);
});

it('S2 goes on after a change that was taken back', async () => {
  const { log, writer } = await start();
  renameSync(log, elsewhere(log));
  expect((await writer.append(typed(3, 'three'))).ok).toBe(false);
  renameSync(elsewhere(log), log);
  expect((await writer.append(typed(3, 'three'))).ok).toBe(true);
  expect((await readLog(log)).entries.map(({ id }) => id)).toEqual([1, 2, 3]);
});

it('S2 a system error while it looks is an error of the disk', async () => {
  let isBroken = false;
  const stat: Disk['stat'] = (...args: unknown[]) => {
    if (isBroken) throw Object.assign(new Error('no'), { code: 'EACCES' });
    return Reflect.apply(DISK.stat, undefined, args);
  };
  const { log, writer } = await start({ ...DISK, stat });
  const before = readFileSync(log, 'utf8');
  isBroken = true;
  expect(await writer.append(typed(3, 'x'))).toEqual({ ok: false, error: { type: 'disk', reason: 'EACCES' } });
  expect(readFileSync(log, 'utf8')).toBe(before);
});

it('a long entry and a short one after it are looked at alike', async () => {
  const { log, writer } = await start();
  expect((await writer.append(typed(3, 'long '.repeat(100_000)))).ok).toBe(true);
  expect((await writer.append(typed(4, 'short'))).ok).toBe(true);
  truncateSync(log, statSync(log).size - 1);
  expect(await writer.append(typed(5, 'x'))).toEqual({ ok: false, error: { type: 'changed', how: 'cut' } });
});
