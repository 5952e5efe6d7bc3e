/** The headless turn as a program, against a server on loopback: its events, its summary, its exit code, and the thread on disk. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseOptions } from '../../scripts/chat/options.ts';
import { listProcesses } from '../../src/extension/workspace/node/commands/process-table.ts';
import { newFolder } from '../new-folder.ts';
import type { Fake } from '../wire/fake.ts';
import { startOpenaiCompatibleFake } from '../wire/openai-chat-server.ts';
import { openTrial } from './chat-workspace/drive.ts';

const dir = newFolder('chat-test');
const temporary = newFolder('chat-temporary');
const root = path.join(import.meta.dirname, '../..');
const program = path.join(root, 'dist/chat.mjs');
let fake: Fake;

beforeAll(async () => {
  for (const target of ['regex-worker', 'chat'])
    execFileSync(process.execPath, ['esbuild.mjs', '--only', target], { cwd: root });
  fake = await startOpenaiCompatibleFake({
    reply: (n) => (n === 3 ? { type: 'failure', kind: 'auth' } : { type: 'answer', text: `Answer ${n}.` }),
  });
});
afterAll(() => fake.close());

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly lines: readonly { readonly [key: string]: unknown }[];
}

function run(...args: string[]): Promise<Run> {
  const { OPENAI_COMPATIBLE_API_KEY: _, ...others } = process.env;
  const env = { ...others, TMPDIR: temporary, OPENAI_COMPATIBLE_API_KEY: fake.access.apiKey };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: dir, env }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr, lines });
    });
  });
}

const server = () => [
  '--provider',
  'openai-compatible',
  '--base-url',
  fake.access.baseUrl ?? '',
  '--model',
  fake.model,
];

describe('chat', () => {
  it('sends, goes on from disk, fails with a summary, and prints the context of the thread', async () => {
    const store = path.join(dir, 'store');
    const first = await run(...server(), '--store', store, '--message', 'Hello', '--json');
    expect(first.code).toBe(0);
    const summary = first.lines.at(-1);
    expect(summary).toMatchObject({ end: 'done', requests: 1, compactions: 0, measured: true, notices: [] });
    expect(summary?.tokens).toBeGreaterThan(0);
    expect(first.lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['entry', 'request', 'text']));

    writeFileSync(path.join(dir, 'more.txt'), '\uFEFFMore\n');
    const thread = String(summary?.thread);
    const second = await run(...server(), '--store', store, '--thread', thread, '--message', '@more.txt');
    expect(second).toMatchObject({ code: 0, stdout: 'Answer 2.\n', stderr: '' });

    const third = await run(...server(), '--store', store, '--thread', thread, '--message', 'Last', '--json');
    expect(third.code).toBe(1);
    expect(third.lines.at(-1)).toMatchObject({ thread, end: 'failed', notices: [{ severity: 'error' }] });

    const context = await run(...server(), '--store', store, '--thread', thread, '--reopen');
    expect(context.code).toBe(0);
    expect(context.lines).toHaveLength(1);
    expect(context.stdout).toContain('Answer 2.');
    expect(context.stdout).toContain('Last');
    const key = fake.access.apiKey ?? '';
    const kept = readdirSync(store, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    for (const file of kept) expect(readFileSync(path.join(file.parentPath, file.name), 'utf8')).not.toContain(key);
  });

  it('leaves nothing without a store, and says in one line which thread is missing', async () => {
    expect((await run(...server(), '--message', 'Hello')).code).toBe(0);
    expect(readdirSync(temporary)).toEqual([]);
    const { code, stdout, stderr } = await run(...server(), '--thread', 'a', '--store', dir, '--message', 'a');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^--thread a: .*no thread a.*\n$/);
  });
});

/** Writes one turn, and returns the thread with the path of its folder. */
async function written(store: string): Promise<{ readonly thread: string; readonly folder: string }> {
  const { lines } = await run(...server(), '--store', store, '--message', 'First', '--json');
  const thread = String(lines.at(-1)?.thread);
  const log =
    readdirSync(store, { recursive: true, encoding: 'utf8' }).find((name) => name.endsWith('log.jsonl')) ?? '';
  return { thread, folder: path.join(store, path.dirname(log)) };
}

