/** Tool calls of the agents we know, told apart by kind, subject and range. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/core/lang/json.ts';
import { commandText, describeCall } from '../../../src/core/thread/tool-kind.ts';

const PATCH = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-x\n+y\n*** Add File: src/b.ts\n+z\n*** End Patch';

const calls: ReadonlyArray<readonly [name: string, input: Json, expected: ReturnType<typeof describeCall>]> = [
  ['Read', { file_path: 'a.ts' }, { kind: 'read', subject: 'a.ts' }],
  [
    'Read',
    { file_path: 'a.ts', offset: 280, limit: 40 },
    { kind: 'read', subject: 'a.ts', range: { from: 280, to: 319 } },
  ],
  ['read', { path: 'a.ts', limit: 50 }, { kind: 'read', subject: 'a.ts', range: { from: 1, to: 50 } }],
  [
    'read_file',
    { file_path: 'a.ts', start_line: 880, end_line: 910 },
    { kind: 'read', subject: 'a.ts', range: { from: 880, to: 910 } },
  ],
  ['read_file', { file_path: 'a.ts', start_line: 2000 }, { kind: 'read', subject: 'a.ts', range: { from: 2000 } }],
  ['view', { path: 'a.ts', view_range: [3, -1] }, { kind: 'read', subject: 'a.ts', range: { from: 3 } }],
  ['str_replace_editor', { command: 'view', path: 'a.py' }, { kind: 'read', subject: 'a.py' }],
  ['str_replace_editor', { command: 'str_replace', path: 'a.py', old_str: 'x' }, { kind: 'edit', subject: 'a.py' }],
  ['Edit', { file_path: 'a.ts', old_string: 'x', new_string: 'y' }, { kind: 'edit', subject: 'a.ts' }],
  ['replace', { file_path: 'a.ts', old_string: 'x' }, { kind: 'edit', subject: 'a.ts' }],
  ['apply_patch', { input: PATCH }, { kind: 'edit', subject: 'src/a.ts, src/b.ts' }],
  ['apply_patch', PATCH, { kind: 'edit', subject: 'src/a.ts, src/b.ts' }],
  ['shell', { command: ['apply_patch', PATCH] }, { kind: 'edit', subject: 'src/a.ts, src/b.ts' }],
  ['shell', { command: ['bash', '-lc', 'ls -l'] }, { kind: 'run', subject: 'ls -l' }],
  ['exec_command', { cmd: 'git fetch\ngit status' }, { kind: 'run', subject: 'git fetch git status' }],
  ['Bash', { command: 'npm test', description: 'Run tests' }, { kind: 'run', subject: 'npm test' }],
  ['run_command', { command: 'npm test' }, { kind: 'run', subject: 'npm test' }],
  ['functions.exec_command', { cmd: 'pwd' }, { kind: 'run', subject: 'pwd' }],
  ['Grep', { pattern: 'needle', path: 'src' }, { kind: 'search', subject: 'needle · src' }],
  ['search_text', { pattern: 'needle', path: 'src' }, { kind: 'search', subject: 'needle · src' }],
  ['outline', { path: 'a.ts' }, { kind: 'search', subject: 'a.ts' }],
  ['delete_file', { path: 'a.ts' }, { kind: 'edit', subject: 'a.ts' }],
  ['move_file', { from: 'a.ts', to: 'b.ts' }, { kind: 'other', subject: 'a.ts → b.ts' }],
  ['Glob', { pattern: '*.md' }, { kind: 'search', subject: '*.md' }],
  [
    'TodoWrite',
    {
      todos: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'in_progress' },
      ],
    },
    { kind: 'todo', subject: 'b' },
  ],
  ['update_plan', { explanation: 'why', plan: [{ step: 's', status: 'pending' }] }, { kind: 'todo', subject: 'why' }],
  ['mcp__linear-server__get_issue', { id: 'E-1' }, { kind: 'other', subject: '' }],
  ['Agent', { description: 'Angle A', prompt: 'long' }, { kind: 'other', subject: 'Angle A' }],
  ['', null, { kind: 'other', subject: '' }],
];

describe('describeCall', () => {
  it.each(calls)('%s %j', (name, input, expected) => {
    expect(describeCall(name, input)).toEqual(expected);
  });

  it('keeps the subject on one line of bounded length, no half characters', () => {
    const { subject } = describeCall('bash', { command: `${'x'.repeat(298)}\u{1f600}\n${'y'.repeat(1e5)}` });
    expect(subject.length).toBeLessThanOrEqual(300);
    expect(subject.isWellFormed()).toBe(true);
  });

  it('never throws, whatever the name and the input', () => {
    const names = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...calls.map(([name]) => name), '__proto__'));
    fc.assert(
      fc.property(names, fc.jsonValue(), (name, input) => {
        expect(typeof describeCall(name, input as Json).subject).toBe('string');
      }),
    );
  });
});

describe('commandText', () => {
  it('keeps all lines of a command', () => {
    expect(commandText({ cmd: 'a\nb' })).toBe('a\nb');
    expect(commandText({ path: 'a' })).toBe('');
  });
});
