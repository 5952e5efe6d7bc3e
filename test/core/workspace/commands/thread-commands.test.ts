/** A thread reads, stops and is told of its own commands only. */
import { expect, test } from 'vitest';
import { ok } from '../../../../src/core/lang/result.ts';
import type { Commands, StartedCommand } from '../../../../src/core/workspace/commands/ports.ts';
import { threadCommands } from '../../../../src/core/workspace/commands/thread-commands.ts';

const NEVER = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} };
const STATE = { type: 'running', reason: 'asked', seconds: 1, binaryBytes: 0, droppedLength: 0 } as const;

test('of a window', async () => {
  let count = 0;
  const started = (): StartedCommand => ({ id: `c_${++count}`, output: (async function* () {})(), state: () => STATE });
  const commands: Commands = {
    shell: 'bash',
    start: async () => ok(started()),
    read: async () => ({ text: (async function* () {})(), state: STATE, firstLine: 1, lost: undefined }),
    stop: async () => STATE,
    running: () => ['c_1', 'c_2'],
  };
  const owners = new Map<string, string>();
  const [one, two] = [threadCommands(commands, 'one', owners), threadCommands(commands, 'two', owners)];
  const order = {
    command: 'sleep 9',
    cwd: { given: '.', real: '/ws', inside: '' },
    isBackground: true,
    timeoutSeconds: undefined,
    wasAsked: false,
    env: {},
  };
  await one.start(order, NEVER);
  await two.start(order, NEVER);
  expect([one.running(), two.running()]).toEqual([['c_1'], ['c_2']]);
  expect(await one.read('c_1', 1, NEVER)).toBeDefined();
  expect([await one.read('c_2', 1, NEVER), await one.stop('c_2'), await two.stop('c_1')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(await two.stop('c_2')).toBe(STATE);
  // A thread that is opened again has its commands again.
  expect(threadCommands(commands, 'one', owners).running()).toEqual(['c_1']);
});
