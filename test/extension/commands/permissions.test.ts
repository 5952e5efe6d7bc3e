/** Set Mode… and Manage Permissions…: what a person sees, chooses and confirms. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ShownMode } from '../../../src/core/protocol/panel-state.ts';
import type { CommandContext } from '../../../src/extension/commands/command-context.ts';
import type { Said } from '../../../src/extension/words/outcome-text.ts';
import { line, words } from '../../core/permission/world.ts';
import { newFolder } from '../../new-folder.ts';
import { ENGLISH } from '../english.ts';
import { openWindow } from '../permission/asking.ts';

interface Row {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

/** What the person does. */
const person = {
  picks: [] as string[],
  file: undefined as string | undefined,
  button: undefined as string | undefined,
  lists: [] as (readonly Row[])[],
  asked: '',
  commands: [] as string[],
};

vi.mock('vscode', () => {
  class Uri {
    readonly fsPath: string;
    constructor(fsPath: string) {
      this.fsPath = fsPath;
    }
  }
  const uri = () => (person.file === undefined ? undefined : new Uri(person.file));
  return {
    Uri,
    QuickPickItemKind: { Separator: -1 },
    commands: { executeCommand: async (command: string) => void person.commands.push(command) },
    window: {
      showQuickPick: async (rows: readonly Row[]) => {
        person.lists.push(rows);
        const wanted = person.picks.shift();
        return rows.find(({ label }) => wanted !== undefined && label.includes(wanted));
      },
      showSaveDialog: async () => uri(),
      showOpenDialog: async () => {
        const one = uri();
        return one && [one];
      },
      showWarningMessage: async (text: string, { detail }: { detail: string }, ...buttons: string[]) => {
        person.asked = `${text}\n${detail}`;
        return buttons.find((button) => button === person.button);
      },
    },
    workspace: {
      fs: {
        readFile: async ({ fsPath }: Uri) => readFileSync(fsPath),
        writeFile: async ({ fsPath }: Uri, bytes: Uint8Array) => writeFileSync(fsPath, bytes),
      },
    },
  };
});
const { managePermissions } = await import('../../../src/extension/commands/manage-permissions.ts');
const { setMode } = await import('../../../src/extension/commands/set-mode.ts');

beforeEach(() =>
  Object.assign(person, { picks: [], lists: [], file: undefined, button: undefined, asked: '', commands: [] }),
);

function openHost({ mode = 'ask' }: { readonly mode?: ShownMode | 'none' } = {}) {
  const window = openWindow();
  const told: Said[] = [];
  const { permissions } = window;
  const session = { state: { mode: mode === 'none' ? undefined : mode, open: { id: 't1' } } };
  const tell = (said: Said | undefined) => said && told.push(said);
  const host = { permissions, session, l10n: ENGLISH, tell } as unknown as CommandContext;
  return { ...window, host, told };
}
const labels = (list = person.lists.at(-1) ?? []) => list.map(({ label }) => label).filter((label) => label !== '');

it('lists the rules of workspace and thread, and revokes what is chosen until the list is closed', async () => {
  const { host, permissions } = openHost();
  permissions.rules.add(words('npm', 'test'), 'workspace');
  permissions.rules.add(line('make all', 'pkg'), { threadId: 't1' });
  permissions.rules.add(words('cargo', 'test'), { threadId: 't2' });
  person.picks = ['npm test', 'make all'];
  expect(await managePermissions(host)).toEqual({ type: 'closed' });
  expect(person.lists.map((list) => list.length)).toEqual([5, 4, 4]);
  expect(person.lists[0]?.slice(0, 2)).toMatchObject([
    {
      label: '$(trash) “npm test” with options and files that are known to be harmless',
      description: 'always in this workspace',
    },
    { label: '$(trash) Exactly this line in pkg: “make all”', description: 'in this thread' },
  ]);
  expect(labels()[0]).toBe('Nothing is allowed for later: commands ask each time.');
  expect(permissions.rules.all('t1')).toEqual([]);
  expect(permissions.rules.all('t2')).toEqual([words('cargo', 'test')]);
});

