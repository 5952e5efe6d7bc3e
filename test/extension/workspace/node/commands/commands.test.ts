/** Commands as child processes, with a real bash: results, bad commands, the background, and that nothing is left running. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeCommands } from '../../../../../src/extension/workspace/node/commands/node-commands.ts';
import { listProcesses } from '../../../../../src/extension/workspace/node/commands/process-table.ts';
import { newFolder } from '../../../../new-folder.ts';
import { type AgentOfCommands, agentOfCommands } from './agent-of-commands.ts';

const NEVER = { silentMs: 3_600_000, longMs: 3_600_000, graceMs: 3_600_000, newsMs: 3_600_000 };

let folder: string;
let commands: NodeCommands;
let agent: AgentOfCommands;

beforeAll(() => {
  folder = newFolder('commands');
  commands = new NodeCommands({ env: process.env, folders: () => [folder], limits: NEVER });
  agent = agentOfCommands(commands, folder);
});
afterAll(() => commands.dispose());

/** Whether the process still runs; one that waits for its parent to take its exit code does not. */
async function isRunning(pid: number): Promise<boolean> {
  return (await listProcesses()).some((process) => process.pid === pid);
}

/** The number that a command has written into a file of the folder. */
async function written(name: string): Promise<number> {
  const file = path.join(folder, name);
  const { readFileSync } = await import('node:fs');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')).toBe(true);
  return Number(readFileSync(file, 'utf8'));
}

