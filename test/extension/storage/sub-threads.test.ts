/** The threads of sub-agents go with the thread that asked: in forks, exports, the trash, the measure of the disk and the removal of unused files. */
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { collectOutputs } from '../../../src/extension/storage/collect-outputs.ts';
import { DISK } from '../../../src/extension/storage/disk.ts';
import { openOutputs } from '../../../src/extension/storage/outputs.ts';
import { exportLines } from '../../../src/extension/storage/own-export.ts';
import { storageUse } from '../../../src/extension/storage/storage-use.ts';
import { readSubThread } from '../../../src/extension/storage/sub-threads.ts';
import { sweepLeftovers } from '../../../src/extension/storage/sweep-leftovers.ts';
import { subThreadFolder, threadFolder } from '../../../src/extension/storage/thread-folder.ts';
import { openStore, openSubStore } from '../../../src/extension/storage/thread-store.ts';
import { purgeTrash } from '../../../src/extension/storage/trash.ts';
import { ENTRIES, newRoot, typed } from './sample-entries.ts';

const NOW = 1_800_000_000_000;
const DAY = 24 * 60 * 60 * 1000;
const begun = (id: number, thread: string): Entry => ({
  id: entryId(id),
  at: id,
  type: 'sub_agent',
  call: `c${id}`,
  thread,
  state: 'begun',
});
const read = (ref: string): Entry => ({
  id: entryId(3),
  at: 3,
  type: 'message',
  origin: 'tools',
  blocks: [{ type: 'tool_result', toolUseId: 'c', content: [], outputRef: { id: ref } }],
});

/** A thread with two sub-agents, of which the first has read something long. */
async function asked() {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 'a', createdAt: 1 }, [
    typed(1, 'Look.'),
    begun(2, 's1'),
    typed(3, 'More.'),
    begun(4, 's2'),
  ]);
  const subs = openSubStore(root, 'a');
  const put = await openOutputs(threadFolder(root, 'a')).put(['outputs of the thread itself']);
  if (!put.ok) throw new Error(put.error.reason);
  await subs.create({ thread: 's1', createdAt: 2 }, []);
  const long = await openOutputs(subThreadFolder(root, 'a', 's1')).put(['herons '.repeat(1_000)]);
  if (!long.ok) throw new Error(long.error.reason);
  const opened = await subs.open('s1');
  if (!opened.ok || opened.value.access.type !== 'writer') throw new Error('not opened');
  for (const entry of [typed(1, 'The task 🧵'), read(long.value.id)]) await opened.value.access.writer.append(entry);
  await opened.value.access.writer.close();
  await subs.create({ thread: 's2', createdAt: 3 }, ENTRIES);
  return { root, store, subs, ref: long.value.id, own: put.value.id };
}

async function exportOf(root: string, id: string): Promise<string> {
  const folder = threadFolder(root, id);
  const { entries } = await openStore(root).read(id);
  let text = '';
  for await (const line of exportLines(entries, openOutputs(folder), (agent) => readSubThread(folder, agent)))
    text += line;
  return text;
}

