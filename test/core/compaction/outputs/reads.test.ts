/** Which lines of which file a result shows, and whether a later read shows them again (R21). */
import { describe, expect, it } from 'vitest';
import { findOutputs } from '../../../../src/core/compaction/outputs/find-outputs.ts';
import { covers, normalPath, readOf } from '../../../../src/core/compaction/outputs/reads.ts';
import type { Json } from '../../../../src/core/lang/json.ts';
import { type Call, read, round, run, threadOf, typed } from '../../tool-output/rounds.ts';
import { PICTURE } from '../../tool-output/samples.ts';

const lines = (count: number) => 'x\n'.repeat(count);
const outputRef = { id: 'o_0123456789abcdef' };
const cut = (count: number) => ({ content: [{ type: 'text', text: lines(count) }], outputRef }) as const;

function found(call: Call) {
  const [output] = findOutputs(threadOf(typed('go'), round(call)));
  return output && readOf(output, 0);
}

function readIn(call: Call) {
  const one = found(call);
  if (!one) throw new Error('no read');
  return one;
}

describe('readOf', () => {
  it.each<[string, Call, object]>([
    ['a whole file', read('./a.ts', lines(60)), { path: 'a.ts', from: 1, to: 60, range: undefined }],
    ['lines of it', read('a.ts', lines(20), { offset: 11, limit: 40 }), { from: 11, to: 30 }],
    [
      'no more lines than it asked for',
      read('a.ts', lines(60), { start_line: 11, end_line: 20 }),
      { from: 11, to: 20 },
    ],
    ['a view that was cut, but for its last line and its note', read('a.ts', cut(60)), { from: 1, to: 58 }],
    ['a view of next to nothing', read('a.ts', cut(1)), { from: 1, to: 0 }],
    [
      'texts of several blocks',
      read('a.ts', {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      }),
      { to: 2 },
    ],
  ])('is %s', (_, call, expected) => {
    const one = readIn(call);
    expect({ ...one, to: one.to() }).toMatchObject(expected);
  });

  it.each<[string, Call]>([
    ['a command', run('cat a.ts', lines(60))],
    ['a call without a path', { name: 'read_file', input: {}, result: lines(60) }],
    ['a failed call', read('a.ts', { content: [{ type: 'text', text: 'no' }], isError: true })],
    ['a picture', read('a.png', { content: [PICTURE] })],
  ])('is nothing of %s', (_, call) => expect(found(call)).toBeUndefined());

  it('is nothing of a result without a call', () => {
    const [, results] = round(read('a.ts', lines(60)));
    const [output] = results ? findOutputs(threadOf(typed('go'), [results])) : [];
    expect(output && readOf(output, 0)).toBeUndefined();
  });
});

describe('covers', () => {
  const range = (from: number, to: number) => ({ start_line: from, end_line: to });
  it.each<[string, Call, Call, boolean]>([
    ['the same lines', read('a', lines(20), range(1, 20)), read('a', lines(20), range(1, 20)), true],
    ['lines within', read('a', lines(10), range(5, 14)), read('a', lines(20), range(1, 20)), true],
    ['a line before', read('a', lines(10), range(1, 10)), read('a', lines(20), range(2, 21)), false],
    ['a line after', read('a', lines(20), range(2, 21)), read('a', lines(20), range(1, 20)), false],
    [
      'the same request of a file that is shorter now',
      read('a', lines(20), range(1, 20)),
      read('a', lines(5), range(1, 20)),
      true,
    ],
    ['the same request whose view was cut', read('a', lines(20), range(1, 20)), read('a', cut(7), range(1, 20)), false],
    [
      'another request of a file that is shorter now',
      read('a', lines(20), range(1, 20)),
      read('a', lines(5), range(1, 30)),
      false,
    ],
    [
      'a request with a way of its own, asked again',
      read('a', lines(9), { page: 2 }),
      read('a', lines(9), { page: 2 }),
      true,
    ],
    [
      'one with a way of its own, asked otherwise',
      read('a', lines(9), { page: 2 }),
      read('a', lines(9), { page: 3 }),
      false,
    ],
    ['one with a way of its own, before the whole', read('a', lines(9), { page: 2 }), read('a', lines(99)), false],
    ['the whole, before one with a way of its own', read('a', lines(9)), read('a', lines(99), { page: 2 }), false],
    [
      'lines, before one with a way of its own',
      read('a', lines(9), range(1, 9)),
      read('a', lines(99), { page: 2 }),
      false,
    ],
    ['lines, before the whole', read('a', lines(9), range(1, 9)), read('a', lines(99)), true],
    ['lines beyond its end, before the whole', read('a', lines(9), range(95, 103)), read('a', lines(99)), false],
  ])('%s', (_, older, later, expected) => expect(covers(readIn(later), readIn(older))).toBe(expected));

  it.each<[Json, Json, boolean]>([
    ['a.ts', 'a.ts', true],
    ['a.ts', { path: 'a.ts' }, false],
    [{ path: 'a.ts' }, 'a.ts', false],
    [['a.ts'], ['a.ts'], true],
    [['a.ts'], ['b.ts'], false],
    [null, { path: 'a.ts' }, false],
    [{ path: 'a.ts' }, null, false],
    [{ path: 'a.ts', deep: { a: [1] } }, { path: 'a.ts', deep: { a: [1] } }, true],
    [{ path: 'a.ts', deep: { a: [1] } }, { path: 'a.ts', deep: { a: [2] } }, false],
  ])('a request of %j after one of %j: %s', (later, older, expected) => {
    const one = readIn(read('a.ts', lines(9)));
    expect(covers({ ...one, input: later }, { ...one, input: older })).toBe(expected);
  });
});

describe('normalPath', () => {
  it.each([
    ['a/b.ts', 'a/b.ts'],
    ['./a/./b.ts', 'a/./b.ts'],
    ['././a.ts', 'a.ts'],
    ['.\\a\\b.ts', 'a/b.ts'],
    ['../a.ts', '../a.ts'],
  ])('%s is %s', (path, normal) => expect(normalPath(path)).toBe(normal));
});
