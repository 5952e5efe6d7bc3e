/** A thread as a Claude Code session file, read again by our own importer. */
import { expect, it } from 'vitest';
import { callKey } from '../../../src/core/thread/changed-by-call.ts';
import { type CompactionEntry, type Entry, roleOf } from '../../../src/core/thread/entry.ts';
import { entryId } from '../../../src/core/thread/entry-id.ts';
import { subAgentsByCall } from '../../../src/core/thread/sub-agents.ts';
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

async function linesOf(entries: readonly Entry[], agents: Readonly<Record<string, readonly Entry[]>> = {}) {
  const lines: string[] = [];
  const read = async (id: string) => (agents[id] ? replay(agents[id]) : undefined);
  for await (const line of claudeCodeLines(replay(entries), HEAD, read)) lines.push(line);
  return lines;
}

async function exported(entries: readonly Entry[]) {
  const lines = await linesOf(entries);
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
  expect(await linesOf(BASE)).toEqual(lines.slice(0, -1));
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

/** A turn in which the model asked two sub-agents at once, and read a file beside them. */
function askedThread() {
  const ask = (id: string, task: string) => ({ type: 'tool_use', id, name: 'ask_agent', input: { task } }) as const;
  const result = (toolUseId: string, text: string, more = {}) =>
    ({ type: 'tool_result', toolUseId, content: [{ type: 'text', text }], ...more }) as const;
  const agent = (id: number, call: string, thread: string, more: object): Entry =>
    ({ id: entryId(id), at: id * 1_000, type: 'sub_agent', call, thread, state: 'begun', ...more }) as Entry;
  const read = { type: 'tool_use', id: 'r1', name: 'read_file', input: { path: 'a.ts' } } as const;
  const entries: readonly Entry[] = [
    message(1, 'typed', 'Find the heron and the crane.'),
    message(2, 'model', '', { model: 'claude-sample', blocks: [ask('c1', 'Find it.'), ask('c2', 'Count.'), read] }),
    agent(3, 'c1', 'sub-one', {}),
    agent(4, 'c2', 'sub-two', {}),
    agent(5, 'c1', 'sub-one', { state: 'done', rounds: 2, model: 'claude-sample', usage: TWICE }),
    agent(6, 'c2', 'sub-two', { state: 'limited', limit: 'rounds', rounds: 1, model: 'claude-sample', usage }),
    message(7, 'tools', '', { blocks: [result('c1', 'In a.ts.'), result('c2', 'Two.'), result('r1', '1')] }),
    message(8, 'model', 'Both.', { model: 'claude-sample' }),
  ];
  const look = { type: 'tool_use', id: 'c1', name: 'read_file', input: { path: 'a.ts' } } as const;
  const agents: Readonly<Record<string, readonly Entry[]>> = {
    'sub-one': [
      { id: entryId(1), at: 3_100, type: 'title', title: 'Find it' },
      message(2, 'typed', 'Find it.'),
      message(3, 'model', '', { model: 'claude-sample', usage, blocks: [look] }),
      message(4, 'tools', '', { blocks: [result('c1', 'a heron')] }),
      message(5, 'model', 'In a.ts.', { model: 'claude-sample', usage }),
    ],
    'sub-two': [message(1, 'typed', 'Count.'), message(2, 'model', 'Two.', { model: 'claude-sample', usage })],
  };
  return { entries, agents };
}

const TWICE = { input: 20, output: 10, cacheCreation: 4, cacheRead: 6, total: 40 };

it('writes sub-agents as side chains, which other readers find by the answers of the calls', async () => {
  const { entries, agents } = askedThread();
  const records = (await linesOf(entries, agents)).map((line) => JSON.parse(line));
  const [main, side] = [false, true].map((is) => records.filter(({ isSidechain }) => isSidechain === is));
  expect(new Set(records.map(({ uuid }) => uuid)).size).toBe(records.length);
  // The chain of the thread goes past the side chains, and each of these is one of its own.
  expect(main?.map(({ parentUuid }) => parentUuid)).toEqual([
    null,
    ...(main ?? []).slice(0, -1).map(({ uuid }) => uuid),
  ]);
  for (const id of ['sub-one', 'sub-two']) {
    const own = side?.filter(({ agentId }) => agentId === id) ?? [];
    expect(own.map(({ parentUuid }) => parentUuid)).toEqual([null, ...own.slice(0, -1).map(({ uuid }) => uuid)]);
  }
  const answers = main
    ?.filter(({ toolUseResult }) => toolUseResult)
    .map((one) => [
      one.message.content.map((block: { tool_use_id: string }) => block.tool_use_id),
      one.toolUseResult.agentId,
      one.toolUseResult.status,
      one.toolUseResult.prompt,
    ]);
  expect(answers).toEqual([
    [['c1'], 'sub-one', 'completed', 'Find it.'],
    [['c2'], 'sub-two', 'limited', 'Count.'],
  ]);
  // Programs that add up usage count a message of one id once.
  const ids = records.flatMap((one) => (one.type === 'assistant' ? [one.message.id] : []));
  expect(new Set(ids).size).toBe(ids.length);
});

it('gives sub-agents back, with their calls, their ends and what they used', async () => {
  const { entries, agents } = askedThread();
  const read = await importText(`${(await linesOf(entries, agents)).join('\n')}\n`);
  expect(read.odd).toEqual([]);
  expect(read.leftOut).toBeUndefined();
  const without = await importText(`${(await linesOf(entries)).join('\n')}\n`);
  expect(outline(read.messages)).toEqual(outline(without.messages));
  const told = (all: readonly Entry[]) =>
    all.flatMap((one) => (one.type === 'sub_agent' ? [{ ...one, id: 0, at: 0 }] : []));
  const byThread = (id: string) => told(read.entries).filter(({ thread }) => thread === id);
  for (const id of ['sub-one', 'sub-two'])
    expect(byThread(id)).toEqual(told(entries).filter((one) => one.thread === id));
  expect([...subAgentsByCall(read.entries).keys()]).toEqual([callKey(entryId(2), 'c1'), callKey(entryId(2), 'c2')]);
  for (const [id, own] of Object.entries(agents)) {
    const said = (all: readonly Entry[] = []) => all.filter((one) => one.type === 'message');
    const again = read.agents.get(id);
    expect(outline(said(again))).toEqual(outline(said(own)));
    expect(said(again).map(({ at, usage: used }) => [at, used])).toEqual(
      said(own).map(({ at, usage: used }) => [at, used]),
    );
  }
});
