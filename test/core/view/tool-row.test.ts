/** What the row of a tool call shows beside the call: lines changed, how a command ended, the to-do list. */
import { describe, expect, it } from 'vitest';
import { TO_DO } from '../../../src/core/agent/todo-tool.ts';
import type { Json } from '../../../src/core/lang/json.ts';
import { decodeEntry } from '../../../src/core/thread/decode-entry.ts';
import { replay } from '../../../src/core/thread/thread.ts';
import type { ToolRow } from '../../../src/core/view/row.ts';
import { projectRows } from '../../../src/core/view/rows.ts';
import type { CommandState } from '../../../src/core/workspace/commands/ports.ts';
import { startedText, stateText } from '../../../src/core/workspace/commands/state-text.ts';
import { numbered } from '../arbitrary/thread.ts';
import { MemoryFiles, session } from '../workspace/memory-files.ts';

/** The row of a call; without a text it has no result. */
function rowOf(name: string, input: Json, text?: string, isError = false): ToolRow {
  const call = { type: 'tool_use', id: 'c', name, input } as const;
  const result = {
    type: 'tool_result',
    toolUseId: 'c',
    content: [{ type: 'text', text: text ?? '' }],
    isError,
  } as const;
  const asked = { type: 'message', origin: 'model', blocks: [call] } as const;
  const answered = { type: 'message', origin: 'tools', blocks: [result] } as const;
  const thread = replay(numbered(text === undefined ? [asked] : [asked, answered]));
  const [row] = projectRows(thread).rows;
  if (row?.type !== 'tool') throw new Error('no row of a call');
  return row;
}

const CODEX = '*** Begin Patch\n*** Update File: a.sql\n@@\n same\n--- a comment\n+one\n+two\n*** End Patch';
const UNIFIED =
  '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n same\n-a\n+b\n--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n---x\n+y\n';
const BLOCKS = '<<<<<<< SEARCH\none\n=======\n1\n2\n>>>>>>> REPLACE\n';