describe('the threads of sub-agents', () => {
  it('are none of the threads of a person', async () => {
    const { store } = await asked();
    expect((await store.list()).map(({ id }) => id)).toEqual(['a']);
    for (const id of ['s1', 'a/s1', 'a/threads/s1']) expect((await store.open(id)).ok).toBe(false);
  });

  it('go to the trash, come back and end with it', async () => {
    const { root, store, subs } = await asked();
    const log = path.join(subThreadFolder(root, 'a', 's2'), 'log.jsonl');
    const bytes = readFileSync(log);
    await store.trash('a', NOW);
    expect(existsSync(log)).toBe(false);
    await store.untrash('a');
    expect(readFileSync(log).equals(bytes)).toBe(true);
    expect((await subs.read('s2')).entries).toEqual(ENTRIES);
    await store.trash('a', NOW);
    await purgeTrash(DISK, root, NOW, Number.NEGATIVE_INFINITY);
    expect(existsSync(path.join(root, 'trash/a'))).toBe(false);
  });

  it('are copied into a fork with their outputs, as far as its entries name them', async () => {
    const { root, store, subs, ref } = await asked();
    await store.fork('a', { header: { thread: 'fork', createdAt: 5 }, title: 'Fork', at: 9, upTo: 3 });
    const copied = openSubStore(root, 'fork');
    expect((await copied.read('s1')).entries).toEqual((await subs.read('s1')).entries);
    expect(await openOutputs(subThreadFolder(root, 'fork', 's1')).open(ref)).toBeDefined();
    expect(existsSync(subThreadFolder(root, 'fork', 's2'))).toBe(false);
    await store.trash('a', NOW);
    expect((await copied.open('s1')).ok).toBe(true);
  });

  it('a fork is made where one of them is missing, or is named as no thread is', async () => {
    const { root, store } = await asked();
    await store.create({ thread: 'b', createdAt: 1 }, [begun(1, 'gone'), begun(2, '../../a'), begun(3, 's9')]);
    await store.fork('b', { header: { thread: 'fork', createdAt: 5 }, title: 'Fork', at: 9 });
    expect((await store.read('fork')).entries).toHaveLength(4);
    expect(existsSync(path.join(root, 'threads/fork/threads'))).toBe(false);
  });

  it('are in an export, and come back with the same bytes', async () => {
    const { root, subs, ref } = await asked();
    const text = await exportOf(root, 'a');
    const target = newRoot();
    const store = openStore(target);
    const chunks = async function* () {
      yield text;
    };
    const outcome = await store.import(
      { name: 'x.jsonl', size: text.length, chunks },
      { header: { thread: 'copy', createdAt: 7 }, at: 9 },
    );
    expect(outcome).toMatchObject({ type: 'imported', report: { oddLines: 0, messages: 2 } });
    const copied = openSubStore(target, 'copy');
    expect((await copied.read('s1')).entries).toEqual((await subs.read('s1')).entries);
    expect((await copied.read('s2')).entries).toEqual(ENTRIES);
    expect(await openOutputs(subThreadFolder(target, 'copy', 's1')).open(ref)).toBeDefined();
    expect(await exportOf(target, 'copy')).toBe(text);
  });

  it('a file with lines of sub-agents that can’t be right is imported without them, and says so', async () => {
    const { root } = await asked();
    const lines = [
      '{"spoolThread":1}',
      JSON.stringify(typed(1, 'Look.')),
      JSON.stringify({ agent: '../evil', line: typed(1, 'x') }),
      JSON.stringify({ agent: 's1', line: { agent: 's2', line: typed(1, 'x') } }),
      JSON.stringify({ agent: 's1', line: { output: '../../o', text: 'x' } }),
      JSON.stringify({ agent: 's1', line: typed(2, 'x') }),
      JSON.stringify({ agent: 's1', line: typed(2, 'again') }),
    ];
    const chunks = async function* () {
      yield lines.join('\n');
    };
    const source = { name: 'x.jsonl', size: 1_000, chunks };
    const outcome = await openStore(root).import(source, { header: { thread: 'copy', createdAt: 7 }, at: 9 });
    expect(outcome).toMatchObject({ type: 'imported', report: { messages: 1, oddLines: 4 } });
    expect((await openSubStore(root, 'copy').read('s1')).entries).toHaveLength(1);
  });

  it('count in what their thread takes on the disk, in the trash too', async () => {
    const { root, store } = await asked();
    const { threads, total } = await storageUse(DISK, root, await store.list());
    const of = threads.get('a');
    expect(of?.agents).toBeGreaterThan(7_000);
    expect(total).toBe((of?.log ?? 0) + (of?.outputs ?? 0) + (of?.agents ?? 0));
    await store.trash('a', NOW);
    const after = await storageUse(DISK, root, []);
    expect(after.trash).toEqual({ threads: 1, bytes: total });
  });

  it('keep the outputs that they name, and lose old ones that they don’t', async () => {
    const { root, ref } = await asked();
    const outputs = path.join(subThreadFolder(root, 'a', 's1'), 'outputs');
    const unnamed = path.join(outputs, 'o_0123456789abcdef');
    writeFileSync(unnamed, 'unnamed');
    for (const file of [unnamed, path.join(outputs, ref)]) utimesSync(file, 1, 1);
    expect(await collectOutputs(DISK, root, 3 * DAY)).toContain(unnamed);
    expect([existsSync(unnamed), existsSync(path.join(outputs, ref))]).toEqual([false, true]);
  });

  it('lose what a killed process left of their locks', async () => {
    const { root } = await asked();
    const left = path.join(subThreadFolder(root, 'a', 's1'), 'lock.1234');
    mkdirSync(path.dirname(left), { recursive: true });
    writeFileSync(left, '');
    utimesSync(left, 1, 1);
    expect(await sweepLeftovers(DISK, root, NOW)).toEqual([left]);
  });
});