it('exports rules as a file that can be imported elsewhere, after a person has confirmed them', async () => {
  const first = openHost();
  first.permissions.rules.add(words('npm', 'test'), 'workspace');
  first.permissions.rules.add(line('make', 'pkg'), 'workspace');
  person.file = path.join(newFolder('rules'), 'rules.json');
  person.picks = ['Export'];
  expect(await managePermissions(first.host)).toMatchObject({ type: 'exported' });
  const second = openHost();
  second.permissions.rules.add(words('npm', 'test'), 'workspace');
  person.picks = ['Import'];
  expect(await managePermissions(second.host)).toEqual({ type: 'closed' });
  expect(second.permissions.rules.ofWorkspace).toHaveLength(1);
  expect(person.asked).toBe(
    'Let the agent run commands and use tools by 1 rule of this file, always in this workspace?\nExactly this line in pkg: `make`',
  );
  person.button = 'Import';
  person.picks = ['Import'];
  expect(await managePermissions(second.host)).toEqual({ type: 'imported', rules: [line('make', 'pkg')] });
  expect(second.permissions.rules.ofWorkspace).toEqual([words('npm', 'test'), line('make', 'pkg')]);
});

it.each([
  ['no JSON', '{', 'it is no JSON'],
  ['a rule with an unknown field', '[{"tool":"run_command","words":["a"],"unless":"b"}]', '[0].unless'],
  ['a rule that may not exist', '[{"tool":"run_command","words":["find"]}]', 'no rule that could be added'],
  ['a rule of another tool', '[{"tool":"read_file","words":["a"]}]', '[0].tool'],
])('imports nothing of %s', async (_name, text, said) => {
  const { host, permissions } = openHost();
  person.file = path.join(newFolder('rules'), 'rules.json');
  writeFileSync(person.file, text);
  person.picks = ['Import'];
  person.button = 'Import';
  expect(await managePermissions(host)).toEqual({ type: 'closed' });
  expect(person.asked).toContain(said);
  expect(permissions.rules.ofWorkspace).toEqual([]);
});

it('says why a file could not be read', async () => {
  const { host, told } = openHost();
  person.file = path.join(newFolder('rules'), 'missing.json');
  person.picks = ['Import'];
  expect(await managePermissions(host)).toMatchObject({ type: 'failed' });
  expect(told[0]?.text).toMatch(/could not be read or written: ENOENT/);
});

it('shows a rule that has no effect with the reason, and draws no icon of it', async () => {
  const { host, permissions } = openHost();
  permissions.rules.add(words('find'), 'workspace');
  permissions.rules.add(line('echo $(trash)'), 'workspace');
  await managePermissions(host);
  expect(person.lists[0]?.[0]?.detail).toContain('It has no effect, since its program runs other programs');
  expect(labels()[1]).toBe('$(trash) Exactly this line: “echo \\$(trash)”');
});

it('revokes and exports by an argument, and imports by none', async () => {
  const { host, permissions } = openHost();
  permissions.rules.add(words('npm', 'test'), 'workspace');
  expect(await managePermissions(host, { revoke: words('npm') })).toEqual({ type: 'closed' });
  expect(await managePermissions(host, { revoke: words('npm', 'test') })).toMatchObject({ type: 'revoked' });
  expect(await managePermissions(host, { importFrom: '/etc/rules.json' })).toEqual({ type: 'closed' });
  expect(permissions.rules.ofWorkspace).toEqual([]);
});

it('sets the mode by a list or an argument', async () => {
  const { host, permissions } = openHost();
  person.picks = ['Edit Freely'];
  expect(await setMode(host, undefined)).toEqual({ type: 'set', mode: 'edit' });
  expect(person.lists[0]?.[0]).toMatchObject({ label: 'Ask', description: 'current' });
  expect(await setMode(host, 'plan')).toEqual({ type: 'set', mode: 'plan' });
  expect(await setMode(host, 'yolo')).toEqual({ type: 'cancelled' });
  expect(permissions.mode).toBe('plan');
});

it('says why there is no mode where there are no tools', async () => {
  const { host, told } = openHost({ mode: 'none' });
  expect(await setMode(host, 'edit')).toEqual({ type: 'no-tools' });
  expect(told).toHaveLength(1);
});

it('shows how trust is given where the workspace has none', async () => {
  const { host, told } = openHost({ mode: 'restricted' });
  expect(await setMode(host, 'edit')).toEqual({ type: 'restricted' });
  expect(person.commands).toEqual(['workbench.trust.manage']);
  expect(told).toEqual([]);
});