describe('the row of an edit has the lines that were added and removed', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}\n`).join('');
  const changed = (edits: Json, text = 'Changed a.ts: lines 2.') =>
    rowOf('edit_file', { path: 'a.ts', edits }, text).changed;

  it('as the tool wrote them', async () => {
    const { call } = session(new MemoryFiles({ 'a.ts': lines(9) }));
    const edits = [
      { old: 'line 1\nline 2\nline 3\n', new: 'line 1\ntwo\n2b\nline 3\n' },
      { old: 'line 7\n', new: '' },
    ];
    const { text } = await call('edit_file', { path: 'a.ts', edits });
    expect(changed(edits, text)).toEqual({ added: 2, removed: 2 });
  });

  it('of a new file, and not of one that is written over', async () => {
    const { call } = session(new MemoryFiles({}));
    const input = { path: 'b.ts', content: 'one\ntwo\n' };
    const made = await call('write_file', input);
    expect(rowOf('write_file', input, made.text).changed).toEqual({ added: 2, removed: 0 });
    await call('read_file', { path: 'b.ts' });
    const over = { path: 'b.ts', content: 'three\n' };
    const { text, isError } = await call('write_file', over);
    expect(isError).toBe(false);
    expect(rowOf('write_file', over, text).changed).toBeUndefined();
  });

  it('but not where a person refused a part', async () => {
    const made = session(new MemoryFiles({ 'a.ts': lines(9) }));
    made.answer = () => ({ type: 'allowed', approval: { hunks: new Set([0]) } });
    const edits = [
      { old: 'line 1\n', new: 'one\n' },
      { old: 'line 7\n', new: 'seven\n' },
    ];
    const { text } = await made.call('edit_file', { path: 'a.ts', edits });
    expect(changed(edits, text)).toBeUndefined();
  });

  it.each<[string, Json, object | undefined]>([
    ['of another agent', [{ old_string: 'a', new_string: 'b\nc' }], { added: 2, removed: 1 }],
    ['of a text that is replaced everywhere', [{ old: 'a', new: 'b', all: true }], undefined],
    ['of an edit without a text', [{ old: 'a' }], undefined],
    ['of no edit', [], undefined],
    ['of a value that is no list', 7, undefined],
    ['of a long text', [{ old: lines(300), new: lines(301) }], { added: 301, removed: 300 }],
  ])('%s', (_, edits, expected) => {
    expect(changed(edits)).toEqual(expected);
  });

  it('of the words of one edit', () => {
    expect(rowOf('Edit', { file_path: 'a.ts', old_string: 'a', new_string: '' }, 'ok').changed).toEqual({
      added: 0,
      removed: 1,
    });
  });

  it.each<[string, string, Json, string, object | undefined]>([
    [
      'of a recording',
      'edit_file',
      { path: 'a', old_text: 'a\nb', new_text: 'a\nc\nd' },
      'Edited a.',
      { added: 2, removed: 1 },
    ],
    [
      'of a file that Claude Code made',
      'Write',
      { file_path: 'a', content: 'a\nb\n' },
      'File created successfully at: a',
      { added: 2, removed: 0 },
    ],
    [
      'not of one that it wrote over',
      'Write',
      { file_path: 'a', content: 'a\n' },
      'The file a has been updated.',
      undefined,
    ],
    ['of a patch of Codex', 'apply_patch', CODEX, 'Success.', { added: 2, removed: 1 }],
    [
      'of one that ran as a command',
      'shell',
      { command: ['apply_patch', CODEX] },
      'Success.',
      { added: 2, removed: 1 },
    ],
    ['not of one that failed', 'apply_patch', CODEX, 'apply_patch verification failed: no such line', undefined],
    ['of a unified diff', 'apply_diff', { path: 'a', diff: UNIFIED }, 'Done.', { added: 2, removed: 2 }],
    ['of blocks of Cline', 'replace_in_file', { path: 'a', diff: BLOCKS }, 'Done.', { added: 2, removed: 1 }],
    [
      'not of a block that does not end',
      'replace_in_file',
      { path: 'a', diff: BLOCKS.slice(0, -20) },
      'Done.',
      undefined,
    ],
    ['not of a text that is no patch', 'apply_diff', { path: 'a', diff: '- a\n+ b' }, 'Done.', undefined],
  ])('%s', (_, name, input, result, expected) => {
    expect(rowOf(name, input, result).changed).toEqual(expected);
  });

  it('only once it was done', () => {
    const input = { path: 'a.ts', edits: [{ old: 'a', new: 'b' }] };
    expect(rowOf('edit_file', input).changed).toBeUndefined();
    expect(rowOf('edit_file', input, 'The text was not found.', true).changed).toBeUndefined();
  });

  it('at once, however many edits and lines there are', () => {
    const big = { old: 'a\n'.repeat(200_000), new: 'b\n'.repeat(200_000) };
    expect(changed(Array.from({ length: 100 }, () => big))).toEqual({ added: 20_000_000, removed: 20_000_000 });
    expect(changed(Array.from({ length: 101 }, () => ({ old: 'a', new: 'b' })))).toBeUndefined();
  });
});

describe('the row of a call says what a person did about it', () => {
  const rowWith = (intervention: unknown) => {
    const call = { type: 'tool_use', id: 'c', name: 'edit_file', input: {} };
    const result = { type: 'tool_result', toolUseId: 'c', content: [], isError: true, intervention };
    const lines = [
      { id: 1, at: 0, type: 'message', origin: 'model', blocks: [call] },
      { id: 2, at: 0, type: 'message', origin: 'tools', blocks: [result] },
    ];
    const entries = lines.map((line) => decodeEntry(line)).flatMap((read) => (read.ok ? [read.value] : []));
    const [row] = projectRows(replay(entries)).rows;
    return row?.type === 'tool' ? row.result?.intervention : 'no row';
  };

  it.each([
    { type: 'denied' },
    { type: 'denied', reason: 'Use b.ts.' },
    { type: 'stopped' },
    { type: 'plan' },
    { type: 'partial', accepted: 2, of: 3 },
  ])('%j', (intervention) => {
    expect(rowWith(intervention)).toEqual(intervention);
  });

  it('with the start of a long reason, on one line', () => {
    expect(rowWith({ type: 'denied', reason: 'no\n'.repeat(9_000) })).toMatchObject({
      reason: expect.stringMatching(/^no no .{0,294}$/),
    });
  });

  it.each([undefined, null, 'denied', { type: 'eaten' }, { type: 'partial', accepted: -1, of: 3 }])(
    'and nothing where the log of another version says %j',
    (intervention) => {
      expect(rowWith(intervention)).toBeUndefined();
    },
  );
});

describe('the row of a command says how it ended', () => {
  const common = { seconds: 1.2, binaryBytes: 0, droppedLength: 0 } as const;
  const ended = { type: 'ended', by: { type: 'exit', code: 3 }, cause: undefined, left: [], ...common } as const;
  const states: readonly [string, CommandState, object][] = [
    ['by its exit code', ended, { type: 'exit', code: 3 }],
    [
      'by a signal, when it was stopped',
      { ...ended, by: { type: 'signal', signal: 'SIGTERM' }, cause: 'tool' },
      { type: 'signal', signal: 'SIGTERM' },
    ],
    [
      'beside what it left running',
      { ...ended, left: [{ pid: 7, name: 'daemon' }], droppedLength: 5, binaryBytes: 9 },
      { type: 'exit', code: 3 },
    ],
    ['or that it goes on', { type: 'running', reason: 'silent', ...common }, { type: 'background', id: 'c1' }],
  ];

  it.each(states)('%s', (_, state, expected) => {
    const text = `[exit code 0, 0.1 s]\nout\n${startedText('c1', state)}`;
    expect(rowOf('run_command', { command: 'x' }, text).end).toEqual(expected);
    expect(rowOf('command_output', { id: 'c1' }, `out\n${stateText('c1', state)}\n[cut: 3 lines]`).end).toEqual(
      expected,
    );
  });

  it('as far as its result does, and for commands only', () => {
    expect(rowOf('run_command', { command: 'x' }, 'the exit code 3').end).toBeUndefined();
    expect(rowOf('run_command', { command: 'x' }).end).toBeUndefined();
    expect(rowOf('read_file', { path: 'x' }, '[exit code 3, 1.2 s]').end).toBeUndefined();
  });
});

describe('the row of a to-do list has its items', () => {
  it('with their states', async () => {
    const items = [
      { text: 'Count the herons', status: 'done' },
      { text: 'Write it\ndown', status: 'in_progress' },
      { text: 'Rest', status: 'pending' },
    ];
    const outcome = await TO_DO.run({ items }, {} as never);
    expect(outcome.isError ?? false).toBe(false);
    expect(rowOf('todo', { items }, 'x').todos).toEqual([
      { text: 'Count the herons', state: 'done' },
      { text: 'Write it down', state: 'active' },
      { text: 'Rest', state: 'open' },
    ]);
  });

  it('of other agents too, and none of what is no list', () => {
    expect(rowOf('TodoWrite', { todos: [{ content: 'a', status: 'completed' }] }).todos).toEqual([
      { text: 'a', state: 'done' },
    ]);
    expect(rowOf('todo', { items: 'x' }).todos).toBeUndefined();
    expect(rowOf('todo', { items: [{ text: 'a', status: 'odd' }] }, 'items[0]: …', true).todos).toBeUndefined();
    expect(rowOf('todo', { items: [null, 7, { text: '' }] }).todos).toBeUndefined();
  });

  it('at most a hundred, each in one short line', () => {
    const items = Array.from({ length: 5_000 }, () => ({ text: 'x\n'.repeat(9_000), status: 'pending' }));
    const { todos = [] } = rowOf('todo', { items });
    expect(todos).toHaveLength(100);
    expect(todos[0]?.text.length).toBeLessThanOrEqual(300);
  });
});

describe('the row of a read', () => {
  const lines = (text: string, name = 'read_file') => rowOf(name, { path: 'a.ts' }, text).result?.lines;

  it('counts the lines of the file, and not the line about them', async () => {
    const { call } = session(new MemoryFiles({ 'a.ts': 'one\ntwo\n\n[three]\n' }));
    const { text } = await call('read_file', { path: 'a.ts' });
    expect(text).toMatch(/\n\[a\.ts, lines 1-4 of 4\]$/);
    expect(lines(text)).toBe(4);
  });

  it('counts all lines of what another agent read, and of a command', () => {
    expect(lines('const a = [\n[1]\n[2]', 'Read')).toBe(3);
    expect(lines('1\tone\n[exit code 0]', 'run_command')).toBe(2);
  });
});