describe('run_command', () => {
  it('gives both outputs in their order, with the exit code', async () => {
    const { text, isError } = await agent.run('echo one; echo two >&2; echo three; exit 3');
    expect(text).toMatch(/^one\ntwo\nthree\n\n\[exit code 3, \d+\.\d s\]$/);
    expect(isError).toBe(false);
    expect(agent.requests.at(-1)).toMatchObject({ type: 'command', shell: 'bash', cwd: { real: folder } });
  });

  it('says only how it ended where there is no output', async () => {
    expect((await agent.run('true')).text).toMatch(/^\[exit code 0, \d+\.\d s\]$/);
  });

  it.each([
    ['a command that is not there', 'no-such-program', /not found\n\n\[exit code 127/],
    ['a syntax error', 'if then', /syntax error(?:.|\n)*\[exit code 2,/],
    ['a signal', 'kill -SEGV $$', /\[signal SIGSEGV/],
    ['stdin is at its end', 'cat; read x; echo "$? $x"', /^1 \n\n\[exit code 0/],
    ['there is no terminal', 'cat < /dev/tty', /No such device(?:.|\n)*\[exit code 1/],
    [
      '/dev/stdout and /dev/stderr can be opened',
      'echo a > /dev/stdout; echo b > /dev/stderr',
      /^a\nb\n\n\[exit code 0/,
    ],
    ['control codes', 'printf "a\\r\\e[Kb\\e]0;t\\a\\n\\e[31mred\\n"', /^b\nred\n\n\[exit/],
    [
      'a picture',
      'printf "\\x89PNG\\r\\n\\x1a\\n\\0\\0\\0\\xff\\xfe"',
      /^\[exit code 0, .* s; the output is binary and not shown \(13 bytes\)\]$/,
    ],
    [
      'a picture in several writes',
      'printf "\\x89PNG\\n"; sleep 0.1; printf "\\0\\0"',
      /^\[exit code 0, .*binary and not shown \(7 bytes\)\]$/,
    ],
    ['names that end in NUL are text', 'printf "a\\0b\\0"', /^ab\n\[exit/],
    ['invalid UTF-8', 'printf "a\\xff\\xc3b\\n"', /^a\ufffd\ufffdb\n\n\[exit/],
    [
      'the folder is removed meanwhile',
      'mkdir -p gone; cd gone; rmdir ../gone; ls; echo done',
      /done\n\n\[exit code 0/,
    ],
    ['quotes and dollars are as given', `printf '%s\n' '$HOME' "a'b" 'c"d' \\\\`, /^\$HOME\na'b\nc"d\n\\\n\n\[/],
    ['several lines', 'echo a\necho b\n', /^a\nb\n\n\[/],
    ['a here-document', 'cat <<X\na\nX\n', /^a\n\n\[/],
  ])('%s', async (_, command, result) => {
    expect((await agent.run(command)).text).toMatch(result);
  });

  it('cuts a long output, and shows its end', async () => {
    const { text } = await agent.run('seq 1 200000');
    expect(Buffer.byteLength(text)).toBeLessThan(51_200);
    expect(text).toMatch(/^1\n2\n3\n/);
    expect(text).toMatch(/truncated in line \d+ of 200000; the rest: tool_output_cache/);
    expect(text).toMatch(/\n199999\n200000\n\n\[exit code 0, /);
  });

  it('goes on when the store is full, and shows the start and the end', async () => {
    const full = { put: async () => ({ ok: false, error: { reason: 'ENOSPC' } }) as const };
    const { text } = await agentOfCommands(commands, folder, { outputs: full }).run('seq 1 200000; exit 4');
    expect(text).toMatch(/^1\n2\n/);
    expect(text).toContain('could not be stored (ENOSPC)');
    expect(text).toMatch(/\n200000\n\n\[exit code 4, /);
  });

  it.each([
    [{}, /command is missing/],
    [{ command: ' \n' }, /command must be/],
    [{ command: 'echo a\0b' }, /without NUL/],
    [{ command: 'echo \ud800' }, /command must be/],
    [{ command: `echo ${'x'.repeat(100_000)}` }, /at most 100000 bytes/],
    [{ command: ['ls'] }, /command must be/],
    [{ command: 'ls', timeout: 3 }, /Unknown key "timeout"/],
    [{ command: 'ls', timeout_s: 0 }, /timeout_s must be/],
  ])('refuses bad input (%#)', async (input, problem) => {
    const asked = agent.requests.length;
    const { text, isError } = await agent.call('run_command', input);
    expect(text).toMatch(problem);
    expect(isError).toBe(true);
    expect(agent.requests.length).toBe(asked);
  });

  it('runs in a folder, and says when it is not there or no folder', async () => {
    mkdirSync(path.join(folder, 'sub'));
    writeFileSync(path.join(folder, 'file'), '');
    expect((await agent.run('pwd', { cwd: 'sub' })).text).toContain(`${path.join(folder, 'sub')}\n`);
    expect(await agent.run('pwd', { cwd: 'gone-folder' })).toMatchObject({
      text: 'Nothing was run: the folder "gone-folder" does not exist.',
      isError: true,
    });
    expect((await agent.run('pwd', { cwd: 'file' })).text).toContain('no folder');
  });

  it('says that there is no shell', async () => {
    const none = new NodeCommands({ env: { PATH: folder }, folders: () => [folder] });
    expect(none.shell).toBe('other');
    expect((await agentOfCommands(none, folder).run('ls')).text).toContain('no shell was found');
    await none.dispose();
  });

  it('starts hundreds of commands', async () => {
    const runs = Array.from({ length: 120 }, (_, n) => agent.run(`echo ${n}; exit ${n}`));
    const texts = (await Promise.all(runs)).map(({ text }) => text);
    for (const [n, text] of texts.entries()) expect(text).toMatch(new RegExp(`^${n}\\n\\n\\[exit code ${n}, `));
  });
});

describe('the environment of a command', () => {
  it('has none of the window but what is listed', async () => {
    const env = {
      ...process.env,
      ANTHROPIC_API_KEY: 'key',
      BASH_ENV: path.join(folder, 'evil'),
      ENV: path.join(folder, 'evil'),
      'BASH_FUNC_ls%%': '() { echo replaced; }',
      LD_PRELOAD: '/none.so',
      GIT_SSH_COMMAND: 'evil',
      NODE_OPTIONS: '--require evil',
      VSCODE_IPC_HOOK_CLI: 'x',
      ELECTRON_RUN_AS_NODE: '1',
      PROMPT_COMMAND: 'evil',
      HTTPS_PROXY: 'http://me:secret@proxy',
      LC_ALL: 'C.UTF-8',
      TZ: 'UTC',
    };
    writeFileSync(path.join(folder, 'evil'), 'echo evil');
    const window = new NodeCommands({ env, folders: () => [folder], limits: NEVER });
    const allowed = agentOfCommands(window, folder, { env: { GIT_CONFIG_COUNT: '0' } });
    const { text } = await allowed.run('ls sub; env');
    await window.dispose();
    const names = [...text.matchAll(/^([A-Za-z_]+)=/gm)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'LC_ALL', 'TZ', 'CI', 'GIT_CONFIG_COUNT', 'GIT_PAGER']));
    expect(text).not.toMatch(/evil|secret|replaced|API_KEY|NODE_OPTIONS|VSCODE|ELECTRON|LD_PRELOAD|go=/);
  });

  it('finds no program of the workspace', async () => {
    mkdirSync(path.join(folder, 'bin'));
    writeFileSync(path.join(folder, 'bin', 'bash'), '#!/bin/sh\necho evil\n', { mode: 0o755 });
    writeFileSync(path.join(folder, 'bin', 'git'), '#!/bin/sh\necho evil\n', { mode: 0o755 });
    const PATH = `:.:bin:${folder}/bin:${process.env.PATH}`;
    const window = new NodeCommands({ env: { PATH }, folders: () => [folder], limits: NEVER });
    const { text } = await agentOfCommands(window, folder).run('git --version; echo $PATH');
    await window.dispose();
    expect(text).not.toMatch(/evil|bin:bin|^:|:\.:/m);
    expect(text).not.toContain(folder);
  });
});

it('a program of a folder that is opened later is not found either', async () => {
  const later = newFolder('later');
  writeFileSync(path.join(later, 'said'), '#!/bin/sh\necho evil\n', { mode: 0o755 });
  let folders = [folder];
  const env = { PATH: `${later}:${process.env.PATH}` };
  const window = new NodeCommands({ env, folders: () => folders, limits: NEVER });
  expect((await agentOfCommands(window, folder).run('said')).text).toContain('evil');
  folders = [folder, later];
  expect((await agentOfCommands(window, folder).run('said')).text).not.toContain('evil');
  await window.dispose();
});

describe('the end of a command', () => {
  it('Stop ends the whole tree, and the output so far is kept', async () => {
    const stop = new AbortController();
    const run = agent.run(
      'sleep 1000 & echo $! > child; setsid sleep 1000 & echo $! > other; echo begun; wait',
      {},
      stop.signal,
    );
    const pids = [await written('child'), await written('other')];
    stop.abort();
    const { text, isError } = await run;
    expect(text).toMatch(/^begun\n\n\[stopped by the person, signal SIGTERM, \d+/);
    expect(isError).toBe(true);
    for (const pid of pids) expect(await isRunning(pid)).toBe(false);
  });

  it('ends what ignores TERM', async () => {
    const stop = new AbortController();
    const window = new NodeCommands({ env: process.env, folders: () => [folder], limits: { ...NEVER, graceMs: 100 } });
    const run = agentOfCommands(window, folder).run(
      `trap '' TERM; (trap '' TERM; while :; do sleep 1; done) & echo $! > stubborn; while :; do sleep 1; done`,
      {},
      stop.signal,
    );
    const pid = await written('stubborn');
    stop.abort();
    expect((await run).text).toMatch(/\[stopped by the person, signal SIGKILL/);
    expect(await isRunning(pid)).toBe(false);
    await window.dispose();
  });

  it('ends a command that goes on forking', async () => {
    const stop = new AbortController();
    const run = agent.run(
      'for i in $(seq 300); do sleep 1000 & done; echo $! > last; while :; do sleep 1000 & sleep 0.01; done',
      {},
      stop.signal,
    );
    const last = await written('last');
    stop.abort();
    expect((await run).text).toContain('stopped by the person');
    expect(await isRunning(last)).toBe(false);
    const { text } = await agent.run('pgrep -c sleep -g "$(cat last)"; true');
    expect(text).toMatch(/^0\n/);
  });

  it('a time limit ends it, only where one was asked for', async () => {
    const { text, isError } = await agent.run('echo begun; sleep 1000', { timeout_s: 1 });
    expect(text).toMatch(/^begun\n\n\[ended at the time limit, signal SIGTERM, /);
    expect(isError).toBe(true);
  });

  it('names a daemon that it left behind, and stop_command ends it', async () => {
    const { text, id } = await agent.run(
      'setsid sleep 1000 > /dev/null 2>&1 & echo $! > daemon; until ps -o args= -p $! | grep -q ^sleep; do sleep 0.05; done; echo begun',
    );
    const pid = await written('daemon');
    expect(text).toMatch(new RegExp(`^begun\\n\\n\\[exit code 0, .* left running: process ${pid} \\(sleep 1000\\)`));
    expect(await isRunning(pid)).toBe(true);
    expect((await agent.call('stop_command', { id })).text).toMatch(/^\[exit code 0, [^;]*\]$/);
    expect(await isRunning(pid)).toBe(false);
  });

  it('does not wait for a process in its background that holds the output, and reads it later', async () => {
    const { text, id } = await agent.run(
      '(while [ ! -e say ]; do sleep 0.01; done; echo said; sleep 1000) & echo $! > held; echo begun',
    );
    expect(text).toMatch(/^begun\n\n\[exit code 0, .* left running: process \d+/);
    const pid = await written('held');
    writeFileSync(path.join(folder, 'say'), '');
    await expect.poll(async () => (await agent.call('command_output', { id, offset: 1 })).text).toMatch(/^said\n/);
    await agent.call('stop_command', { id });
    expect(await isRunning(pid)).toBe(false);
  });

  it('dispose ends what runs', async () => {
    const window = new NodeCommands({ env: process.env, folders: () => [folder], limits: NEVER });
    const busy = agentOfCommands(window, folder);
    const run = busy.run('sleep 1000 & echo $! > disposed; wait');
    const left = await busy.run('sleep 1000 & echo $! > left');
    expect(left.text).toContain('left running');
    const pids = [await written('disposed'), await written('left')];
    await window.dispose();
    expect((await run).text).toContain('ended as the window was closed');
    for (const pid of pids) expect(await isRunning(pid)).toBe(false);
    expect((await busy.run('sleep 1000')).text).toContain('ended as the window was closed');
  });
});

describe('the background', () => {
  it('gives an id at once, and reads what is new, from a line on, and the end', async () => {
    rmSync(path.join(folder, 'go'), { force: true });
    const begun = await agent.run('echo one; until [ -e go ]; do sleep 0.01; done; echo two; exit 5', {
      background: true,
    });
    const { id } = begun;
    expect(begun.text).toMatch(/^\[c_\w+ runs in the background: command_output reads it/);
    expect(agent.requests.at(-1)).toMatchObject({ background: true });
    expect((await agent.call('command_output', { id })).text).toMatch(/^one\n\n\[c_\w+ still runs, for \d/);
    const next = agent.call('command_output', { id });
    writeFileSync(path.join(folder, 'go'), '');
    const texts = [(await next).text];
    while (!/exit code/.test(texts.at(-1) ?? '')) texts.push((await agent.call('command_output', { id })).text);
    expect(texts.join('')).toMatch(/two\n(?:.|\n)*\[exit code 5, /);
    expect((await agent.call('command_output', { id, offset: 2 })).text).toMatch(/^two\n\n\[exit code 5, /);
    expect((await agent.call('command_output', { id })).text).toMatch(/^\[exit code 5, /);
  });

  it('stop_command ends it, and says so', async () => {
    const { id } = await agent.run('echo $$ > background; sleep 1000', { background: true });
    const pid = await written('background');
    expect((await agent.call('stop_command', { id })).text).toMatch(/^\[stopped by stop_command, signal SIGTERM, /);
    expect(await isRunning(pid)).toBe(false);
  });

  it('Stop of a later call leaves it alone', async () => {
    const stop = new AbortController();
    const { id } = await agent.run('echo $$ > unstopped; sleep 1000', { background: true }, stop.signal);
    const pid = await written('unstopped');
    stop.abort();
    expect((await agent.call('command_output', { id, offset: 1 })).text).toContain('still runs');
    expect(await isRunning(pid)).toBe(true);
    await agent.call('stop_command', { id });
  });

  it('Stop ends the wait for news', async () => {
    const { id } = await agent.run('sleep 1000', { background: true });
    const stop = new AbortController();
    const reading = agent.call('command_output', { id }, stop.signal);
    stop.abort();
    await reading;
    await agent.call('stop_command', { id });
  });

  it.each([
    ['silent', { silentMs: 200 }, 'echo "begun"; printf "Continue? "; sleep 1000', 'said nothing for long'],
    ['long', { longMs: 200 }, 'echo "begun"; while :; do sleep 0.05; printf .; done', 'runs for long'],
  ])('takes a command that is %s, and never ends it', async (_, limits, command, reason) => {
    const window = new NodeCommands({ env: process.env, folders: () => [folder], limits: { ...NEVER, ...limits } });
    const slow = agentOfCommands(window, folder);
    rmSync(path.join(folder, 'moved'), { force: true });
    const { text, id, isError } = await slow.run(`echo $$ > moved; ${command}`);
    expect(text).toContain(reason);
    expect(isError).toBe(false);
    expect(await isRunning(await written('moved'))).toBe(true);
    expect((await slow.call('stop_command', { id })).text).toContain('stopped by stop_command');
    await window.dispose();
  });

  it('says which commands there are when an id is unknown', async () => {
    const { text, isError } = await agent.call('command_output', { id: 'c_00000000' });
    expect(text).toMatch(/^There is no command "c_00000000".* No command runs in the background\.$/);
    expect(isError).toBe(true);
    expect((await agent.call('stop_command', { id: 'x'.repeat(1000) })).text.length).toBeLessThan(300);
  });
});
