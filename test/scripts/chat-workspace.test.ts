/** The headless chat in a workspace: what the model may do there, what it is told of what it may not, and what a kill leaves. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { parseOptions } from '../../scripts/chat/options.ts';
import { field } from '../../src/core/lang/json-fields.ts';
import { filesSince } from '../../src/core/workspace/restore/file-history.ts';
import { restoreLists } from '../../src/core/workspace/restore/restore-lists.ts';
import { runRestore } from '../../src/core/workspace/restore/run-restore.ts';
import { ownChanges } from '../../src/core/workspace/restore/seal.ts';
import { Sealer } from '../../src/extension/storage/seal-key.ts';
import { openStore } from '../../src/extension/storage/thread-store.ts';
import { NodeCopies } from '../../src/extension/workspace/node/node-copies.ts';
import { NodeFiles } from '../../src/extension/workspace/node/node-files.ts';
import { MemoryLog } from '../extension/workspace/node/restore/memory-log.ts';
import { newFolder } from '../new-folder.ts';
import { openTrial, type ScriptedCall } from './chat-workspace/drive.ts';

const SUM = 'export const sum = (a, b) => a - b;\n';
const CHECK =
  "import { sum } from './sum.mjs';\nif (sum(2, 2) !== 4) throw new Error('sum is wrong');\nconsole.log('fine');\n";
const PROJECT = { 'sum.mjs': SUM, 'check.mjs': CHECK, '.env': 'TOKEN=abc\n', 'package.json': '{}\n' };
const LINE = [{ tool: 'run_command', line: 'node check.mjs' }];

let trial: Awaited<ReturnType<typeof openTrial>>;
const open = async (files: Readonly<Record<string, string>> = PROJECT) => {
  trial = await openTrial(files);
  return trial;
};
const edit: ScriptedCall = ['edit_file', { path: 'sum.mjs', edits: [{ old: 'a - b', new: 'a + b' }] }];
const command = (text: string, more = {}): ScriptedCall => ['run_command', { command: text, ...more }];
const textOf = (file: string) => readFileSync(path.join(trial.workspace, file), 'utf8');

afterEach(() => trial?.close());

describe('chat --workspace', () => {
  it('searches, reads, runs, edits, and runs again with the next message', async () => {
    const { run, rulesFile } = await open();
    const flags = ['--mode', 'edit', '--allow', rulesFile(LINE)];
    const first = await run(
      [
        [['search_text', { pattern: 'sum =' }]],
        [['read_file', { path: 'sum.mjs' }]],
        [command('node check.mjs')],
        [edit],
        [command('node check.mjs')],
      ],
      ...flags,
    );
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const [found, read, failed, edited, again] = first.results;
    expect(found).toContain('sum.mjs');
    expect(read).toContain('1\texport const sum');
    expect(failed).toMatch(/sum is wrong[\s\S]*exit code 1/i);
    expect(edited).toContain('sum.mjs');
    expect(textOf('sum.mjs')).toBe(SUM.replace('a - b', 'a + b'));
    expect(again).toMatch(
      /no person can be asked[\s\S]*node check\.mjs[\s\S]*before these files were changed: sum\.mjs/,
    );
    const thread = String(field(first.summary, 'thread'));
    const second = await run([[command('node check.mjs')]], ...flags, '--thread', thread);
    expect(second.results).toEqual([expect.stringContaining('fine')]);
  });

  it('records what it changes, so that it can be restored', async () => {
    const { run, base, workspace } = await open();
    const made: ScriptedCall = ['write_file', { path: 'new.mjs', content: 'export {};\n' }];
    const script = [
      [['read_file', { path: 'sum.mjs' }]],
      [edit],
      [made, ['delete_file', { path: 'check.mjs' }]],
    ] as const;
    const { summary } = await run(script, '--mode', 'edit');
    expect([textOf('sum.mjs'), existsSync(path.join(workspace, 'check.mjs'))]).toEqual([
      SUM.replace('a - b', 'a + b'),
      false,
    ]);
    const [root, thread] = [path.join(base, 'store'), String(field(summary, 'thread'))];
    const { entries } = await openStore(root).read(thread);
    const folders = () => [{ name: 'ws', path: workspace }];
    const copies = new NodeCopies({ root, thread, sealer: new Sealer(root), folders });
    const ports = { files: new NodeFiles(folders), copies, ownFolders: [root] };
    const first = entries.find((entry) => entry.type === 'message');
    if (!first) throw new Error('no message');
    const { unchanged: files, chosen } = await restoreLists(filesSince(entries, first.id, ownChanges(copies)), ports);
    expect(chosen).toEqual([]);
    const done = await runRestore(
      { to: first.id, files, thread: undefined },
      { ...ports, log: new MemoryLog(entries) },
    );
    expect(done).toMatchObject({ value: { failed: [] } });
    expect([textOf('sum.mjs'), textOf('check.mjs'), existsSync(path.join(workspace, 'new.mjs'))]).toEqual([
      SUM,
      CHECK,
      false,
    ]);
  });

  it('offers files, search and commands, and says how to use them; without a workspace it does neither', async () => {
    const { run, model, args } = await open();
    const names =
      'read_file list_files find_files search_text edit_file write_file move_file delete_file run_command command_output stop_command ask_agent';
    const { tools, system } = await run([]);
    expect(tools.slice(-12)).toEqual(names.split(' '));
    expect(system).toContain('`edit_file` fails when');
    expect(system).not.toMatch(/`outline`|`diagnostics`/);
    const { runChat } = await import('../../scripts/chat/run-chat.ts');
    expect(await runChat(args(), { stdout: () => undefined, stderr: () => undefined })).toBe(0);
    const last = JSON.stringify(model.bodies.at(-1));
    expect(last).not.toMatch(/read_file|run_command|person's files/);
  });

  it('goes on through compactions in a small window', async () => {
    const { run } = await open({ 'notes.md': 'The herons stand in the reeds and wait for the fish.\n'.repeat(60) });
    const script = Array.from({ length: 30 }, (_, at): readonly ScriptedCall[] => [
      ['read_file', { path: 'notes.md', offset: at + 1 }],
    ]);
    const { code, results, summary, tools } = await run(script, '--window', '9000');
    expect({ code, count: results.length }).toEqual({ code: 0, count: 30 });
    expect(Number(field(summary, 'compactions'))).toBeGreaterThan(1);
    expect(tools).not.toContain('list_files');
    expect(tools).toContain('run_command');
  });

  it('in the mode plan reads, and refuses what writes or runs', async () => {
    const { run, rulesFile } = await open();
    const allow = rulesFile([...LINE, { tool: 'run_command', words: ['git', 'status'] }]);
    const script = [[edit, command('node check.mjs'), command('ls')], [['read_file', { path: 'sum.mjs' }] as const]];
    const { code, results } = await run(script, '--mode', 'plan', '--allow', allow);
    expect(code).toBe(0);
    for (const refused of results.slice(0, 3)) expect(refused).toContain('the mode Plan');
    expect(results[3]).toContain('a - b');
    expect(textOf('sum.mjs')).toBe(SUM);
  });

  it('by default refuses changes with the reason, and the turn goes on', async () => {
    const { run } = await open();
    const { code, results } = await run([[edit, command('ls'), command('node\u00a0check.mjs; rm x')]]);
    expect(code).toBe(0);
    expect(results[0]).toMatch(/no person can be asked[\s\S]*Each change of a file is asked for\.[\s\S]*--mode edit/);
    expect(results[1]).toContain('sum.mjs');
    expect(results[2]).toContain('Command: node⟨U+00A0⟩check.mjs; rm x');
    expect(textOf('sum.mjs')).toBe(SUM);
  });

  it('runs git where it only reads, and with a rule what it names', async () => {
    const { run, workspace, rulesFile } = await open();
    const tag = rulesFile([{ tool: 'run_command', words: ['git', 'add'] }]);
    execFileSync('git', ['init', '-q'], { cwd: workspace });
    const script = [[command('git status'), command('git add sum.mjs'), command('git add ../x'), command('git push')]];
    const { results } = await run(script, '--allow', tag);
    expect(results[0]).toContain('sum.mjs');
    expect(results[1]).toContain('exit code 0');
    expect(results[2]).toContain('outside');
    expect(results[3]).toContain('`git push` is not allowed without a question');
    execFileSync('git', ['config', 'core.fsmonitor', 'touch pwned'], { cwd: workspace });
    const after = await run([[command('git status')]], '--allow', tag);
    expect(after.results[0]).toContain('core.fsmonitor');
    expect(existsSync(path.join(workspace, 'pwned'))).toBe(false);
  });

  it('touches nothing outside, no secret, nothing protected, and not its own storage', async () => {
    const { run, base, workspace } = await open();
    writeFileSync(path.join(base, 'out.txt'), 'secret');
    mkdirSync(path.join(workspace, '.git/hooks'), { recursive: true });
    symlinkSync(path.join(base, 'out.txt'), path.join(workspace, 'link.txt'));
    symlinkSync(base, path.join(workspace, 'up'));
    const write = (file: string): ScriptedCall => ['write_file', { path: file, content: 'x' }];
    const hostile: readonly ScriptedCall[] = [
      ...[
        '../out.txt',
        'link.txt',
        'up/out.txt',
        path.join(base, 'out.txt'),
        '.env',
        '.ENV',
        'file:///etc/passwd',
        'a\0b',
      ].map((file): ScriptedCall => ['read_file', { path: file }]),
      ...[
        '../new.txt',
        'up/new.txt',
        '.git/hooks/pre-commit',
        '.GIT/config',
        'package.json',
        '.vscode/settings.json',
        'up/store/x',
        'AGENTS.md',
      ].map(write),
      ['move_file', { from: 'sum.mjs', to: '.git/x' }],
      ['delete_file', { path: 'package.json' }],
      ...[
        'cat .env',
        'cat ../out.txt',
        'cat link.txt',
        'head up/out.txt',
        'ls; node -e 1',
        'ls $(touch pwned)',
        'ls & touch pwned',
      ].map((text) => command(text)),
      command('ls', { cwd: '..' }),
      command('pwd', { cwd: 'up' }),
    ];
    const { code, results } = await run([hostile], '--mode', 'edit');
    expect(code).toBe(0);
    expect(results).toHaveLength(hostile.length);
    for (const [at, result] of results.entries())
      expect(result, JSON.stringify(hostile[at])).toMatch(/^Nothing was (done|changed)/);
    for (const file of ['pwned', 'AGENTS.md', '.vscode', '.git/hooks/pre-commit', '.git/x'])
      expect(existsSync(path.join(workspace, file)), file).toBe(false);
    expect(existsSync(path.join(base, 'new.txt'))).toBe(false);
    const { results: search } = await run([[['search_text', { pattern: 'TOKEN' }]]]);
    expect(search[0]).not.toContain('abc');
  });
});

const dir = newFolder('chat-workspace-options');
const file = path.join(dir, 'rules.json');
it.each<[flags: readonly string[], rules: string | undefined, what: string]>([
  [['--mode', 'edit'], undefined, '--mode: it is for a workspace'],
  [['--allow', file], undefined, '--allow: it is for a workspace'],
  [['--workspace', path.join(dir, 'missing')], undefined, 'a folder that exists'],
  [['--workspace', file], '[]', 'this is a file'],
  [['--workspace', dir, '--mode', 'free'], undefined, '--mode free: it takes one of plan, ask, edit'],
  [['--workspace', dir, '--allow', path.join(dir, 'none.json')], undefined, "can't be read"],
  [['--workspace', dir, '--allow', file], 'no', 'it is no JSON'],
  [['--workspace', dir, '--allow', file], '{}', 'it is no list'],
  [['--workspace', dir, '--allow', file], '[1]', '[0]: a rule is an object'],
  [['--workspace', dir, '--allow', file], '[{"tool":"x"}]', '[0].tool: rules are for commands or for external tools'],
  [['--workspace', dir, '--allow', file], '[{"tool":"run_command"}]', '[0]: a rule has either'],
  [['--workspace', dir, '--allow', file], '[{"tool":"run_command","words":[]}]', '[0].words: write the first words'],
  [['--workspace', dir, '--allow', file], '[{"tool":"run_command","words":["a",1]}]', '[0].words[1]: write a text'],
  [
    ['--workspace', dir, '--allow', file],
    '[{"tool":"run_command","line":"a","x":1}]',
    '[0].x: a rule has no such field',
  ],
])('%j with the rules %s is refused in one line', (flags, rules, what) => {
  writeFileSync(file, rules ?? '[]');
  const parsed = parseOptions(['--provider', 'openai', '--model', 'm', '--message', 'a', ...flags]);
  expect(parsed).toMatchObject({ ok: false, error: expect.stringContaining(what) });
  if (!parsed.ok) expect(parsed.error).not.toContain('\n');
});

it('a rule that no decision heeds is said, and the others hold', () => {
  const rules = [{ tool: 'run_command', words: ['find'] }, ...LINE];
  writeFileSync(file, JSON.stringify(rules));
  const flags = ['--provider', 'openai', '--model', 'm', '--message', 'a', '--workspace', dir, '--allow', file];
  expect(parseOptions(flags)).toMatchObject({
    ok: true,
    value: { workspace: { mode: 'ask', rules }, warnings: [expect.stringContaining('["find"] has no effect')] },
  });
});
