/** Commands and errors: how each ended last, and what is still open. */
import { describe, expect, it } from 'vitest';
import { commandsSection, errorsSection } from '../../../../src/core/compaction/extract/commands.ts';
import { call, calls, items, run, type Steps } from './steps.ts';

/** A command that a person did not allow, or the mode Plan. */
const denied = (command: string, type: 'denied' | 'plan' = 'denied'): Steps[number] => ({
  call: 'bash',
  input: { command },
  result: 'The person did not allow this call, so nothing was done.',
  failed: true,
  intervention: { type },
});

describe('commands', () => {
  const commands = (budget: number, ...steps: Steps) => items(commandsSection(calls(...steps), budget));

  it.each<[string, Steps, readonly string[]]>([
    ['each once, by its last run', [run('a1'), run('b1'), run(' a1 ')], ['- `b1`', '- `a1` 2×']],
    ['how it failed', [run('a1', 'exit code 3'), run('b1', 'boom', true)], ['- `a1`: exit 3', '- `b1`: failed']],
    ['no failure that passed', [run('a1', 'exit code 3'), run('a1', 'exit code 0')], ['- `a1` 2×']],
    ['no command of several lines', [run('a1\nb1'), run('c1')], ['- `c1`']],
    ['none that is too long', [run('x'.repeat(200)), run('y'.repeat(201))], [`- \`${'x'.repeat(200)}\``]],
    [
      'what was never run',
      [denied('a1'), denied('b1', 'plan')],
      ['- `a1`: not run, the person did not allow it', '- `b1`: not run, the person did not allow it'],
    ],
    ['no denial of what ran', [denied('a1'), run('a1', 'exit code 3'), denied('a1')], ['- `a1`: exit 3']],
    ['none of other tools', [call('read_file', { path: 'a' })], []],
  ])('tell %s', (_, steps, expected) => expect(commands(1_000, ...steps)).toEqual(expected));

  it('drop the older first, those that were repeated later', () => {
    const steps = [
      run('npm run again'),
      run('npm run again'),
      ...Array.from({ length: 9 }, (_, i) => run(`npm run step${i}`)),
    ];
    const all = commandsSection(calls(...steps), 1_000).tokens;
    const fewer = commands(all - 1, ...steps);
    expect(fewer).toHaveLength(9);
    expect(fewer[0]).toBe('- `npm run step0`');
  });
});

describe('errors', () => {
  const errors = (...steps: Steps) => items(errorsSection(calls(...steps), 1_000));
  const edit = (path: string, result: string, failed?: true) =>
    call('edit_file', { path, old_string: 'a' }, result, failed);

  it.each<[string, Steps, readonly string[]]>([
    ['what failed last', [run('npm test', 'TypeError: x\nexit code: 1')], ['- `npm test`: TypeError: x']],
    ['nothing that works now', [run('npm test', 'Error: x\nexit code: 1'), run('npm test')], []],
    ['nothing whose next try works', [run('npm test a', 'Error: x', true), run('cd /x && npm test a 2>&1 | tail')], []],
    [
      'what fails with another aim',
      [run('npm test a', 'Error: x', true), run('npm test b')],
      ['- `npm test a`: Error: x'],
    ],
    ['an edit that never worked', [edit('a.ts', 'Not found', true), edit('b.ts', 'ok')], ['- `a.ts`: Not found']],
    ['a call without a subject by its name', [call('mystery', {}, 'Error: odd', true)], ['- `mystery`: Error: odd']],
    [
      'the newest of one aim',
      [run('npm test', 'Error: x', true), run('npm test', 'Error: y', true)],
      ['- `npm test`: Error: y'],
    ],
    ['the last line where none tells more', [run('x1', 'one\ntwo\nexit code: 2\n\n', true)], ['- `x1`: two']],
    ['nothing of the frame', [run('x1', 'Exit code 1\nWall time: 3\nOutput:\nboom\n<end>', true)], ['- `x1`: boom']],
    ['nothing that was not allowed', [denied('npm test'), denied('ls', 'plan')], []],
    [
      'what failed before it was not allowed again',
      [run('npm test', 'Error: x', true), denied('npm test')],
      ['- `npm test`: Error: x'],
    ],
    ['an empty result as nothing', [run('x1', '', true)], ['- `x1`: ']],
  ])('tell %s', (_, steps, expected) => expect(errors(...steps)).toEqual(expected));
});
