/** States of the panel with the rows of sub-agents: one that runs, and every way in which one ends. */
import type { LiveAgent } from '../../src/core/protocol/live-agent.ts';
import type { AgentView } from '../../src/core/view/agent-view.ts';
import type { ResultView, ToolRow } from '../../src/core/view/row.ts';
import { at, firstOf, tool } from './rows.ts';
import type { GalleryState, Stuff } from './states.ts';

export interface WithAgents {
  readonly liveAgents?: readonly LiveAgent[];
}

const LONG =
  'Find every place where the upload queue decides whether a part is sent again, and say for each which budget it takes, where the budget is set, and which test covers it';

const ended = (
  n: number,
  task: string,
  agent: Omit<AgentView, 'thread'>,
  lines: number,
  result: Partial<ResultView> = {},
): ToolRow => ({
  ...tool(n, '14:21', 'other', task, 60 + lines * 14, lines, result),
  name: 'ask_agent',
  input: { text: task, more: 0 },
  agent: { thread: `s${n}`, ...agent },
});

const running = (n: number, task: string): ToolRow => {
  const { result: _, ...row } = ended(n, task, { state: 'begun' }, 0);
  return { ...row, call: `c${n}` };
};

export const agentRows: readonly ToolRow[] = [
  ended(1, 'Where is the retry budget of a part set?', { state: 'done', rounds: 6, read: 84_000, cost: 0.09 }, 22, {
    body: {
      text: '## Where\n\nIn `retry.ts`, **once** for each part:\n\n- `BUDGET`: five tries\n- the jitter is added later',
      more: 0,
    },
  }),
  ended(2, LONG, { state: 'limited', rounds: 40, read: 1_213_000 }, 31, { ref: 'o_7f3k2a', bytes: 14_000 }),
  ended(3, 'Which tests cover the jitter?', { state: 'stopped', rounds: 3, read: 31_000, cost: 0.04 }, 1, {
    isError: true,
    intervention: { type: 'stopped' },
  }),
  ended(4, 'List the callers of enqueue', { state: 'failed', rounds: 0 }, 3, { isError: true }),
  ended(5, 'What does the watchdog do?', { state: 'closed', rounds: 9, read: 140_000 }, 1, { isError: true }),
];

export function agentStates({ shown, work }: Pick<Stuff, 'shown' | 'work'>): Readonly<Record<string, GalleryState>> {
  const busy = { type: 'turn', phase: 'tools', since: at('14:19') } as const;
  const question = firstOf(work);
  const both = [running(6, LONG), running(7, 'Which tests cover the budget?')].map((row) => ({
    ...row,
    at: at('14:19'),
  }));
  const shared = both[0]?.entry;
  return {
    '22e-agents-running': {
      snapshot: shown([...question, ...both.map((row) => ({ ...row, entry: shared ?? row.entry }))], {
        busy,
        mode: 'ask',
      }),
      liveAgents: [
        {
          thread: 's6',
          rounds: 4,
          last: { tool: 'read_file', subject: 'src/upload/a-folder-with-a-rather-long-name/retry-budget.ts' },
        },
        { thread: 's7', rounds: 0 },
      ],
    },
    '22f-agents-ended': { snapshot: shown([...question, ...agentRows], { mode: 'plan' }) },
    '22g-agent-opened': { snapshot: shown([...question, ...agentRows.slice(0, 1)], { mode: 'ask' }), open: ['1'] },
  };
}
