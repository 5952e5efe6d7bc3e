/** Tool calls and how each ended, as the tool told it. */
import { describe, expect, it } from 'vitest';
import { callsOf } from '../../../../src/core/compaction/extract/calls.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import { entriesOf } from '../extract-thread.ts';

type Steps = Parameters<typeof entriesOf>[0];
const call = (name: string, input: Json, result = 'ok', failed?: true): Steps[number] => {
  return { call: name, input, result, ...(failed && { failed }) };
};
const run = (command: string, result = 'ok', failed?: true) => call('bash', { command }, result, failed);
const calls = (...steps: Steps) => callsOf(entriesOf(steps));

describe('callsOf', () => {
  it.each<[string, string, true | undefined, object]>([
    ['no code', 'all well', undefined, { failed: false, text: 'all well' }],
    ['an error mark', 'boom', true, { failed: true, text: 'boom' }],
    ['a code of zero', 'ok\nexit code: 0', undefined, { failed: false, exitCode: 0, text: 'ok\nexit code: 0' }],
    ['exited with code', 'Process exited with code 3', undefined, { failed: true, exitCode: 3 }],
    ['exit status', 'exit status 2', undefined, { failed: true, exitCode: 2 }],
    ['exit_code', '{"exit_code": 7}', undefined, { failed: true, exitCode: 7 }],
    ['exit_code=', 'exit_code=7', undefined, { failed: true, exitCode: 7 }],
    ['returncode', '<returncode>1</returncode>', undefined, { failed: true, exitCode: 1 }],
    ['a negative code', 'exit code -9', undefined, { failed: true, exitCode: -9 }],
    ['a code at the head', `exit code 4\n${'x'.repeat(2_000)}`, undefined, { failed: true, exitCode: 4 }],
    ['a code at the foot', `${'x'.repeat(2_000)}\nexit code 4`, undefined, { failed: true, exitCode: 4 }],
    ['a code in the middle', `${'x'.repeat(900)}\nexit code 4\n${'x'.repeat(900)}`, undefined, { failed: false }],
  ])('reads %s', (_, text, failed, outcome) => {
    const [found] = calls(run('x', text, failed));
    expect(found?.result).toMatchObject(outcome);
    if (!('exitCode' in outcome)) expect(found?.result).not.toHaveProperty('exitCode');
  });

  it('has each call of the model with its place, its command and its result, if there is one', () => {
    const entries = entriesOf([{ typed: 'go' }, run('ls', 'a'), call('read_file', { path: 'a.ts' })]);
    expect(
      callsOf(entries).map(({ at, request: { name, command }, result: outcome }) => [at, name, command, outcome?.text]),
    ).toEqual([
      [1, 'bash', 'ls', 'a'],
      [3, 'read_file', '', 'ok'],
    ]);
    expect(callsOf(entries.slice(0, 2))[0]?.result).toBeUndefined();
    const [first] = entries;
    const use: Block = { type: 'tool_use', id: 'z', name: 'bash', input: {} };
    expect(callsOf(first ? [{ ...first, blocks: [use] }] : [])).toEqual([]);
  });
});
