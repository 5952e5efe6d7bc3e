/** The thread of a sub-agent: made beside the thread that asked, or not at all, and what its log says of its work. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { tokenUsage } from '../../../src/core/message/usage.ts';
import type { Entry, Planned } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { LiveAgentList } from '../../../src/extension/agent/sub-agent/live-agents.ts';
import { createSubThread, workIn } from '../../../src/extension/agent/sub-agent/sub-thread.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { subThreadFolder } from '../../../src/extension/storage/thread-folder.ts';
import { openStore, openSubStore } from '../../../src/extension/storage/thread-store.ts';
import { newRoot, typed } from '../storage/sample-entries.ts';

const noChange = () => undefined;

it('is written in the folder of the thread that asked, and can be opened again when it is closed', async () => {
  const root = newRoot();
  await openStore(root).create({ thread: 'a', createdAt: 1 }, [typed(1, 'Look.')]);
  const seen: number[] = [];
  const made = await createSubThread(
    openSubStore(root, 'a'),
    'Find it.\nAll of it.',
    () => 7,
    (_, thread) => seen.push(thread.entries.length),
  );
  if (!made.ok) throw new Error(made.error);
  const { id, log, close } = made.value;
  expect(log.thread.title).toBe('Find it.');
  expect(
    (await log.append({ type: 'message', origin: 'typed', blocks: [{ type: 'text', text: 'Find it.' }] })).ok,
  ).toBe(true);
  expect(seen.at(-1)).toBe(2);
  await close();
  expect((await log.append({ type: 'note', text: 'late' })).ok).toBe(false);
  const again = await openSubStore(root, 'a').open(id);
  expect(again).toMatchObject({ ok: true, value: { file: path.join(subThreadFolder(root, 'a', id), 'log.jsonl') } });
  if (again.ok && again.value.access.type === 'writer') await again.value.access.writer.close();
});

it('is not begun where the disk refuses, and nothing is left of it', async () => {
  const root = newRoot();
  await openStore(root).create({ thread: 'a', createdAt: 1 }, [typed(1, 'Look.')]);
  const full: Disk = {
    ...DISK,
    open: async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  };
  const store = openStore(path.join(root, 'threads/a'), full);
  expect(await createSubThread(store, 'Look.', () => 7, noChange)).toEqual({ ok: false, error: 'ENOSPC' });
  expect(await DISK.readdir(path.join(root, 'threads/a/threads'))).toEqual([]);
});

const reply = (id: number, calls: readonly string[] = []): Entry => ({
  id: entryId(id),
  at: id,
  type: 'message',
  origin: 'model',
  model: 'scripted/birch',
  usage: tokenUsage({ input: 100, cacheRead: 10, output: 1 }),
  blocks: calls.map((path, at) => ({ type: 'tool_use', id: `c${at}`, name: 'read_file', input: { path } })),
});

it('has used what its replies and its compactions report', () => {
  const compaction: Planned = {
    type: 'compaction',
    trigger: 'auto',
    strategy: 'summarize',
    usage: tokenUsage({ input: 50, output: 5 }),
    steps: [],
    edits: [],
  };
  const entries = [typed(1, 'Look.'), reply(2), { ...compaction, id: entryId(3), at: 3 }, reply(4)];
  expect(workIn(entries)).toEqual({
    rounds: 2,
    model: 'scripted/birch',
    usage: tokenUsage({ input: 250, cacheRead: 20, output: 7 }),
  });
  expect(workIn([])).toEqual({ rounds: 0 });
});

it('is live from its beginning to its end, for the panel of the thread that asked alone', async () => {
  const root = newRoot();
  const live = new LiveAgentList();
  const heard: number[] = [];
  const leave = live.onDidChange(() => heard.push(live.of('a').length));
  const made = await createSubThread(
    openSubStore(root, 'a'),
    'Look.',
    () => 7,
    (id, thread) => live.moved(id, thread),
  );
  if (!made.ok) throw new Error(made.error);
  const { id, log, close } = made.value;
  expect(heard).toEqual([]);
  live.begun(id, 'a');
  expect(live.of('a')).toEqual([{ thread: id, rounds: 0 }]);
  expect([live.of('b'), live.of(undefined)]).toEqual([[], []]);
  const { id: _, at: __, ...planned } = reply(2, ['a.ts', 'src/b.ts']);
  await log.append(planned as Planned);
  expect(live.of('a')).toEqual([{ thread: id, rounds: 1, last: { tool: 'read_file', subject: 'src/b.ts' } }]);
  live.ended(id);
  expect(live.of('a')).toEqual([]);
  leave();
  await close();
  expect(heard).toEqual([1, 1, 0]);
});
