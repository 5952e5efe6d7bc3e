/** Which files a thread read and changed, by its calls and its commands. */
import { describe, expect, it } from 'vitest';
import { filesSection, touched } from '../../../../src/core/compaction/extract/files.ts';
import { call, calls, items, run, type Steps } from './steps.ts';

describe('files', () => {
  const files = (budget: number, ...steps: Steps) => items(filesSection(calls(...steps), budget));
  const read = (path: string, from?: number, to?: number) =>
    call('read_file', { path, ...(from && { start_line: from }), ...(to && { end_line: to }) });
  const edit = (path: string) => call('edit_file', { path, old_string: 'a', new_string: 'b' });

  it.each<[string, Steps, readonly string[]]>([
    [
      'ranges in order, merged where they touch',
      [read('a', 30, 39), read('a', 1, 9), read('a', 10, 19), read('a', 5, 12)],
      ['- a: read 1–19, 30–39'],
    ],
    ['ranges with a line between apart', [read('a', 1, 9), read('a', 11, 19)], ['- a: read 1–9, 11–19']],
    ['an open end', [read('a', 30), read('a', 1, 9), read('a', 40, 50)], ['- a: read 1–9, 30–']],
    ['no ranges where it was read whole', [read('a', 1, 9), read('a')], ['- a: read']],
    [
      'six ranges',
      Array.from({ length: 6 }, (_, i) => read('a', 10 * i + 1, 10 * i + 2)),
      ['- a: read 1–2, 11–12, 21–22, 31–32, 41–42, 51–52'],
    ],
    ['no more than six', Array.from({ length: 7 }, (_, i) => read('a', 10 * i + 1, 10 * i + 2)), ['- a: read']],
    [
      'how often it was changed',
      [edit('a'), read('a', 1, 2), edit('a'), edit('b')],
      ['- a: changed 2×, read 1–2', '- b: changed'],
    ],
    ['no failed call', [call('read_file', { path: 'a' }, 'no', true), edit('b')], ['- b: changed']],
    ['no path that was cut', [read(`${'a/'.repeat(121)}b`), read('b')], ['- b: read']],
  ])('tells %s', (_, steps, expected) => expect(files(1_000, ...steps)).toEqual(expected));

  it('drops what was only read before what was changed, the older first', () => {
    const steps = [edit('old/changed.ts'), read('old/read.ts'), edit('new/changed.ts'), read('new/read.ts')];
    const all = filesSection(calls(...steps), 1_000).tokens;
    expect(files(all, ...steps)).toHaveLength(4);
    expect(files(all - 1, ...steps)).toEqual([
      '- old/changed.ts: changed',
      '- new/changed.ts: changed',
      '- new/read.ts: read',
    ]);
    expect(files(all - 12, ...steps)).toEqual(['- old/changed.ts: changed', '- new/changed.ts: changed']);
    expect(files(18, ...steps)).toEqual(['- new/changed.ts: changed']);
  });

  it.each<[string, readonly object[]]>([
    ["sed -n '3,9p' a.py", [{ path: 'a.py', kind: 'read', range: { from: 3, to: 9 } }]],
    ['sed -n 3,9p "b c.py"', [{ path: 'b', kind: 'read', range: { from: 3, to: 9 } }]],
    ["sed -i 's/a/b/' a.py", []],
    ['cat a.ts | wc', [{ path: 'a.ts', kind: 'read' }]],
    [
      'cd x && head -n 20 a.ts; tail -5 b.ts',
      [
        { path: 'a.ts', kind: 'read' },
        { path: 'b.ts', kind: 'read' },
      ],
    ],
    ['nl a.ts', [{ path: 'a.ts', kind: 'read' }]],
    ['concat a.ts', []],
    ['cat > a.ts <<EOF', [{ path: 'a.ts', kind: 'edit' }]],
    ['echo x >> "a.log"', [{ path: 'a.log', kind: 'edit' }]],
    ['npm test 2> err.txt', []],
    ['npm test &> all.txt', []],
    ['npm test > out', []],
    ['ls', []],
  ])('of `%s`', (command, expected) => expect(calls(run(command)).flatMap(touched)).toEqual(expected));

  it('of a tool that is neither read, edit nor command are none', () => {
    expect(calls(call('grep', { path: 'a.ts', pattern: 'x' })).flatMap(touched)).toEqual([]);
    expect(
      calls(call('apply_patch', '*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n+x')).flatMap(touched),
    ).toEqual([
      { path: 'a.ts', kind: 'edit' },
      { path: 'b.ts', kind: 'edit' },
    ]);
  });
});