describe('a thread that can’t be written, or is damaged', () => {
  it('says that another window writes it, and --reopen reads it', async () => {
    const store = path.join(dir, 'held');
    const { thread, folder } = await written(store);
    writeFileSync(path.join(folder, 'lock'), JSON.stringify({ writer: 'other', pid: 1, host: 'elsewhere' }));
    const at = ['--store', store, '--thread', thread];
    const sent = await run(...server(), ...at, '--message', 'More');
    expect(sent.code).toBe(2);
    expect(sent.stderr).toMatch(/another window writes it/);
    const read = await run(...server(), ...at, '--reopen');
    expect({ code: read.code, stderr: read.stderr }).toEqual({ code: 0, stderr: '' });
    expect(read.stdout).toContain('First');
  });

  it('says that a folder is in the place of its lock, and --reopen reads it', async () => {
    const store = path.join(dir, 'blocked');
    const { thread, folder } = await written(store);
    mkdirSync(path.join(folder, 'lock'));
    utimesSync(path.join(folder, 'lock'), 1, 1);
    const at = ['--store', store, '--thread', thread];
    const sent = await run(...server(), ...at, '--message', 'More');
    expect(sent.code).toBe(2);
    expect(sent.stderr).toMatch(/a folder has the name “lock”/);
    expect((await run(...server(), ...at, '--reopen')).stdout).toContain('First');
    expect(readdirSync(folder).filter((name) => name.startsWith('lock'))).toEqual(['lock']);
  });

  it('says once how many lines were skipped', async () => {
    const store = path.join(dir, 'damaged');
    const { thread, folder } = await written(store);
    appendFileSync(path.join(folder, 'log.jsonl'), 'no JSON\n{"type":"unheard-of"}\n{"v":9}\n');
    const at = ['--store', store, '--thread', thread];
    const { lines } = await run(...server(), ...at, '--message', 'More', '--json');
    const notices = lines.filter(({ type }) => type === 'notice');
    expect(notices).toMatchObject([
      { severity: 'warning', text: expect.stringContaining('This and 2 more lines are skipped.') },
    ]);
    expect((await run(...server(), ...at, '--reopen')).stderr).toMatch(/^.*This and 2 more lines are skipped\..*\n$/);
  });
});

it('a message that is too large waits, is named by the next one, and can be taken back', async () => {
  const store = path.join(dir, 'waiting');
  const small = [...server(), '--window', '8192', '--store', store];
  writeFileSync(path.join(dir, 'large.txt'), 'word '.repeat(20_000));
  const first = await run(...small, '--message', '@large.txt', '--json');
  expect(first.lines.at(-1)).toMatchObject({ end: 'cannot-fit', requests: 0 });
  const at = ['--thread', String(first.lines.at(-1)?.thread)];
  const blocked = await run(...small, ...at, '--message', 'ok?');
  expect(blocked.code).toBe(1);
  expect(blocked.stderr).toMatch(/earlier messages that were not sent yet ~\d+k.*Take the earlier message back/);
  const taken = await run(...small, ...at, '--take-back', '--json');
  expect(taken.code).toBe(0);
  expect(taken.lines.filter(({ type }) => type === 'taken-back')).toMatchObject([
    { text: expect.stringMatching(/^word /) },
    { text: 'ok?' },
  ]);
  expect(await run(...small, ...at, '--message', 'Short.')).toMatchObject({ code: 0, stderr: '' });
});

