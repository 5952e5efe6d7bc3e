/** The to-do list in every form that agents write it, and what of it goes first. */
import { describe, expect, it } from 'vitest';
import { todoSection } from '../../../../src/core/compaction/extract/todo.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import { call, calls, items, run, type Steps } from './steps.ts';

describe('the to-do list', () => {
  const list = (...steps: Steps) => items(todoSection({ gone: calls(...steps), kept: [] }, 1_000));
  it.each<[string, Json, readonly string[]]>([
    [
      'todos',
      {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'in_progress' },
          { content: 'c', status: 'pending' },
        ],
      },
      ['- [x] a', '- [~] b', '- [ ] c'],
    ],
    [
      'a plan',
      {
        plan: [
          { step: 'a', status: 'done' },
          { step: 'b', state: 'active' },
        ],
      },
      ['- [x] a', '- [~] b'],
    ],
    ['todoList', { todoList: [{ title: 'a' }, { description: 'b' }] }, ['- [ ] a', '- [ ] b']],
    ['items', { items: ['a', { text: 'b' }, { task: 'c' }, { other: 'd' }, 7] }, ['- [ ] a', '- [ ] b', '- [ ] c']],
    ['task_list', { task_list: [{ content: ' ', title: 'a' }, { content: 12 }] }, ['- [ ] a', '- [ ] 12']],
    [
      'Markdown',
      { todos: '# Plan\n- [x] a\n * [ ] b\n- [-] c\n- [/] d\n-[ ]e\n- [ ] ' },
      ['- [x] a', '- [ ] b', '- [~] c', '- [~] d', '- [ ] e'],
    ],
    ['an empty list', { todos: [] }, []],
    ['no list', 'todos', []],
    ['null', null, []],
  ])('reads %s', (_, input, expected) => expect(list(call('todo_write', input))).toEqual(expected));

  it('is the last that was written', () => {
    const write = (content: string) => call('todo_write', { todos: [{ content }] });
    expect(list(write('a'), write('b'), call('todo_write', { todos: [] }), run('ls'))).toEqual(['- [ ] b']);
  });

  it('is gone when our own tool takes the list away, and is what it gave where it does not', () => {
    const write = (...texts: string[]) => call('todo', { items: texts.map((text) => ({ text, status: 'done' })) });
    expect(list(write('a'), write('b', 'c'), run('ls'))).toEqual(['- [x] b', '- [x] c']);
    expect(list(write('a'), write(), run('ls'))).toEqual([]);
  });

  it('is told task by task, by number, with the last status', () => {
    const make = (fields: object) => call('TaskCreate', { ...fields });
    const set = (fields: object) => call('task_update', { ...fields });
    expect(
      list(
        make({ subject: 'a' }),
        make({ title: 'b' }),
        make({ description: 'c' }),
        make({ nothing: 'd' }),
        set({ taskId: '1', status: 'in_progress' }),
        set({ taskId: '1', status: 'completed' }),
        set({ task_id: 2, status: 'deleted' }),
        set({ id: '3', status: 'in_progress' }),
        set({ id: '3' }),
        set({ id: '9', status: 'completed' }),
        call('TaskList', { status: 'completed', id: '3' }),
      ),
    ).toEqual(['- [x] a', '- [~] c']);
  });

  it('drops finished items before open ones, the oldest open ones last', () => {
    const todos = Array.from({ length: 12 }, (_, i) => {
      return { content: `item number ${i} of the list`, status: i % 2 ? 'pending' : 'completed' };
    });
    const told = items(todoSection({ gone: calls(call('todo_write', { todos })), kept: [] }, 100));
    expect(told.filter((item) => item.startsWith('- [ ]'))).toHaveLength(6);
    expect(told.length).toBeLessThan(12);
    const few = items(todoSection({ gone: calls(call('todo_write', { todos })), kept: [] }, 40));
    expect(few[0]).toBe('- [ ] item number 1 of the list');
    expect(few.some((item) => item.startsWith('- [x]'))).toBe(false);
    const finished = told.filter((item) => item.startsWith('- [x]'));
    expect(finished.at(-1)).toBe('- [x] item number 10 of the list');
  });

  it.each<[string, Steps[number], boolean]>([
    ['a list', call('todo_write', { todos: ['a'] }), true],
    ['a list without items', call('todo_write', { todos: [] }), false],
    ['an empty list of our own tool', call('todo', { items: [] }), true],
    ['a new task', call('TaskCreate', { subject: 'a' }), true],
    ['a change of one', call('TaskUpdate', { id: '1', status: 'done' }), false],
    ['a command', run('todo'), false],
    ['another tool with a list', call('plan_trip', { items: ['a'] }), false],
  ])('is told by a kept call with %s: %s', (_, step, tells) => {
    const gone = calls(call('todo_write', { todos: ['old'] }));
    expect(todoSection({ gone, kept: calls(step) }, 1_000).text === '').toBe(tells);
  });
});
