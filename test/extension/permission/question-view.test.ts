/** What a person sees of a question: all of what would be done, nothing hidden, and why. */
import { expect, it } from 'vitest';
import type { Reason } from '../../../src/core/permission/reason.ts';
import type { PermissionRequest, RuleOffer } from '../../../src/core/permission/request.ts';
import type { Proposal } from '../../../src/core/workspace/authority.ts';
import { questionView } from '../../../src/extension/permission/question-view.ts';
import { questionNotification } from '../../../src/extension/words/question-words.ts';
import { checked, line, words } from '../../core/permission/world.ts';
import { ENGLISH } from '../english.ts';

interface Asked {
  readonly requests?: readonly PermissionRequest[];
  readonly proposal?: Proposal;
  readonly reasons?: readonly Reason[];
  readonly offers?: readonly RuleOffer[];
}

const edit: PermissionRequest = { type: 'write', kind: 'edit', path: checked('src/a.ts') };

function viewOf({ requests = [edit], proposal, reasons = [{ type: 'edit' }], offers = [] }: Asked) {
  const asks = requests.map((request) => ({ type: 'ask', request, reasons, offers }) as const);
  const question = { tool: 'edit_file', call: 'c1', asks, ...(proposal && { proposal }) };
  return questionView({ id: 3, threadId: 't1', question }, 2, ENGLISH);
}

function command(text: string, cwd = '.', background = false) {
  const shown = { command: text, cwd: checked(cwd), background };
  const requests = [{ type: 'command', shell: 'bash', ...shown }] as const;
  return { requests, proposal: { type: 'command', ...shown } } as const;
}

function change(before: string | undefined, after: string | undefined, request: PermissionRequest = edit) {
  const path = checked('src/a.ts');
  return viewOf({ requests: [request], proposal: { type: 'change', changes: [{ path, before, after }] } });
}

it('shows a command with its folder, hidden characters by their number, and what may be allowed for later', () => {
  const offers = [{ rule: words('npm', 'test') }, { rule: line('npm test', 'pkg') }];
  const reasons = [{ type: 'no-rule', words: ['npm', 'test'] }] as const;
  expect(viewOf({ ...command('npm  test\u202e\u200b\n\ttail', 'src', true), reasons, offers })).toEqual({
    id: 3,
    call: 'c1',
    tool: 'edit_file',
    subject: { type: 'command', text: 'npm  test⟨U+202E⟩⟨U+200B⟩\n\ttail', folder: 'src', isBackground: true },
    reasons: ['`npm test` is not allowed without a question.'],
    offers: [
      { label: '`npm test` with options and files that are known to be harmless' },
      { label: 'Exactly this line in pkg: `npm test`' },
    ],
    waiting: 2,
  });
  expect(viewOf(command('ls')).subject).not.toHaveProperty('folder');
  expect(viewOf(command('ls', '/etc')).subject).toMatchObject({ folder: '/etc' });
});

it('shows a change in hunks with three lines around, and shows no line twice', () => {
  const old = Array.from({ length: 12 }, (_, n) => `${n + 1}\n`).join('');
  const { subject } = change(old, old.replace('2\n', 'two\n').replace('6\n', '').replace('12\n', '12\nthirteen'));
  expect(subject).toEqual({
    type: 'change',
    changes: [
      {
        kind: 'edit',
        path: 'src/a.ts',
        added: 2,
        removed: 2,
        hunks: [
          { hunk: 0, line: 1, lines: [' 1', '-2', '+two', ' 3', ' 4', ' 5'], isClipped: false },
          { hunk: 1, line: 6, lines: ['-6', ' 7', ' 8', ' 9'], isClipped: false },
          { hunk: 2, line: 10, lines: [' 10', ' 11', ' 12', '+thirteen'], isClipped: false },
        ],
      },
    ],
  });
});

it.each([
  ['a change of line ends', 'a\nb\n', 'a\r\nb\n', ['-a', '+a⟨U+000D⟩', ' b']],
  ['a last line end that goes', 'a\n', 'a', ['-a', '+a⟨no line end⟩']],
  ['a character that is not seen', 'a\n', 'a\u200b\n', ['-a', '+a⟨U+200B⟩']],
])('shows %s', (_name, before, after, lines) => {
  expect(change(before, after).subject).toMatchObject({ changes: [{ hunks: [{ lines }] }] });
});