describe('a command that never ends', () => {
  const endless =
    "import { appendFileSync } from 'node:fs';\nappendFileSync('runs', process.pid + '\\n');\nsetInterval(() => 0, 1000);\n";

  const wait =
    "import { existsSync } from 'node:fs';\nconst timer = setInterval(() => existsSync('runs') && clearInterval(timer), 50);\n";

  /** Starts the chat, whose model runs the command, and waits until that runs. */
  async function begin(background: boolean) {
    const trial = await openTrial({ 'endless.mjs': endless, 'wait.mjs': wait });
    const allow = trial.rulesFile(['node endless.mjs', 'node wait.mjs'].map((line) => ({ tool: 'run_command', line })));
    trial.model.play([
      [['run_command', { command: 'node endless.mjs', background }]],
      [['run_command', { command: 'node wait.mjs' }]],
    ]);
    const flags = ['--workspace', trial.workspace, '--allow', allow];
    const child = spawn(process.execPath, [program, ...trial.args(...flags)], {
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: trial.base },
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const file = path.join(trial.workspace, 'runs');
    const runs = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : []);
    const isRunning = async () => (await listProcesses()).some(({ pid }) => runs().includes(pid));
    await expect.poll(() => runs().length, { timeout: 120_000 }).toBe(1);
    return { trial, child, ended, runs, isRunning, allow };
  }

  it('is ended by Ctrl-C', async () => {
    const { trial, child, ended, isRunning } = await begin(false);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(await isRunning()).toBe(false);
    await trial.close();
  });

  it('in the background is ended with the turn', async () => {
    const { trial, ended, isRunning } = await begin(true);
    expect(await ended).toBe(0);
    expect(await isRunning()).toBe(false);
    await trial.close();
  });

  it('is ended by a kill of the chat, and not run again when the thread goes on', async () => {
    const { trial, child, ended, runs, isRunning, allow } = await begin(false);
    child.kill('SIGKILL');
    await ended;
    await expect.poll(isRunning, { timeout: 120_000 }).toBe(false);
    const [thread = ''] = readdirSync(path.join(trial.base, 'store/threads'));
    const { code, results } = await trial.run([], '--allow', allow, '--thread', thread);
    expect({ code, results }).toEqual({ code: 0, results: [expect.stringMatching(/closed before this call ended/)] });
    expect(runs()).toHaveLength(1);
    await trial.close();
  });
});

const OPENAI = ['--provider', 'openai', '--model', 'gpt-5'];

it.each<[readonly string[], string]>([
  [[], 'nothing to do'],
  [['Hello'], '--message TEXT'],
  [['--provider', 'oak', '--message', 'a'], '--provider oak'],
  [['--model', 'm', '--message', 'a'], '--provider'],
  [['--provider', 'openai', '--message', 'a'], '--model'],
  [[...OPENAI, '--window', '1.5', '--message', 'a'], '--window 1.5'],
  [[...OPENAI, '--message', '@missing.txt'], '@missing.txt'],
  [[...OPENAI, '--message', ' '], 'empty'],
  [[...OPENAI, '--thread', 'a', '--message', 'a'], '--store'],
  [[...OPENAI, '--thread', '../a', '--store', dir, '--message', 'a'], '--thread ../a'],
  [[...OPENAI, '--config', 'missing.json', '--message', 'a'], 'missing.json'],
  [[...OPENAI, '--base-url', 'ftp://a', '--message', 'a'], 'ftp://a'],
  [['--provider', 'replay', '--base-url', 'http://a', '--message', 'a'], '--base-url'],
  [[...OPENAI, '--take-back', '--message', 'a'], '--take-back'],
  [[...OPENAI, '--nothing'], '--nothing'],
])('the arguments %j are refused in one line', (args, what) => {
  const parsed = parseOptions(args);
  expect(parsed.ok).toBe(false);
  if (parsed.ok) return;
  expect(parsed.error).toContain(what);
  expect(parsed.error).not.toContain('\n');
});

it('the flags stand above the settings of the file', () => {
  const file = path.join(dir, 'settings.json');
  writeFileSync(
    file,
    '{ "spool.provider": "gemini", "spool.model.contextWindows": { "a": 1000 }, "spool.colour": 1, }',
  );
  const parsed = parseOptions([...OPENAI, '--config', file, '--window', '2000', '--message', 'a']);
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      settings: { 'spool.provider': 'openai', 'spool.model.contextWindows': { a: 1000, 'gpt-5': 2000 } },
      warnings: [expect.stringContaining('spool.colour')],
    },
  });
});
