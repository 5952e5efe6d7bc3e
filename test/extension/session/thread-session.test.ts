/** The session: what is seen is what is on disk, acts wait for each other, and a failed write changes nothing. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { projectContext } from '../../../src/core/thread/context.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { SessionState } from '../../../src/extension/session/session-state.ts';
import { ThreadSession } from '../../../src/extension/session/thread-session.ts';
import { DISK, type Disk } from '../../../src/extension/storage/disk.ts';
import { fileSource } from '../../../src/extension/storage/file-source.ts';
import { readLog } from '../../../src/extension/storage/read-log.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { newRoot, typed } from '../storage/sample-entries.ts';
import { CONFIG, longThread } from './long-thread.ts';

const sessions: ThreadSession[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});

function sessionIn(root: string, disk: Disk = DISK): ThreadSession {
  let now = 5_000;
  const session = new ThreadSession(openStore(root, disk), root, () => now++);
  session.configure({ config: CONFIG, problems: [] });
  sessions.push(session);
  return session;
}

async function withThread(turns = 30) {
  const root = newRoot();
  await openStore(root).create({ thread: 't1', createdAt: 1 }, longThread(turns));
  const session = sessionIn(root);
  await session.open('t1');
  const file = path.join(root, 'threads/t1/log.jsonl');
  return { root, session, file };
}

const contextOf = ({ open }: SessionState) => JSON.stringify(open && projectContext(open.thread).messages);

async function contextOnDisk(file: string): Promise<string> {
  return JSON.stringify(projectContext(replay((await readLog(file)).entries)).messages);
}

it('a reply that is in the thread is no longer shown as being written', async () => {
  const { session } = await withThread(1);
  const stream = { view: () => ({ reply: 1, parts: [] }) };
  const blocks = [{ type: 'text', text: 'Hello' }] as const;
  session.show({ replyStream: stream });
  await session.append({ type: 'message', origin: 'typed', blocks });
  expect(session.state.replyStream).toBe(stream);
  await session.append({ type: 'message', origin: 'model', model: 'm', blocks });
  expect(session.state.replyStream).toBeUndefined();
});

it('compacts, undoes and redoes to the same bytes, in memory as on disk', async () => {
  const { session, file } = await withThread();
  const whole = contextOf(session.state);
  const compacted = await session.compact();
  if (compacted.type !== 'compacted') throw new Error(compacted.type);
  const small = contextOf(session.state);
  expect(small.length).toBeLessThan(whole.length / 2);
  expect(await contextOnDisk(file)).toBe(small);
  expect(await session.undo()).toEqual({ type: 'undone', compaction: compacted.compaction });
  expect(contextOf(session.state)).toBe(whole);
  expect(await contextOnDisk(file)).toBe(whole);
  expect(await session.redo(compacted.compaction)).toEqual({ type: 'redone', compaction: compacted.compaction });
  expect(contextOf(session.state)).toBe(small);
  expect(await contextOnDisk(file)).toBe(small);
});

it('shows that it compacts before it does, and not after', async () => {
  const { session } = await withThread();
  const seen: (string | undefined)[] = [];
  session.onDidChange(({ busy, open }) => seen.push(`${busy?.type} ${open?.thread.compactions.length}`));
  await session.compact();
  expect(seen).toEqual(['compacting 0', 'compacting 1', 'undefined 1']);
});

it('does one act after the other, whatever order they are asked in', async () => {
  const { session, file } = await withThread();
  const whole = contextOf(session.state);
  const ends = await Promise.all([session.compact(), session.undo(), session.redo(), session.undo()]);
  expect(ends.map(({ type }) => type)).toEqual(['compacted', 'undone', 'redone', 'undone']);
  expect(contextOf(session.state)).toBe(whole);
  expect(await contextOnDisk(file)).toBe(whole);
});

it.each([
  ['no thread is open', 'no-thread', undefined],
  ['the window is unknown', 'no-limits', { ...CONFIG, contextWindows: {} }],
  ['compaction is switched off', 'refused', { ...CONFIG, enabled: false }],
  ['the strategy is disabled', 'refused', { ...CONFIG, strategy: 'disabled' as const }],
  ['nothing is old enough', 'unchanged', { ...CONFIG, contextWindows: { '*': 1_000_000 } }],
])('writes nothing and says why when %s', async (_name, type, config) => {
  if (!config) {
    expect(await sessionIn(newRoot()).compact()).toEqual({ type });
    return;
  }
  const { session, file } = await withThread(config.contextWindows['*'] === 1_000_000 ? 0 : 30);
  const bytes = readFileSync(file);
  session.configure({ config, problems: [] });
  expect((await session.compact()).type).toBe(type);
  expect(readFileSync(file)).toEqual(bytes);
  expect(session.state.busy).toBeUndefined();
});

it('case 27: leaves the thread as it was when the disk is full half-way through a compaction', async () => {
  const { root, file } = await withThread();
  await sessions.splice(0)[0]?.close();
  const open: Disk['open'] = async (...args) => {
    const handle = await DISK.open(...args);
    const { appendFile } = handle;
    handle.appendFile = async (data) => {
      await appendFile.call(handle, String(data).slice(0, 100));
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    return handle;
  };
  const session = sessionIn(root, { ...DISK, open });
  await session.open('t1');
  const { open: before } = session.state;
  const bytes = readFileSync(file);
  expect(await session.compact()).toEqual({ type: 'disk', reason: 'ENOSPC', file });
  expect(session.state.open).toBe(before);
  expect(session.state.busy).toBeUndefined();
  expect(readFileSync(file)).toEqual(bytes);
});

it('keeps the open thread when another one can not be opened or imported', async () => {
  const { root, session } = await withThread();
  const bad = path.join(root, 'bad.jsonl');
  writeFileSync(bad, 'no thread');
  expect(await session.open('none')).toEqual({ type: 'no-such-thread', id: 'none' });
  expect((await session.import(await fileSource(bad), undefined, {})).type).toBe('failed');
  expect(session.state.open?.id).toBe('t1');
  expect((await session.compact()).type).toBe('compacted');
});

it('follows what another window writes, and writes itself once that is gone', async () => {
  const { root, session } = await withThread(3);
  const second = sessionIn(root);
  await second.open('t1');
  expect(second.state.open?.access).toEqual({ type: 'held' });
  expect(await second.undo()).toEqual({ type: 'nothing-to-undo' });

  session.configure({ config: { ...CONFIG, targetTokens: 300 }, problems: [] });
  expect((await session.compact()).type).toBe('compacted');
  await second.follow();
  expect(contextOf(second.state)).toBe(contextOf(session.state));
  expect(await second.undo()).toEqual({ type: 'held' });

  await session.close();
  await second.follow();
  expect(second.state.open?.access).toEqual({ type: 'writer' });
  expect((await second.undo()).type).toBe('undone');
});

it('notices that another window has taken over, reads what that wrote, and writes no more', async () => {
  const { root, session, file } = await withThread();
  const second = sessionIn(root);
  await second.open('t1', true);
  expect((await second.compact()).type).toBe('compacted');
  const bytes = readFileSync(file);
  expect(await session.compact()).toEqual({ type: 'held' });
  expect(readFileSync(file)).toEqual(bytes);
  expect(session.state.open?.access).toEqual({ type: 'held' });
  expect(contextOf(session.state)).toBe(contextOf(second.state));
});

it('does not write a thread whose files are gone', async () => {
  const { root, session } = await withThread();
  rmSync(path.join(root, 'threads/t1'), { recursive: true });
  await session.follow();
  expect(session.state.open?.access).toEqual({ type: 'refused', reason: 'ENOENT' });
  expect((await session.compact()).type).toBe('disk');
});

it('opens a damaged thread and tells which lines it skipped', async () => {
  const root = newRoot();
  await openStore(root).create({ thread: 't1', createdAt: 1 }, [typed(1, 'a')]);
  const file = path.join(root, 'threads/t1/log.jsonl');
  writeFileSync(file, `${readFileSync(file, 'utf8')}{"writer":"w","id":2,"at"`);
  const session = sessionIn(root);
  expect((await session.open('t1')).type).toBe('opened');
  expect(session.state.open?.skipped).toEqual([{ line: 3, why: 'torn', detail: 'not whole JSON' }]);
  expect(session.state.open?.thread.messages).toHaveLength(1);
});

it('reads only what a machine of the same name locked a moment ago', async () => {
  const { root } = await withThread();
  await sessions.splice(0)[0]?.close();
  writeFileSync(
    path.join(root, 'threads/t1/lock'),
    JSON.stringify({ writer: 'other', pid: process.pid, host: hostname() }),
  );
  const session = sessionIn(root);
  expect(await session.open('t1')).toMatchObject({ type: 'opened', readOnly: true });
  expect(await session.open('t1', true)).toMatchObject({ type: 'opened', readOnly: false });
});

it('what is still being written stays in its thread when another one is opened meanwhile', async () => {
  let pass = () => {};
  const written = new Promise<void>((resolve) => {
    pass = resolve;
  });
  let isSlow = false;
  const slow: Disk = {
    ...DISK,
    open: async (...given) => {
      const handle = await DISK.open(...given);
      const sync = handle.datasync.bind(handle);
      handle.datasync = async () => {
        if (isSlow) await written;
        return sync();
      };
      return handle;
    },
  };
  const root = newRoot();
  const session = sessionIn(root, slow);
  await openStore(root).create({ thread: 't1', createdAt: 1 });
  await openStore(root).create({ thread: 't2', createdAt: 1 });
  await session.open('t1');
  isSlow = true;
  const first = session.append({ type: 'queued', blocks: [{ type: 'text', text: 'for the first' }] });
  const opened = session.open('t2');
  await new Promise((resolve) => setTimeout(resolve, 30));
  isSlow = false;
  pass();
  expect(await first).toBe(1);
  await opened;
  expect(session.state.open).toMatchObject({ id: 't2', thread: { entries: [] } });
  await session.append({ type: 'queued', blocks: [{ type: 'text', text: 'for the second' }] });
  const textsOf = async (id: string) => JSON.stringify((await openStore(root).read(id)).entries);
  expect(await textsOf('t1')).toContain('for the first');
  expect(await textsOf('t2')).toContain('for the second');
  expect(await textsOf('t2')).not.toContain('for the first');
});

it('takes nothing back from another thread that was opened meanwhile and has a message of the same id', async () => {
  const root = newRoot();
  const store = openStore(root);
  const queued = { at: 1, type: 'queued', id: entryId(1), blocks: [{ type: 'text', text: 'later' }] } as const;
  for (const thread of ['t1', 't2']) await store.create({ thread, createdAt: 1 }, [queued]);
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waits = false;
  const open: Disk['open'] = async (...args) => {
    const handle = await DISK.open(...args);
    const append = handle.appendFile.bind(handle);
    handle.appendFile = async (...data) => {
      if (waits) await gate;
      return append(...data);
    };
    return handle;
  };
  const session = sessionIn(root, { ...DISK, open });
  await session.open('t1');
  waits = true;
  const written = session.append({ type: 'note', text: 'slow' });
  const opening = session.open('t2');
  // By then the other thread is read, and is shown once the entry is written.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const taken = session.unqueue(entryId(1));
  release();
  expect(await taken).toBe(false);
  await Promise.all([written, opening]);
  expect(session.state.open).toMatchObject({ id: 't2', thread: { queue: [queued] } });
});
