/** Files that change while commands run are written to the log, each once, and as soon as the agent can see the command's state. */
import { describe, expect, it } from 'vitest';
import { ok } from '../../../../src/core/lang/result.ts';
import type { CommandState, Commands } from '../../../../src/core/workspace/commands/ports.ts';
import {
  type FileWatch,
  type WatchedFiles,
  watchCommands,
} from '../../../../src/core/workspace/restore/watch-commands.ts';
import { MemoryLog } from '../../../extension/workspace/node/restore/memory-log.ts';

const RUNNING: CommandState = { type: 'running', reason: 'asked', seconds: 1, binaryBytes: 0, droppedLength: 0 };
const ENDED: CommandState = {
  type: 'ended',
  by: { type: 'exit', code: 0 },
  cause: undefined,
  left: [],
  seconds: 1,
  binaryBytes: 0,
  droppedLength: 0,
};
const ORDER = {
  command: 'make',
  cwd: { given: '.', real: '/ws', inside: '' },
  isBackground: false,
  timeoutSeconds: undefined,
  env: {},
  wasAsked: false,
};
const NEVER = { aborted: false };

function setup() {
  let state: CommandState = ENDED;
  let changed: string[] = [];
  let [begun, ended] = [0, 0];
  const lines = async function* () {
    yield 'one\n';
    yield 'two\n';
  };
  const commands: Commands = {
    shell: 'bash',
    start: async () => ok({ id: 'c1', output: lines(), state: () => state }),
    read: async (id) => (id === 'c1' ? { text: lines(), state, firstLine: 1, lost: undefined } : undefined),
    stop: async (id) => (id === 'c1' ? state : undefined),
    running: () => [],
  };
  const watch: FileWatch = {
    begin: () => {
      begun++;
      return { take: async () => changed.splice(0), end: () => ended++ };
    },
  };
  const log = new MemoryLog();
  const running = new Map<string, WatchedFiles>();
  const reported: string[] = [];
  return {
    reported,
    commands,
    log,
    running,
    watched: watchCommands(commands, watch, running, log, (paths) => reported.push(...paths)),
    become: (now: CommandState, paths: readonly string[]) => {
      state = now;
      changed = [...paths];
    },
    counts: () => [begun, ended],
    noted: () =>
      log.thread.entries.flatMap((entry) => (entry.type === 'command_files' ? [entry.paths.length + entry.more] : [])),
  };
}

async function startAndRead(commands: Commands, order = ORDER): Promise<string> {
  const started = await commands.start(order, NEVER);
  let all = '';
  if (started.ok) for await (const chunk of started.value.output) all += chunk;
  return all;
}

describe('commands that are watched', () => {
  it('write what changed when they end, and nothing where nothing did', async () => {
    const { watched, become, noted, counts, running } = setup();
    become(ENDED, ['/ws/a', '/ws/b']);
    expect(await startAndRead(watched)).toBe('one\ntwo\n');
    expect(noted()).toEqual([2]);
    become(ENDED, []);
    await startAndRead(watched);
    expect([noted(), counts(), running.size]).toEqual([[2], [2, 2], 0]);
  });

  it('are watched on in the background, also from the next turn on, until they have ended', async () => {
    const { watched, become, noted, counts, commands, running, log } = setup();
    become(RUNNING, ['/ws/a']);
    await startAndRead(watched);
    expect([noted(), counts()]).toEqual([[1], [1, 0]]);
    const later = watchCommands(commands, { begin: () => expect.fail() }, running, log);
    become(RUNNING, ['/ws/b', '/ws/c']);
    await later.read('c1', undefined, NEVER);
    become(ENDED, ['/ws/d']);
    await later.stop('c1');
    await later.read('c1', undefined, NEVER);
    await later.read('unknown', undefined, NEVER);
    expect([noted(), counts()]).toEqual([
      [1, 2, 1],
      [1, 1],
    ]);
  });

  it('report what changed when a person was asked about them, and not what git or a watcher in the background writes', async () => {
    const { watched, become, reported } = setup();
    const changes = ['/ws/package.json', '/ws/.git/index', '/ws/.git/hooks/pre-commit', '/ws/.gitignore'];
    for (const order of [ORDER, { ...ORDER, wasAsked: true, isBackground: true }]) {
      become(ENDED, changes);
      await startAndRead(watched, order);
    }
    expect(reported).toEqual([]);
    become(ENDED, changes);
    await startAndRead(watched, { ...ORDER, wasAsked: true });
    expect(reported).toEqual(['/ws/package.json', '/ws/.git/hooks/pre-commit', '/ws/.gitignore']);
  });

  it('name 200 files and count the others', async () => {
    const { watched, become, log } = setup();
    become(
      ENDED,
      Array.from({ length: 10_000 }, (_, at) => `/ws/${at}`),
    );
    await startAndRead(watched);
    expect(log.thread.entries).toMatchObject([{ type: 'command_files', more: 9_800 }]);
  });

  it('end the watch where the command can’t be started, or its output is not read to the end', async () => {
    const { watched, become, counts, commands } = setup();
    become(ENDED, []);
    const started = await watched.start(ORDER, NEVER);
    if (started.ok) for await (const _ of started.value.output) break;
    Object.assign(commands, { start: async () => ({ ok: false, error: { type: 'no-shell' } }) });
    expect((await watched.start(ORDER, NEVER)).ok).toBe(false);
    expect(counts()).toEqual([2, 2]);
  });
});
