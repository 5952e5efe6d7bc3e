/** The to-do tool. Each call gives the whole list, so the log holds it. */
import { TO_DO_TOOL } from '../compaction/extract/todo.ts';
import { err, ok, type Result } from '../lang/result.ts';
import description from '../prompts/todo.md';
import { failed } from '../tool-output/tool.ts';
import { type Fields, nonEmptyText, readInput } from '../tool-output/tool-input.ts';
import type { Tool } from './ports.ts';

interface Todo {
  readonly text: string;
  readonly status: Status;
}

type Status = (typeof STATUSES)[number];

const STATUSES = ['pending', 'in_progress', 'done'] as const;
const MARKS: Readonly<Record<Status, string>> = { pending: ' ', in_progress: '~', done: 'x' };
const MOST_ITEMS = 100;

const FIELDS: Fields<{ readonly items: readonly unknown[] }> = {
  items: {
    read: (value) => (Array.isArray(value) && value.length <= MOST_ITEMS ? value : undefined),
    expected: `a list of at most ${MOST_ITEMS} objects with text and status`,
    isRequired: true,
  },
};

const ITEM_FIELDS: Fields<Todo> = {
  text: { ...nonEmptyText, isRequired: true },
  status: {
    read: (value) => STATUSES.find((status) => status === value),
    expected: `one of ${STATUSES.join(', ')}`,
    isRequired: true,
  },
};

export const TO_DO: Tool = {
  name: TO_DO_TOOL,
  description: description.trim(),
  inputSchema: {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        maxItems: MOST_ITEMS,
        description: 'The whole list; empty: there is nothing to do any more.',
        items: {
          type: 'object',
          properties: {
            text: { type: 'string', description: 'What is to be done, in one line.' },
            status: { type: 'string', enum: STATUSES },
          },
          required: ['text', 'status'],
          additionalProperties: false,
        },
      },
    },
    required: ['items'],
    additionalProperties: false,
  },
  run: async (input) => {
    const todos = readTodos(input);
    if (!todos.ok) return failed(todos.error);
    const lines = todos.value.map(({ text, status }) => `- [${MARKS[status]}] ${text.replace(/\s+/g, ' ').trim()}`);
    return { content: [{ type: 'text', text: lines.length === 0 ? 'The list is empty.' : lines.join('\n') }] };
  },
};

function readTodos(input: unknown): Result<readonly Todo[], string> {
  const read = readInput(input, FIELDS);
  if (!read.ok) return read;
  const todos: Todo[] = [];
  for (const [at, given] of (read.value.items ?? []).entries()) {
    const item = readInput(given, ITEM_FIELDS);
    if (!item.ok) return err(`items[${at}]: ${item.error}`);
    const { text = '', status = 'pending' } = item.value;
    todos.push({ text, status });
  }
  return ok(todos);
}
