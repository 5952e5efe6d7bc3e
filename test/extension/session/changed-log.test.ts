/** A session whose log something else changes: nothing that is shown is lost, and what is shown as written is on disk. */
import { copyFileSync, readFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { headerLine } from '../../../src/extension/storage/log-line.ts';
import { readLog } from '../../../src/extension/storage/read-log.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { diskReason } from '../../../src/extension/words/disk-reason.ts';
import { ENGLISH } from '../english.ts';
import { newRoot, typed } from '../storage/sample-entries.ts';

const open: ThreadSession[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
});

async function start() {
  const root = newRoot();
  const store = openStore(root);
  await store.create({ thread: 't1', createdAt: 1 }, [typed(1, 'one')]);
  const session = new ThreadSession(store, root, () => 5_000);
  open.push(session);
  await session.open('t1');
  const say = (text: string) => session.append({ type: 'note', text });
  expect(await say('two')).toBe(2);
  const file = path.join(root, 'threads/t1/log.jsonl');
  const shown = () => session.state.open?.thread.entries ?? [];
  return { session, say, file, shown, store };
}

const copyOf = (file: string) => `${file}.copy`;
const emptied = (file: string) => writeFileSync(file, headerLine({ thread: 't1', createdAt: 1 }));

it.each<[string, string, (file: string) => void, (file: string) => void]>([
  ['deleted', 'LOG_GONE', (file) => renameSync(file, copyOf(file)), (file) => renameSync(copyOf(file), file)],
  [
    'moved with its folder',
    'LOG_GONE',
    (file) => renameSync(path.dirname(file), copyOf(path.dirname(file))),
    (file) => {
      renameSync(copyOf(path.dirname(file)), path.dirname(file));
      // The lock was moved too, so that nobody could give it back; without a heart it is free after some seconds.
      utimesSync(path.join(path.dirname(file), 'lock'), 1, 1);
    },
  ],
  [
    'replaced by one that holds less',
    'LOG_REPLACED',
    (file) => {
      renameSync(file, copyOf(file));
      emptied(file);
    },
    (file) => renameSync(copyOf(file), file),
  ],
  [
    'cut',
    'LOG_CUT',
    (file) => {
      copyFileSync(file, copyOf(file));
      truncateSync(file, readFileSync(file).length - 10);
    },
    (file) => renameSync(copyOf(file), file),
  ],
])(
  'S2 a log that is %s: what is shown stays, nothing counts, and it goes on once the file is back',
  async (_, reason, change, back) => {
    const { session, say, file, shown } = await start();
    const before = shown();
    change(file);
    expect(await say('three')).toEqual({ type: 'disk', reason, file });
    expect(shown()).toEqual(before);
    expect(session.state.open?.access).toEqual({ type: 'refused', reason });
    expect(await say('four')).toEqual({ type: 'disk', reason, file });
    expect(shown()).toEqual(before);
    back(file);
    expect(await session.open('t1')).toEqual({ type: 'opened', id: 't1', file, readOnly: false });
    expect(shown()).toEqual(before);
    expect(await say('three')).toBe(3);
    expect((await readLog(file)).entries).toEqual(shown());
  },
);

it('S2 a log that was replaced by one that holds all of it is opened again: the entry does not count, the next one does', async () => {
  const { session, say, file, shown } = await start();
  const before = shown();
  copyFileSync(file, copyOf(file));
  renameSync(copyOf(file), file);
  expect(await say('three')).toEqual({ type: 'disk', reason: 'LOG_REOPENED', file });
  expect(shown()).toEqual(before);
  expect(session.state.open?.access).toEqual({ type: 'writer' });
  expect(await say('three')).toBe(3);
  expect((await readLog(file)).entries).toEqual(shown());
});

it('S2 what was written stays shown when another window finds less in the log and takes it over', async () => {
  const { session, say, file, shown, store } = await start();
  const before = shown();
  truncateSync(file, readFileSync(file).length - 10);
  const other = await store.open('t1', { takeOver: true });
  await session.follow();
  expect(shown()).toEqual(before);
  expect(await say('three')).toEqual({ type: 'disk', reason: 'LOG_CUT', file });
  if (other.ok && other.value.access.type === 'writer') await other.value.access.writer.close();
});

it('W1 an entry that could not be read again is not in the thread', async () => {
  const { session, file, shown } = await start();
  const before = shown();
  const usage = { input: Number.NaN, output: 1, cacheCreation: 0, cacheRead: 0, total: 1 };
  const blocks = [{ type: 'text', text: 'x' }] as const;
  const written = await session.append({ type: 'message', origin: 'model', blocks, usage });
  expect(written).toEqual({ type: 'disk', reason: expect.stringMatching(/^ENTRY_UNREADABLE:usage\.input/), file });
  expect(shown()).toEqual(before);
  expect(session.state.open?.access).toEqual({ type: 'writer' });
});

it.each([
  ['LOG_GONE', /deleted or moved.*open the thread again/],
  ['LOG_REPLACED', /in the place of this file.*Open the thread again/],
  ['LOG_CUT', /messages are missing.*Open the thread again/],
  ['LOG_REOPENED', /no message is missing.*try once more/],
  ['ENTRY_UNREADABLE:usage.input: x', /not written.*usage\.input/],
])('S2 says of %s what happened and what to do', (reason, words) => expect(diskReason(reason, ENGLISH)).toMatch(words));
