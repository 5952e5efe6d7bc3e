/** What is kept of permissions: read back as it was, and without a right where it can't be read. */
import { expect, it } from 'vitest';
import { WorkspaceMemory } from '../../../src/extension/permission/workspace-memory.ts';
import { memento } from './asking.ts';

const open = (memory = memento(), folders: readonly string[] = ['file:///ws']) =>
  new WorkspaceMemory(
    memory,
    () => folders,
    () => undefined,
  );
const kept = {
  mode: 'edit',
  rules: [
    { rule: { tool: 'run_command', words: ['npm', 'test'] }, changed: ['a.ts'] },
    { rule: { tool: 'run_command', line: 'make', cwd: 'src' }, changed: [] },
  ],
} as const;

it('asks where nothing was kept', () => {
  expect(open().read()).toEqual({ mode: 'ask', rules: [] });
});

it('gives back what was kept, for the same folders in any order only', () => {
  const memory = memento();
  open(memory, ['file:///b', 'file:///a']).write(kept);
  expect(open(memory, ['file:///a', 'file:///b']).read()).toEqual(kept);
  for (const folders of [['file:///a'], ['file:///a%20file:///b'], []])
    expect(open(memory, folders).read()).toEqual({ mode: 'ask', rules: [] });
});

it('sees what another window has written', () => {
  const memory = memento();
  const first = open(memory);
  expect(first.read().mode).toBe('ask');
  open(memory).write({ mode: 'plan' });
  expect(first.read().mode).toBe('plan');
});

it.each([
  ['nothing', null],
  ['a text', 'edit'],
  ['a list', [kept]],
  ['another mode', { mode: 'yolo', rules: 'all' }],
  ['a mode of another type', { mode: ['edit'], rules: {} }],
  [
    'rules that are none',
    { rules: [null, 1, 'npm', {}, { rule: { tool: 'run_command', words: [] } }, { words: ['a'] }] },
  ],
  ['a rule with a field that is not known', { rules: [{ rule: { tool: 'run_command', words: ['a'], unless: 'b' } }] }],
])('gives no right by %s', (_name, value) => {
  const memory = memento();
  const key = 'permission file:///ws';
  memory.values.set(key, JSON.stringify(value));
  expect(open(memory).read()).toEqual({ mode: 'ask', rules: [] });
});

it('keeps the mode of a store whose rules are damaged, and the whole rules of one with a damaged rule', () => {
  const memory = memento();
  memory.values.set('permission file:///ws', JSON.stringify({ ...kept, rules: [7, ...kept.rules] }));
  expect(open(memory).read()).toEqual(kept);
});