it('shows a new file as lines that are added', () => {
  const create: PermissionRequest = { type: 'write', kind: 'create', path: checked('src/a.ts') };
  expect(change(undefined, 'a\nb', create).subject).toMatchObject({
    changes: [{ kind: 'create', added: 2, removed: 0, hunks: [{ hunk: 0, line: 1, lines: ['+a', '+b'] }] }],
  });
  expect(change(undefined, '', create).subject).toMatchObject({ changes: [{ added: 0 }] });
});

it.each([
  ['a deletion', 'a\nb\n', undefined, 'delete'],
  ['a deletion of what is no text', undefined, undefined, 'delete'],
  ['a move', 'a\n', undefined, 'move'],
] as const)('shows %s as a whole', (_name, before, after, kind) => {
  const view = change(before, after, { type: 'write', kind, path: checked('src/a.ts') });
  expect(view.subject).toMatchObject({ changes: [{ kind, added: 0 }] });
  expect(JSON.stringify(view.subject)).not.toContain('hunks');
});

it('bounds what it shows of a large change, and says so', () => {
  const rows = (text: string) => Array.from({ length: 5_000 }, (_, n) => `${text}${n}\n`).join('');
  const [whole] = change(rows('a'), rows('b')).subject.type === 'change' ? [change(rows('a'), rows('b')).subject] : [];
  expect(whole).toMatchObject({ changes: [{ added: 5_000, removed: 5_000, hunks: [{ isClipped: true }] }] });
  const wide = (text: string) => Array.from({ length: 1_900 }, (_, n) => `${text}${n}${'x'.repeat(900)}\n`).join('');
  expect(JSON.stringify(change(wide('a'), wide('b'))).length).toBeLessThan(250_000);
  const many = (text: string) => Array.from({ length: 500 }, (_, n) => `same ${n}\n${text}${n}\n`).join('');
  expect(JSON.stringify(change(many('a'), many('b')).subject)).not.toContain('hunks');
  const long = change('a\n', `${'x'.repeat(3_000_000)}\n`);
  expect(JSON.stringify(long).length).toBeLessThan(5_000);
  expect(long.subject).toMatchObject({ changes: [{ hunks: [{ isClipped: true }] }] });
});

it('shows the paths of a read, and each reason once', () => {
  const read: PermissionRequest = { type: 'read', path: checked('/etc/passwd\u200b') };
  const reasons: readonly Reason[] = Array.from({ length: 30 }, (_, n) => ({ type: 'outside', path: `/${n % 15}` }));
  const view = viewOf({ requests: [read, read], reasons });
  expect(view.subject).toEqual({ type: 'read', paths: ['/etc/passwd⟨U+200B⟩'] });
  expect(view.reasons).toHaveLength(11);
  expect(view.reasons.at(-1)).toBe('There are 5 more reasons.');
});

it.each([
  ['a short command', command('npm test'), true],
  ['a long command', command(`echo ${'x'.repeat(300)}`), false],
  ['blanks that a notification would drop', command('echo a          b'), false],
  ['lines', command('ls\nrm -rf x'), false],
])('a notification says whether it shows all of %s', (_name, asked, isWhole) => {
  expect(questionNotification(viewOf(asked), ENGLISH)).toMatchObject({ isWhole });
});

it.each([
  ['an edit', change('a\n', 'b\n'), false, 'The agent asks to change src/a.ts (lines added: 1, removed: 1).'],
  [
    'a deletion',
    change('a\n', undefined, { type: 'write', kind: 'delete', path: checked('src/a.ts') }),
    true,
    'The agent asks to delete src/a.ts.',
  ],
])(
  'a notification names %s as what it is, and allows it only where all of it is shown',
  (_name, view, isWhole, text) => {
    const told = questionNotification(view, ENGLISH);
    expect(told.isWhole).toBe(isWhole);
    expect(told.text).toContain(text);
  },
);

it.each([
  [undefined, 'The agent asks to run in the background: npm run dev'],
  ['web', 'The agent asks to run in the background, in web: npm run dev'],
])('a notification says that a command runs in the background', (folder, text) => {
  const view = viewOf(command('npm run dev'));
  const subject = { type: 'command', text: 'npm run dev', isBackground: true, ...(folder && { folder }) } as const;
  expect(questionNotification({ ...view, subject }, ENGLISH).text).toContain(text);
});

it('a notification has no link that the model wrote, and none to be allowed by it', () => {
  const view = viewOf({
    ...command('echo [Allow](command:workbench.action.terminal.new)'),
    reasons: [{ type: 'no-rule', words: ['[x](command:y)'] }],
  });
  const { text, isWhole } = questionNotification(view, ENGLISH);
  expect(text).not.toContain('](');
  expect(isWhole).toBe(false);
});
