/** Stored outputs: private, whole or not there, never outside of their folder, and kept as long as an undo could need them. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { isOutputId } from '../../../src/core/tool-output/ref.ts';
import { collectOutputs } from '../../../src/extension/storage/collect-outputs.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { openOutputs } from '../../../src/extension/storage/outputs.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { newRoot, typed } from './sample-entries.ts';

async function stored(folder: string, ...chunks: readonly string[]) {
  const put = await openOutputs(folder).put(chunks);
  if (!put.ok) throw new Error(put.error.reason);
  return put.value;
}

async function textOf(folder: string, id: string): Promise<string | undefined> {
  const text = await openOutputs(folder).open(id);
  if (!text) return undefined;
  let all = '';
  for await (const chunk of text) all += chunk;
  return all;
}

describe('R38 outputs on disk', () => {
  it('are private files in a private folder, under an id that the store makes', async () => {
    const folder = newRoot();
    const { id, byteSize } = await stored(folder, 'größe\n', 'two');
    expect(isOutputId(id)).toBe(true);
    expect(byteSize).toBe(11);
    const outputs = path.join(folder, 'outputs');
    expect(readdirSync(outputs)).toEqual([id]);
    expect(statSync(outputs).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(outputs, id)).mode & 0o777).toBe(0o600);
    expect(await textOf(folder, id)).toBe('größe\ntwo');
    expect((await stored(folder, 'größe\n', 'two')).id).not.toBe(id);
  });

  it.each([
    '../log.jsonl',
    '..',
    '',
    '/etc/passwd',
    'o_../x',
    'o_0123456789abcdef/../../x',
    'O_0123456789ABCDEF',
    'o_0123456789abcdef\0',
  ])('never open what %j would name', async (id) => {
    const folder = newRoot();
    await stored(folder, 'x');
    writeFileSync(path.join(folder, 'log.jsonl'), 'secret');
    expect(await openOutputs(folder).open(id)).toBeUndefined();
  });

  it('give undefined for one that is not there, and for a folder in its place', async () => {
    const folder = newRoot();
    expect(await openOutputs(folder).open('o_0123456789abcdef')).toBeUndefined();
    mkdirSync(path.join(folder, 'outputs/o_0123456789abcdef'), { recursive: true });
    expect(await openOutputs(folder).open('o_0123456789abcdef')).toBeUndefined();
  });

  it('keep any text as it is, pairs that come in two chunks too', async () => {
    const folder = newRoot();
    const half = 'x'.repeat((1 << 18) - 1);
    const chunks = [`${half}\ud83d`, '\ude80', '$& \u001b[0m \u0000 </summary>', '', '\u202e'];
    const { id, byteSize } = await stored(folder, ...chunks);
    expect(await textOf(folder, id)).toBe(chunks.join(''));
    expect(byteSize).toBe(Buffer.byteLength(chunks.join('')));
  });

  it('are read again from the start at each reading', async () => {
    const folder = newRoot();
    const { id } = await stored(folder, 'abc');
    const text = await openOutputs(folder).open(id);
    for (let i = 0; i < 2; i++) {
      const chunks = [];
      for await (const chunk of text ?? []) chunks.push(chunk);
      expect(chunks).toEqual(['abc']);
    }
  });

  it.each(['mkdir', 'open', 'rename'] as const)('say why when the disk refuses %s, and leave nothing', async (act) => {
    const folder = newRoot();
    const failure = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const disk: Disk = { ...DISK, [act]: async () => Promise.reject(failure) };
    expect(await openOutputs(folder, disk).put(['x'])).toEqual({ ok: false, error: { reason: 'ENOSPC' } });
    const outputs = path.join(folder, 'outputs');
    expect(existsSync(outputs) ? readdirSync(outputs) : []).toEqual([]);
  });

  it('R33 are there whole or not at all when the text breaks off', async () => {
    const folder = newRoot();
    async function* broken() {
      yield 'x'.repeat(1 << 19);
      throw new Error('the tool crashed');
    }
    await expect(openOutputs(folder).put(broken())).rejects.toThrow('the tool crashed');
    expect(readdirSync(path.join(folder, 'outputs'))).toEqual([]);
  });
});

describe('R37 what is collected', () => {
  const NOW = Date.now();
  const OLD = new Date(NOW - 25 * 60 * 60 * 1000);

  function age(file: string): void {
    utimesSync(file, OLD, OLD);
  }

  function result(id: number, output: string): Entry {
    return {
      id: entryId(id),
      at: id,
      type: 'message',
      origin: 'tools',
      blocks: [{ type: 'tool_result', toolUseId: 'a', content: [], outputRef: { id: output } }],
    };
  }

  async function threadWith(entriesOf: (output: string) => readonly Entry[]) {
    const root = newRoot();
    const folder = path.join(root, 'threads/t1');
    const { id } = await stored(folder, 'an output');
    const outputs = path.join(folder, 'outputs');
    // The store makes a thread's folder itself: the output waits beside it.
    renameSync(folder, path.join(root, 'aside'));
    await openStore(root).create({ thread: 't1', createdAt: 1 }, entriesOf(id));
    renameSync(path.join(root, 'aside/outputs'), outputs);
    return { root, folder, file: path.join(outputs, id), log: path.join(folder, 'log.jsonl') };
  }

  it('a crash orphan: stored, never logged, older than a day', async () => {
    const { root, file } = await threadWith(() => [typed(1, 'go')]);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([]);
    age(file);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([file]);
    expect(existsSync(file)).toBe(false);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([]);
  });

  it('what was being written when its window ended', async () => {
    const { root, folder, file } = await threadWith((id) => [result(1, id)]);
    const unfinished = path.join(folder, 'outputs/o_0123456789abcdef.unfinished');
    writeFileSync(unfinished, 'half');
    for (const one of [file, unfinished]) age(one);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([unfinished]);
  });

  it('never what a log names, whatever was compacted, undone or restored since', async () => {
    const span = { from: entryId(1), to: entryId(1) };
    const edits = [{ type: 'entries', span, fate: 'dropped', replacement: [] }] as const;
    const { root, file } = await threadWith((id) => [
      result(1, id),
      { id: entryId(2), at: 2, type: 'compaction', trigger: 'manual', strategy: 'truncate', steps: [], edits },
      { id: entryId(3), at: 3, type: 'undo', compaction: entryId(2) },
      { id: entryId(4), at: 4, type: 'redo', compaction: entryId(2) },
    ]);
    age(file);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('an output');
  });

  it('nothing of a log with a damaged line, which may have named it', async () => {
    const { root, file, log } = await threadWith(() => [typed(1, 'go')]);
    age(file);
    writeFileSync(log, `${readFileSync(log, 'utf8')}{"torn`);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([]);
  });

  it('the outputs of a thread whose log is gone; no file of another name', async () => {
    const root = newRoot();
    const folder = path.join(root, 'threads/purged');
    const { id } = await stored(folder, 'x');
    const outputs = path.join(folder, 'outputs');
    const other = path.join(outputs, 'notes.txt');
    writeFileSync(other, 'keep');
    for (const file of [path.join(outputs, id), other]) age(file);
    expect(await collectOutputs(DISK, root, NOW)).toEqual([path.join(outputs, id)]);
    expect(readFileSync(other, 'utf8')).toBe('keep');
  });

  it('of an empty store nothing', async () => {
    expect(await collectOutputs(DISK, newRoot(), NOW)).toEqual([]);
  });
});
