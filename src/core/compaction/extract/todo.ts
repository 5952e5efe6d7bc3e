/** The summary's section with the to-do list as the model last wrote it. */
import { oneLine } from '../../lang/clip.ts';
import type { Json } from '../../lang/json.ts';
import { ENGLISH } from '../../prompts/labels/en.ts';
import type { ThreadLabels } from '../../prompts/labels/labels.ts';
import type { PastCall } from './calls.ts';
import { type Section, type SectionItem, section } from './section.ts';

export interface Todo {
  readonly text: string;
  /** In the words of the agent that wrote it. */
  readonly status: string;
}

export type TodoState = 'open' | 'active' | 'done';

const MARKS: Readonly<Record<TodoState, string>> = { open: ' ', active: '~', done: 'x' };

/** Our own tool, each call of which gives the whole list: an empty one says that nothing is left. */
export const TO_DO_TOOL = 'todo';

const LONGEST = 200;

/** The list as the calls `gone` left it; empty where one of `kept` writes it anew. Open items outlast finished ones when room is short. */
export function todoSection(
  { gone, kept }: { readonly gone: readonly PastCall[]; readonly kept: readonly PastCall[] },
  budget: number,
  labels: ThreadLabels = ENGLISH,
): Section {
  const items = lastTodos(kept.some(changesTodos) ? [] : gone).map((todo, i): SectionItem => {
    const state = todoState(todo);
    return { text: `- [${MARKS[state]}] ${oneLine(todo.text, LONGEST)}`, rank: state === 'done' ? 1000 - i : i };
  });
  return section(labels.todo, items, budget);
}

/** Whether a call wrote a whole list or changed one. */
function changesTodos(call: PastCall): boolean {
  return call.request.kind === 'todo' && (writesList(call) || isTask(call, 'create'));
}

function lastTodos(calls: readonly PastCall[]): readonly Todo[] {
  const told = calls.filter((call) => call.request.kind === 'todo');
  const list = told.findLast(writesList);
  return list ? listIn(list.request.input) : tasksOf(told);
}

function writesList({ request: { name, input } }: PastCall): boolean {
  return listIn(input).length > 0 || (name === TO_DO_TOOL && isList(fieldsOf(input).items));
}

export function todoState({ status }: Todo): TodoState {
  if (/complete|done/.test(status)) return 'done';
  return /progress|active/.test(status) ? 'active' : 'open';
}

/** The list that a call of any agent's to-do tool writes; empty when it writes none. */
export function listIn(input: Json): readonly Todo[] {
  const fields = fieldsOf(input);
  for (const key of ['todos', 'plan', 'todoList', 'items', 'task_list']) {
    const value = fields[key];
    if (typeof value === 'string') return value.split('\n').flatMap(fromMarkdown);
    if (isList(value) && value.length > 0) return value.flatMap(fromItem);
  }
  return [];
}

function fromMarkdown(line: string): readonly Todo[] {
  const match = /^\s*[-*]\s*\[(.)\]\s*(\S.*)$/.exec(line);
  if (!match) return [];
  return [{ text: match[2] ?? '', status: match[1] === ' ' ? '' : match[1] === 'x' ? 'done' : 'progress' }];
}

function fromItem(item: Json): readonly Todo[] {
  if (typeof item === 'string') return [{ text: item, status: '' }];
  const fields = fieldsOf(item);
  const text = firstText(fields, ['content', 'step', 'title', 'description', 'text', 'task']);
  return text === '' ? [] : [{ text, status: firstText(fields, ['status', 'state']) }];
}

/** Lists that are told task by task: the n-th that was made has the number n. */
function tasksOf(calls: readonly PastCall[]): readonly Todo[] {
  const tasks = new Map<string, Todo>();
  for (const call of calls) {
    const fields = fieldsOf(call.request.input);
    if (isTask(call, 'create')) {
      tasks.set(String(tasks.size + 1), { text: firstText(fields, ['subject', 'title', 'description']), status: '' });
    } else if (isTask(call, 'update')) {
      const id = firstText(fields, ['taskId', 'task_id', 'id']);
      const task = tasks.get(id);
      const status = firstText(fields, ['status']);
      if (task && status !== '') tasks.set(id, { ...task, status });
    }
  }
  return [...tasks.values()].filter((task) => task.text !== '' && task.status !== 'deleted');
}

function isTask(call: PastCall, act: 'create' | 'update'): boolean {
  return call.request.name.toLowerCase().replace('_', '') === `task${act}`;
}

function fieldsOf(value: Json): { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value) ? value : {};
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function firstText(fields: { readonly [key: string]: Json }, keys: readonly string[]): string {
  for (const key of keys) {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return '';
}
