/** Reading logs: whole, torn at any byte, and with lines that don't belong. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { entryLine, headerLine } from '../../../src/extension/storage/log-line.ts';
import { openOutputs } from '../../../src/extension/storage/outputs.ts';
import { readLog } from '../../../src/extension/storage/read-log.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { ENTRIES, newRoot, typed } from './sample-entries.ts';

const HEADER = { thread: 't1', createdAt: 5, workspace: 'file:///w' };
const lines = (...entries: Parameters<typeof entryLine>[1][]) =>
  entries.map((entry) => entryLine('w1', entry)).join('');

function logOf(content: string | Buffer): string {
  const file = path.join(newRoot(), 'log.jsonl');
  writeFileSync(file, content);
  return file;
}

it('gives back every kind of entry as it was written', async () => {
  const log = await readLog(logOf(headerLine(HEADER) + lines(...ENTRIES)));
  expect(log).toEqual({ header: HEADER, entries: ENTRIES, skipped: [] });
});

it.each([
  '$& $1',
  '</summary>',
  '{{x}}',
  '<checkpoint:abcdef>',
  '\u001b[31m',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  'a\r\n\u2028b',
])('case 40: keeps %j as it was written', async (text) => {
  const log = await readLog(logOf(headerLine(HEADER) + lines(typed(1, text), typed(2, 'next'))));
  expect(log).toEqual({ header: HEADER, entries: [typed(1, text), typed(2, 'next')], skipped: [] });
});

it('case 28: loses at most the last line when the log is cut at any of its bytes, and says so', async () => {
  const whole = headerLine(HEADER) + lines(...ENTRIES.slice(0, 3));
  const last = Buffer.from(entryLine('w1', typed(4, 'größer — 🧵 “zitiert”')));
  for (let kept = 0; kept <= last.length; kept++) {
    const log = await readLog(logOf(Buffer.concat([Buffer.from(whole), last.subarray(0, kept)])));
    const complete = kept >= last.length - 1;
    expect(log.entries.length, `${kept} bytes`).toBe(complete ? 4 : 3);
    expect(log.skipped.map(({ line, why }) => [line, why])).toEqual(complete || kept === 0 ? [] : [[5, 'torn']]);
  }
});

it.each([
  ['glued', (a: string, b: string, c: string) => `${a.trimEnd()}${b.trimEnd()}${c}`],
  ['glued to the header', (a: string, b: string, c: string) => `${a}${b}${c}`, true],
  ['behind NUL bytes', (a: string, b: string, c: string) => `\0\0\0${a}\0${b}${c}`],
])('S7 reads every record of lines that are %s', async (_, join, toHeader = false) => {
  const tricky = typed(2, 'it ends in }{"writer":"w1" and {"spool":1}');
  const [a = '', b = '', c = ''] = [typed(1, 'a'), tricky, typed(3, 'c')].map((entry) => entryLine('w1', entry));
  const header = headerLine(HEADER);
  const log = await readLog(logOf(`${toHeader ? header.trimEnd() : header}${join(a, b, c)}`));
  expect(log.header).toEqual(HEADER);
  expect(log.entries).toEqual([typed(1, 'a'), tricky, typed(3, 'c')]);
  expect(log.skipped).toEqual([]);
});

it('S7 a torn record costs nothing of the one that was glued to it', async () => {
  const torn = entryLine('w1', typed(1, 'torn')).slice(0, 30);
  const log = await readLog(
    logOf(
      `${headerLine(HEADER)}${entryLine('w1', typed(1, 'a')).trimEnd()}${entryLine('w1', typed(2, 'b')).trimEnd()}${torn}\n`,
    ),
  );
  expect(log.entries).toEqual([typed(1, 'a'), typed(2, 'b')]);
  expect(log.skipped).toEqual([{ line: 2, why: 'torn', detail: 'not whole JSON' }]);
});

it('case 30: keeps what stands before and after a torn line', async () => {
  const torn = entryLine('w1', typed(2, 'torn')).slice(0, 30);
  const log = await readLog(logOf(`${headerLine(HEADER)}${lines(typed(1, 'a'))}${torn}\n${lines(typed(2, 'b'))}`));
  expect(log.entries).toEqual([typed(1, 'a'), typed(2, 'b')]);
  expect(log.skipped).toEqual([{ line: 3, why: 'torn', detail: 'not whole JSON' }]);
});

it.each([
  ['a line of another program', '{"level":"info"}\n', 'foreign', 'no entry of this log'],
  ['an entry of no known type', '{"writer":"w","id":2,"at":1,"type":"dance"}\n', 'foreign', undefined],
  ['an entry whose blocks are wrong', '{"writer":"w","id":2,"at":1,"type":"note"}\n', 'foreign', undefined],
  ['an id that came before', lines(typed(1, 'again')), 'out-of-order', 'entry 1 after entry 1'],
  ['a second header', headerLine({ thread: 'other', createdAt: 1 }), 'foreign', 'a second header'],
  ['bytes that are no text', Buffer.from([0, 1, 2, 0xff, 0x0a]).toString('latin1'), 'torn', undefined],
])('skips %s and reports its line', async (_name, foreign, why, detail) => {
  const log = await readLog(logOf(headerLine(HEADER) + lines(typed(1, 'a')) + foreign + lines(typed(3, 'b'))));
  expect(log.entries).toEqual([typed(1, 'a'), typed(3, 'b')]);
  expect(log.skipped).toHaveLength(1);
  expect(log.skipped[0]).toMatchObject({ line: 3, why, ...(detail !== undefined && { detail }) });
});

it('refuses a log of a newer version without touching it', async () => {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 't1', createdAt: 1 });
  const file = path.join(root, 'threads/t1/log.jsonl');
  writeFileSync(file, '{"spool":2,"thread":"t1","createdAt":1,"shape":"new"}\n');
  expect(await store.open('t1')).toEqual({ ok: false, error: { type: 'newer-version', file } });
  expect(readFileSync(file, 'utf8')).toContain('"spool":2');
});

it('opens 10,000 entries (the time is printed)', async () => {
  const entries = Array.from({ length: 10_000 }, (_, i) => typed(i + 1, `${i} ${'lorem ipsum '.repeat(60)}`));
  const file = logOf(headerLine(HEADER) + lines(...entries));
  const began = performance.now();
  const log = await readLog(file);
  console.log(
    `read 10,000 entries, ${(readFileSync(file).length / 1e6).toFixed(1)} MB: ${Math.round(performance.now() - began)} ms`,
  );
  expect(log.entries).toHaveLength(10_000);
});

it.each(['a FIFO', 'a folder', 'a device'])('refuses %s in place of any file of a thread', async (kind) => {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 't1', createdAt: 1 }, [typed(1, 'a')]);
  const folder = path.join(root, 'threads', 't1');
  const put = (file: string) => {
    rmSync(file, { recursive: true, force: true });
    if (kind === 'a folder') mkdirSync(file);
    else if (kind === 'a FIFO') execFileSync('mkfifo', [file]);
    else symlinkSync('/dev/zero', file);
  };
  const refused = { code: kind === 'a folder' ? expect.stringMatching(/EINVAL|EISDIR/) : 'EINVAL' };
  const small = path.join(root, 'small');
  put(small);
  await expect(DISK.readFile(small, 'utf8')).rejects.toMatchObject(refused);
  const log = path.join(folder, 'log.jsonl');
  put(log);
  await expect(readLog(log)).rejects.toMatchObject(refused);
  await expect(store.read('t1')).rejects.toMatchObject(refused);
  const listed = await store.list();
  for await (const found of store.find(listed, 'a', new AbortController().signal)) expect(found).toBeUndefined();
  mkdirSync(path.join(folder, 'outputs'));
  put(path.join(folder, 'outputs', 'o_0123456789abcdef'));
  expect(await openOutputs(folder).open('o_0123456789abcdef')).toBeUndefined();
});
