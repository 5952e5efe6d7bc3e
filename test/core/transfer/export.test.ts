/** A thread as a Claude Code session file, read again by our own importer. */
import { expect, it } from 'vitest';
import { type CompactionEntry, type Entry, roleOf } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import { claudeCodeLines } from '../../../src/core/transfer/export/claude-code-lines.ts';
import { importText, outline } from './imported.ts';

const HEAD = { session: '6f3f5a3e-6c1a-4b52-9d0e-0123456789ab', cwd: '/w', version: '2.0.0' };
const usage = { input: 10, output: 5, cacheCreation: 2, cacheRead: 3, total: 20 };

function message(id: number, origin: 'typed' | 'program' | 'model' | 'tools', text: string, more = {}): Entry {
  return { id: entryId(id), at: id * 1_000, type: 'message', origin, blocks: [{ type: 'text', text }], ...more };
}

function compaction(id: number, spans: readonly (readonly [number, number, string])[], more = {}): CompactionEntry {
  const edits = spans.map(([from, to, text]) => ({
    type: 'entries' as const,
    span: { from: entryId(from), to: entryId(to) },
    fate: 'summarized' as const,
    replacement: [{ role: roleOf('program'), blocks: [{ type: 'text' as const, text }] }],
  }));
  return {
    id: entryId(id),
    at: id * 1_000,
    type: 'compaction',
    trigger: 'manual',
    strategy: 'summarize',
    steps: [],
    edits,
    ...more,
  };
}

const CALL: Entry = {
  id: entryId(2),
  at: 2_000,
  type: 'message',
  origin: 'model',
  model: 'claude-sample',
  usage,
  blocks: [
    { type: 'thinking', text: 'hm', signature: 's', by: 'anthropic/claude-sample' },
    { type: 'thinking', text: 'not Anthropic’s', signature: 'x', by: 'gemini/one' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'a.ts' } },
  ],
};
const RESULT: Entry = {
  id: entryId(3),
  at: 3_000,
  type: 'message',
  origin: 'tools',
  blocks: [{ type: 'tool_result', toolUseId: 'c1', content: [{ type: 'text', text: '1' }], isError: true }],
};
const BASE: readonly Entry[] = [
  message(1, 'typed', 'Count.'),
  CALL,
  RESULT,
  message(4, 'model', 'One.', { model: 'claude-sample' }),
  message(5, 'program', 'A task ended.'),
];

async function exported(entries: readonly Entry[]) {
  const lines = [...claudeCodeLines(replay(entries), HEAD)];
  return { lines, read: await importText(`${lines.join('\n')}\n`) };
}

it('gives the same messages, calls, results and usage', async () => {
  const { lines, read } = await exported([...BASE, { id: entryId(6), at: 6_000, type: 'title', title: 'Counting' }]);
  expect(read.events[0]).toEqual({ type: 'format', format: 'claude-code' });
  expect(read.odd).toEqual([]);
  expect(outline(read.messages)).toEqual([
    'typed: "Count."',
    'model: thinking "hm" (cw) + "I look." + read_file c1 {"path":"a.ts"}'.replace('(cw)', '(s)'),
    'tools: error c1 "1"',
    'model: "One."',
    'program: "A task ended."',
  ]);
  expect(read.messages[1]?.usage).toEqual(usage);
  expect(read.messages.map(({ at }) => at)).toEqual([1_000, 2_000, 3_000, 4_000, 5_000]);
  expect(read.title).toBe('Counting');
  expect([...claudeCodeLines(replay([...BASE]), HEAD)]).toEqual(lines.slice(0, -1));
});

it('puts each compaction where all before it was replaced, with what was kept between', async () => {
  const entries = [
    ...BASE,
    compaction(6, [[1, 3, 'First summary']], { tokensBefore: 900, tokensAfter: 90 }),
    message(7, 'typed', 'More.'),
    message(8, 'model', 'Yes.'),
    compaction(9, [
      [1, 5, 'Second summary'],
      [8, 8, 'It said yes'],
    ]),
    message(10, 'typed', 'Go on.'),
  ];
  const { lines, read } = await exported(entries);
  expect(read.compactions).toHaveLength(2);
  expect(read.compactions[0]).toMatchObject({ tokensBefore: 900, tokensAfter: 90 });
  const summaries = lines.map((line) => JSON.parse(line)).filter((record) => record.isCompactSummary);
  expect(summaries.map((record) => record.message.content)).toEqual([
    'First summary',
    'Second summary\n\nMore.\n\nIt said yes',
  ]);
  const context = replay(read.entries).items.flatMap(({ message: { blocks } }) =>
    blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
  );
  expect(context).toEqual(expect.arrayContaining(['Second summary\n\nMore.\n\nIt said yes', 'Go on.']));
  expect(context).not.toContain('Count.');
});

it('leaves out compactions that were undone, and those of a range in the middle', async () => {
  const undo: Entry = { id: entryId(7), at: 7_000, type: 'undo', compaction: entryId(6) };
  const entries = [...BASE, compaction(6, [[1, 3, 'S']]), undo, compaction(8, [[2, 3, 'range']])];
  const { read } = await exported(entries);
  expect(read.compactions).toEqual([]);
  expect(read.messages).toHaveLength(5);
});

it('names each record once, by a UUID', async () => {
  const { lines } = await exported([...BASE, compaction(6, [[1, 4, 'S']])]);
  const records = lines.map((line) => JSON.parse(line));
  const uuids = records.map(({ uuid }) => uuid);
  expect(new Set(uuids).size).toBe(uuids.length);
  for (const uuid of uuids) expect(uuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  for (const { parentUuid } of records) expect([null, ...uuids]).toContain(parentUuid);
});
