/** Importing into the store: checkpoints, the report, and nothing written when anything goes wrong. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkpointIds } from '../../../src/core/thread/checkpoint.ts';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { countThreads } from '../../../src/core/transfer/import.ts';
import { fileSource } from '../../../src/extension/storage/file-source.ts';
import type { ImportReport } from '../../../src/extension/storage/import-file.ts';
import { readSubThread } from '../../../src/extension/storage/sub-threads.ts';
import { threadFolder } from '../../../src/extension/storage/thread-folder.ts';
import { openStore, type ThreadStore } from '../../../src/extension/storage/thread-store.ts';
import { newRoot } from './sample-entries.ts';

const HEADER = { thread: 't1', createdAt: 5 };

const RECORDED = [
  {
    type: 'user',
    uuid: 'u1',
    timestamp: '2026-01-02T03:04:05Z',
    message: { role: 'user', content: 'Count the tests.' },
  },
  {
    type: 'assistant',
    uuid: 'a1',
    parentUuid: 'u1',
    message: { id: 'm1', model: 'claude-sample-1', role: 'assistant', content: [{ type: 'text', text: 'Twelve.' }] },
  },
  { type: 'user', uuid: 'u2', parentUuid: 'a1', message: { role: 'user', content: 'And the files?' } },
].map((line) => JSON.stringify({ sessionId: 's', cwd: '/w', version: '2.0.0', ...line }));

async function entriesIn(store: ThreadStore): Promise<readonly Entry[]> {
  const log = await store.open('t1');
  if (!log.ok) throw new Error(log.error.type);
  if (log.value.access.type === 'writer') await log.value.access.writer.close();
  return log.value.entries;
}

async function imported(
  content: string | Buffer,
  noteFor?: (report: ImportReport) => string | undefined,
  signal?: AbortSignal,
) {
  const root = newRoot();
  const file = path.join(root, 'recorded.jsonl');
  writeFileSync(file, content);
  const store = openStore(root);
  const request = { header: HEADER, at: 9, ...(noteFor && { noteFor }), ...(signal && { signal }) };
  return { root, store, outcome: await store.import(await fileSource(file), request) };
}

it('imports the thread that was asked for, and says how many there are', async () => {
  const request = (content: string) => JSON.stringify({ request: { messages: [{ role: 'user', content }] } });
  const root = newRoot();
  const file = path.join(root, 'log.jsonl');
  writeFileSync(file, ['Count the tests.', 'Name the thread.'].map(request).join('\n'));
  const source = await fileSource(file);
  expect(await countThreads(source)).toBe(2);
  const store = openStore(root);
  const outcome = await store.import(source, { header: HEADER, at: 9, thread: 2 });
  expect(outcome).toMatchObject({ type: 'imported', report: { messages: 1, threads: { count: 2, thread: 2 } } });
  const [message] = replay(await entriesIn(store)).messages;
  expect(message?.blocks[0]).toEqual({ type: 'text', text: 'Name the thread.' });
});

it.each(['task', 'task/api_conversation_history.json'])('imports a Cline task from %s', async (chosen) => {
  const root = newRoot();
  mkdirSync(path.join(root, 'task'));
  const messages = [{ role: 'user', content: [{ type: 'text', text: '<task>\nCount.\n</task>' }] }];
  writeFileSync(path.join(root, 'task/api_conversation_history.json'), JSON.stringify(messages));
  writeFileSync(path.join(root, 'task/ui_messages.json'), '[]');
  const outcome = await openStore(root).import(await fileSource(path.join(root, chosen)), { header: HEADER, at: 9 });
  expect(outcome).toMatchObject({ type: 'imported', report: { format: 'cline', messages: 1, threads: undefined } });
});

const threadsIn = (root: string) => readdirSync(path.join(root, 'threads'));

it('makes a thread whose user messages each end in a checkpoint of their own', async () => {
  const { store, outcome } = await imported(`${RECORDED.join('\n')}\n`);
  expect(outcome).toMatchObject({ type: 'imported', report: { format: 'claude-code', messages: 3, oddLines: 0 } });
  const thread = replay(await entriesIn(store));
  expect(thread.messages.map(({ origin }) => origin)).toEqual(['typed', 'model', 'typed']);
  expect(new Set(checkpointIds(thread.messages)).size).toBe(2);
});

it('names odd lines, counts all of them, and lets the thread say so itself', async () => {
  const odd = Array.from({ length: 25 }, () => '{oh').join('\n');
  const { store, outcome } = await imported(
    `${RECORDED[0]}\n${odd}\n${RECORDED[1]}\n`,
    ({ oddLines }) => `${oddLines} odd`,
  );
  if (outcome.type !== 'imported') throw new Error(outcome.type);
  expect(outcome.report.oddLines).toBe(25);
  expect(outcome.report.odd).toHaveLength(20);
  expect(outcome.report.odd[0]?.line).toBe(2);
  expect((await entriesIn(store)).at(-1)).toMatchObject({ type: 'note', text: '25 odd', at: 9 });
});

it.each([
  ['empty', ''],
  ['binary', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0])],
  ['not JSON', 'Dear diary,\ntoday\n'],
  ['of no known format', '{"a":1}\n{"b":2}\n'],
  ['cut off', `${RECORDED[0]}\n${RECORDED[1]?.slice(0, 60)}`],
])('writes nothing when the file is %s, and names it', async (_name, content) => {
  const { root, outcome } = await imported(content);
  if (outcome.type !== 'failed') throw new Error(outcome.type);
  expect(outcome.failure.message).toContain('recorded.jsonl');
  expect(threadsIn(root)).toEqual([]);
});

it('writes nothing when it is cancelled', async () => {
  const { root, outcome } = await imported(`${RECORDED.join('\n')}\n`, undefined, AbortSignal.abort());
  expect(outcome).toEqual({ type: 'cancelled' });
  expect(threadsIn(root)).toEqual([]);
});

it('writes nothing when the file can not be read to its end', async () => {
  const root = newRoot();
  const chunks = async function* () {
    yield `${RECORDED.join('\n')}\n`;
    throw Object.assign(new Error('the disk is gone'), { code: 'EIO' });
  };
  const source = { name: 'recorded.jsonl', size: 1, chunks };
  await expect(openStore(root).import(source, { header: HEADER, at: 9 })).rejects.toThrow('the disk is gone');
  expect(threadsIn(root)).toEqual([]);
});

it('writes the threads of sub-agents into the folder of the thread, with checkpoints of their own', async () => {
  const side = { isSidechain: true, agentId: 'heron', parentToolUseID: 'c1' };
  const record = (type: string, uuid: string, content: unknown, more = {}) =>
    JSON.stringify({ type, uuid, sessionId: 's', ...more, message: { id: uuid, role: type, content } });
  const { root } = await imported(
    [
      record('user', 'u1', 'Where is it?'),
      record('assistant', 'a1', [{ type: 'tool_use', id: 'c1', name: 'Task', input: { prompt: 'Find it.' } }]),
      record('user', 's1', 'Find it.', side),
      record('assistant', 's2', [{ type: 'text', text: 'In a.ts.' }], side),
      record('user', 'u2', [{ type: 'tool_result', tool_use_id: 'c1', content: 'In a.ts.' }]),
    ].join('\n'),
  );
  const sub = await readSubThread(threadFolder(root, 't1'), 'heron');
  const thread = replay(sub?.entries ?? []);
  expect(thread.messages.slice().map(({ origin }) => origin)).toEqual(['typed', 'model']);
  expect(checkpointIds(thread.messages)).toHaveLength(1);
  expect(thread.title).toBe('Find it.');
});
