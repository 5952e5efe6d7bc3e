/** States of the panel in which a question waits for the person: commands, changes, reads, and hostile ones. */
import type { ChangeView, HunkView, QuestionView } from '../../src/core/protocol/question.ts';
import { othersStates } from './others-states.ts';
import { at, tool } from './rows.ts';
import type { GalleryState, Stuff } from './states.ts';

export const command: QuestionView = {
  id: 1,
  call: 'call_1',
  tool: 'run_command',
  subject: {
    type: 'command',
    text: 'npm test -- queue --reporter=dot',
    folder: 'packages/upload',
    isBackground: false,
  },
  reasons: ['`npm test -- queue --reporter=dot` is not allowed without a question.'],
  offers: [{ label: '`npm test` with any words after it' }, { label: 'exactly this line' }],
  waiting: 0,
};

const hunk = (number: number, line: number, name: string): HunkView => ({
  hunk: number,
  line,
  lines: [
    ' export function nextDelay(part: Part) {',
    `-  return ${name};`,
    '+  if (part.attempts >= 5) return null;',
    `+  return ${name} * 2 ** part.attempts;`,
    ' }',
  ],
  isClipped: false,
});

const change: ChangeView = {
  kind: 'edit',
  path: 'src/upload/queue.ts',
  added: 4,
  removed: 2,
  hunks: [hunk(0, 12, 'FIRST_DELAY'), hunk(1, 48, 'LAST_DELAY')],
};

export const edit: QuestionView = {
  id: 2,
  call: 'call_2',
  tool: 'edit_file',
  subject: { type: 'change', changes: [change] },
  reasons: ['Each change of a file is asked for.'],
  offers: [],
  waiting: 2,
};

const deepPath = `${'packages/a-folder-with-a-long-name/'.repeat(8)}src/the-queue.ts`;

const hostileCommand: QuestionView = {
  ...command,
  subject: {
    type: 'command',
    text: `echo ${'a'.repeat(3_900)}\n\n\t${' '.repeat(3_000)}${'\n'.repeat(1_200)}⟨U+202E⟩⟨U+200B⟩rm -rf ~/everything`,
    folder: deepPath,
    isBackground: true,
  },
  reasons: Array.from(
    { length: 100 },
    (_, i) => `The command has \`$(…)\`, part ${i} of <b>many</b> \`${'x'.repeat(i)}\`.`,
  ),
  offers: [],
  waiting: 1_200,
};

const hostileEdit: QuestionView = {
  ...edit,
  subject: {
    type: 'change',
    changes: [
      {
        ...change,
        path: deepPath,
        added: 12_000,
        removed: 800,
        hunks: Array.from({ length: 60 }, (_, i) => ({
          ...hunk(i, i * 40 + 1, 'y'.repeat(i * 3)),
          isClipped: i % 9 === 0,
        })),
      },
      { kind: 'create', path: 'שלום/⟨U+202E⟩sj.⟨U+200B⟩exe', added: 1_000_000, removed: 0 },
      { kind: 'delete', path: 'old.ts', added: 0, removed: 40 },
    ],
  },
};

const move: QuestionView = {
  ...edit,
  tool: 'move_file',
  subject: {
    type: 'change',
    changes: ['src/queue.ts', 'src/upload/queue.ts'].map((path) => ({ kind: 'move', path, added: 0, removed: 0 })),
  },
  waiting: 0,
};

const read = (paths: readonly string[]): QuestionView => ({
  ...edit,
  tool: 'read_file',
  subject: { type: 'read', paths },
  reasons: paths.map((path) => `\`${path}\` is outside the workspace.`),
  waiting: 0,
});

/** A tool of an MCP server, which asks with its arguments. */
const external: QuestionView = {
  ...command,
  tool: 'mcp_github_search',
  subject: {
    type: 'external',
    name: 'mcp_github_search',
    source: 'MCP: github',
    description: 'Searches the issues of a repository.\nReturns at most 30 of them.',
    input: '{\n  "query": "upload queue",\n  "state": "open"\n}',
  },
  reasons: ['It is a tool of MCP: github, and what it reads, changes or sends is not known.'],
  offers: [{ label: 'Every call of the tool `mcp_github_search`, until its description or its arguments change' }],
};

export function questionStates({ shown, work }: Pick<Stuff, 'shown' | 'work'>) {
  const { result: _, ...running } = tool(9, '14:19', 'run', 'npm test -- queue --reporter=dot', 20, 0);
  const rows = [...work.slice(-2), running];
  const asks = (question: QuestionView) =>
    shown(rows, { busy: { type: 'turn', phase: 'tools', since: at('14:19') }, mode: 'ask', question });
  const states: Readonly<Record<string, GalleryState>> = {
    ...othersStates({ shown, work }),
    '20a-command': { snapshot: asks(command) },
    '20b-deny-with-a-reason': { snapshot: asks({ ...command, offers: command.offers.slice(1) }), press: ['deny-why'] },
    '20c-edit': { snapshot: asks(edit) },
    '20d-move': { snapshot: asks(move) },
    '20e-read': { snapshot: asks(read(['/etc/hosts'])) },
    '20f-read-many': { snapshot: asks(read(['/etc/hosts', '~/.npmrc', deepPath])) },
    '20g-hostile-command': { snapshot: asks(hostileCommand) },
    '20h-hostile-edit': { snapshot: asks(hostileEdit) },
    '20i-one-part': {
      snapshot: asks({
        ...edit,
        subject: { type: 'change', changes: [{ ...change, hunks: [hunk(0, 12, 'FIRST_DELAY')] }] },
      }),
    },
    '20j-tool-of-others': { snapshot: asks(external) },
    '21-modes': { snapshot: shown(work.slice(-2), { mode: 'edit' }), press: ['mode'] },
    '21b-restricted': { snapshot: shown(work.slice(-2), { mode: 'restricted' }) },
  };
  return states;
}
