/** `npm test`: which parts its arguments ask for, which parts a change affects, and the table of the slowest files. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { affectedParts, optionsOf } from '../../scripts/test/options.mjs';
import { failedTests, slowestTable } from '../../scripts/test/results.mjs';

const PASSED = { fullName: 'works', status: 'passed' };
const PARTS = ['check', 'unit', 'in-host', 'e2e'];

describe('the arguments of npm test', () => {
  it.each([
    [[], [], undefined],
    [['unit', 'e2e'], ['unit', 'e2e'], undefined],
    [['--changed'], [], 'HEAD'],
    [['--changed', 'main'], [], 'main'],
    [['--changed', 'unit'], ['unit'], 'HEAD'],
    [['unit', '--changed', 'v1'], ['unit'], 'v1'],
  ])('%j', (args, named, since) => {
    expect(optionsOf(args, PARTS)).toEqual({ named, since });
  });

  it.each([[['units']], [['unit', 'main']], [['--change']], [['--changed', '--watch']]])('refuses %j', (args) => {
    expect(() => optionsOf(args, PARTS)).toThrow(/There is no part/);
  });
});

describe('a change', () => {
  it.each([
    ['src/extension/extension.ts', PARTS],
    ['src/webview/main.ts', PARTS],
    ['scripts/lib/serve.mjs', PARTS],
    ['test/e2e/chat.test.ts', PARTS],
    ['test/harness/panel.mjs', PARTS],
    ['package.json', PARTS],
    ['src/core/thread/thread.ts', ['check', 'unit']],
    ['test/extension/restore.test.ts', ['check', 'unit']],
    ['docs/compaction.md', ['check', 'unit']],
  ])('of %s affects its parts', (file, parts) => {
    expect(affectedParts(PARTS, [file])).toEqual(parts);
  });

  it('affects no part that was not asked for', () => {
    expect(affectedParts(['unit'], ['src/extension/extension.ts'])).toEqual(['unit']);
  });
});

it('the slowest files come first, with all of them in the sum', () => {
  const file = (name: string, seconds: number) => ({
    name: path.resolve('test', name),
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
    assertionResults: [PASSED, PASSED],
  });
  expect(slowestTable([file('a.test.ts', 1), file('b.test.ts', 2.5)])).toBe(
    [
      '       s  tests  file',
      '     2.5      2  test/b.test.ts',
      '     1.0      2  test/a.test.ts',
      '     3.5         all 2 files',
    ].join('\n'),
  );
});

it('the failed tests are named with the first line of their errors, and so is a file that was not loaded', () => {
  const times = { startTime: 0, endTime: 1 };
  const results = [
    {
      name: path.resolve('test/a.test.ts'),
      status: 'failed',
      ...times,
      assertionResults: [
        { fullName: 'adds', status: 'passed' },
        { fullName: 'takes away', status: 'failed', failureMessages: ['AssertionError: expected 1\n    at a.ts:3'] },
      ],
    },
    {
      name: path.resolve('test/b.test.ts'),
      status: 'failed',
      message: 'No such module',
      ...times,
      assertionResults: [],
    },
    { name: path.resolve('test/c.test.ts'), status: 'passed', ...times, assertionResults: [] },
  ];
  expect(failedTests(results)).toEqual([
    'test/a.test.ts > takes away: AssertionError: expected 1',
    'test/b.test.ts: No such module',
  ]);
});
