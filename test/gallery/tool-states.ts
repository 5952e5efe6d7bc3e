/** States of the panel with the rows of the tools for the workspace, and with to-do lists. */
import type { Intervention } from '../../src/core/message/message.ts';
import type { TodoView, ToolRow } from '../../src/core/view/row.ts';
import { agentStates } from './agent-states.ts';
import { at, firstOf, tool } from './rows.ts';
import type { GalleryState, Stuff } from './states.ts';

const todos: readonly TodoView[] = [
  { text: 'Give each part a retry budget', state: 'done' },
  { text: 'Keep the order of acknowledged parts, also when the order of the answers is another one', state: 'active' },
  { text: 'Cover the jitter cap in a test', state: 'open' },
];

const list = (n: number, done: number): ToolRow => ({
  ...tool(n, '14:10', 'todo', 'Keep the order of acknowledged parts', 120, 3),
  name: 'todo',
  todos: todos.map((todo, i) => (i < done ? { ...todo, state: 'done' } : todo)),
});

const edit = (n: number, path: string, name: string): ToolRow => ({ ...tool(n, '14:11', 'edit', path, 240, 1), name });

const background: ToolRow = {
  ...tool(11, '14:14', 'run', 'npm run dev', 60, 3),
  name: 'run_command',
  end: { type: 'background', id: 'c3' },
};

const output = Array.from(
  { length: 8 },
  (_, n) => `✓ part ${n + 1} is sent again after its answer was lost, up to the budget`,
).join('\n');

export const toolRows: readonly ToolRow[] = [
  list(1, 0),
  { ...tool(2, '14:11', 'search', 'attempts · src/upload', 900, 41), name: 'search_text' },
  { ...tool(3, '14:11', 'read', 'src/upload/queue.ts', 3_100, 214), name: 'read_file', range: { from: 1, to: 214 } },
  { ...edit(4, 'src/upload/queue.ts', 'edit_file'), changed: { added: 12, removed: 3 }, hasDiff: true },
  { ...edit(5, 'src/upload/budget.ts', 'write_file'), changed: { added: 1_240, removed: 0 } },
  edit(6, 'src/upload/old-queue.ts', 'delete_file'),
  { ...tool(7, '14:12', 'other', 'src/a.ts → src/upload/a.ts', 90, 1), name: 'move_file' },
  { ...tool(8, '14:12', 'run', 'npm test -- queue', 1_400, 38), name: 'run_command', end: { type: 'exit', code: 0 } },
  {
    ...tool(9, '14:13', 'run', 'npm run lint && npm run build', 5_200, 410, { ref: 'o_7f3k2a', bytes: 51_200 }),
    name: 'run_command',
    end: { type: 'exit', code: 2 },
  },
  {
    ...tool(10, '14:14', 'run', 'sleep 600', 60, 1, { isError: true }),
    name: 'run_command',
    end: { type: 'signal', signal: 'SIGKILL' },
  },
  background,
];

/** What a person did about a call. */
const interventions: readonly (readonly [ToolRow['kind'], string, string, Intervention])[] = [
  ['edit', 'edit_file', 'src/upload/queue.ts', { type: 'denied', reason: 'The budget is per part: change budget.ts.' }],
  ['run', 'run_command', 'npm publish', { type: 'denied' }],
  ['run', 'run_command', 'npm run test:slow', { type: 'stopped' }],
  ['edit', 'write_file', 'src/upload/limits.ts', { type: 'plan' }],
  ['edit', 'edit_file', 'src/upload/a-folder-with-a-long-name/budget.ts', { type: 'partial', accepted: 2, of: 3 }],
];

const intervened = interventions.map(([kind, name, subject, intervention], n): ToolRow => {
  const isError = intervention.type !== 'partial';
  const row = tool(20 + n, '14:15', kind, subject, 60, 1, { isError, intervention });
  return { ...row, name, ...(!isError && { hasDiff: true as const }) };
});

export function toolStates({ shown, work }: Pick<Stuff, 'shown' | 'work'>) {
  const { result: _, ...unfinished } = tool(13, '14:19', 'run', 'npm test -- queue --reporter=dot', 20, 0);
  const question = firstOf(work);
  const rows = [...question, ...toolRows, list(12, 2), { ...unfinished, call: 'c13' }];
  const busy = { type: 'turn', phase: 'tools', since: at('14:19') } as const;
  const states: Readonly<Record<string, GalleryState>> = {
    '22d-live': {
      snapshot: shown([...question, { ...background, call: 'c11' }, { ...unfinished, call: 'c13' }], {
        busy,
        mode: 'ask',
      }),
      live: [
        { call: 'c11', id: 'c3', text: 'ready on http://localhost:5173', isRunning: true },
        { call: 'c13', id: 'c4', text: output, isRunning: true },
      ],
    },
    '22-tools': { snapshot: shown(rows, { busy, mode: 'ask' }) },
    '22c-interventions': { snapshot: shown([...question, ...intervened], { mode: 'plan' }) },
    '22b-tools-opened': { snapshot: shown(rows.slice(0, 8), { mode: 'plan' }), open: ['1', '4'] },
  };
  return { ...states, ...agentStates({ shown, work }) };
}
