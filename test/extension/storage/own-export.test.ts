/** Spool's own export: what is written can be imported again, and is then exported as the same bytes. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Entry } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { openOutputs } from '../../../src/extension/storage/outputs.ts';
import { exportLines } from '../../../src/extension/storage/own-export.ts';
import { threadFolder } from '../../../src/extension/storage/thread-folder.ts';
import { openStore } from '../../../src/extension/storage/thread-store.ts';
import { ENTRIES, newRoot, typed } from './sample-entries.ts';

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  const parts: string[] = [];
  for await (const part of chunks) parts.push(part);
  return parts.join('');
}

function exportOf(root: string, id: string, entries: readonly Entry[]): Promise<string> {
  return textOf(exportLines(entries, openOutputs(threadFolder(root, id))));
}

async function importOf(text: string, root = newRoot()) {
  const store = openStore(root);
  const source = {
    name: 'x.jsonl',
    size: text.length,
    chunks: async function* () {
      yield text;
    },
  };
  const outcome = await store.import(source, { header: { thread: 'copy', createdAt: 7 }, at: 9 });
  return { root, store, outcome };
}

it('comes back with the same bytes, whole outputs included', async () => {
  const root = newRoot();
  const store = openStore(root);
  const whole = `${'Zeile 𝒳 🧵\n'.repeat(20_000)}end`;
  await store.create({ thread: 'a', createdAt: 1, workspace: 'file:///secret/place' }, ENTRIES);
  const put = await openOutputs(threadFolder(root, 'a')).put([whole]);
  if (!put.ok) throw new Error(put.error.reason);
  const outputRef = put.value;
  const result: Entry = {
    id: entryId(90),
    at: 90,
    type: 'message',
    origin: 'tools',
    blocks: [
      { type: 'tool_result', toolUseId: 'c9', content: [], outputRef },
      { type: 'tool_result', toolUseId: 'c10', content: [], outputRef },
    ],
  };
  const first = await exportOf(root, 'a', [...(await store.read('a')).entries, result]);
  expect(first).not.toContain('secret');
  const copy = await importOf(first);
  expect(copy.outcome).toMatchObject({ type: 'imported', report: { odd: [], oddLines: 0 } });
  const { entries, header } = await copy.store.read('copy');
  expect(entries.slice(0, -1)).toEqual((await store.read('a')).entries);
  expect(header).toEqual({ thread: 'copy', createdAt: 7 });
  expect(readFileSync(path.join(threadFolder(copy.root, 'copy'), 'outputs', outputRef.id), 'utf8')).toBe(whole);
  expect(await exportOf(copy.root, 'copy', entries)).toBe(first);
});

it('reads past damaged, foreign and repeated lines, and names them', async () => {
  const lines = [
    '{"spoolThread":1}',
    JSON.stringify(typed(1, 'a')),
    '',
    '{"id":2',
    '{"id":2,"at":1,"type":"dance"}',
    JSON.stringify(typed(1, 'again')),
    '{"output":"../../lock","text":"x"}',
    JSON.stringify(typed(5, 'b')),
  ];
  const { root, store, outcome } = await importOf(`\uFEFF${lines.join('\r\n')}`);
  expect(outcome).toMatchObject({ type: 'imported', report: { messages: 2, oddLines: 4 } });
  expect(outcome.type === 'imported' && outcome.report.odd.map(({ line }) => line)).toEqual([4, 5, 6, 7]);
  expect((await store.read('copy')).entries.map(({ id }) => id)).toEqual([1, 5]);
  expect(existsSync(path.join(root, 'lock'))).toBe(false);
});

it.each([
  ['{"spoolThread":2}\n', 'newer version'],
  ['{"spoolThread":1}\n', 'holds no entries'],
  ['{"spoolThread":1}', 'holds no entries'],
])('refuses %j, and leaves nothing', async (text, why) => {
  const { store, outcome } = await importOf(text);
  expect(outcome).toMatchObject({ type: 'failed', failure: { message: expect.stringContaining(why) } });
  expect(await store.list()).toEqual([]);
});
