/** What stands in a context several times is shown once: reads by line range, and results that are the same. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planDeduplication } from '../../../../src/core/compaction/outputs/deduplicate.ts';
import { replay } from '../../../../src/core/thread/thread.ts';
import { deepFreeze } from '../../arbitrary/deep-freeze.ts';
import { perform, someOperations } from '../../arbitrary/operations.ts';
import { type Call, expectEdited, read, round, run, shown, threadOf, typed } from '../../tool-output/rounds.ts';
import { PICTURE, RUNS } from '../../tool-output/samples.ts';

/** `count` numbered lines; another `version` has other text. */
const lines = (count: number, version = 1, first = 1) =>
  Array.from({ length: count }, (_, i) => `${first + i}\tconst value${first + i} = ${version};`).join('\n');

const edit = (path: string): Call => ({ name: 'edit_file', input: { path, old: 'a', new: 'b' }, result: 'ok' });

/** The first result of a thread of one round for each call, after superseding. */
function firstOf(...calls: readonly Call[]): string | undefined {
  const thread = threadOf(typed('go'), ...calls.map((call) => round(call)));
  return shown(expectEdited(thread, planDeduplication(thread)), 3)[0];
}

const again = (what: string) => `[read again later: read_file ${what}; this one: ref=e3.0]`;

describe('R21 superseded reads', () => {
  it.each<[string, Call, Call, string]>([
    ['the whole file again', read('a.ts', lines(60)), read('a.ts', lines(60, 2)), 'a.ts'],
    ['the whole file, now shorter', read('a.ts', lines(60)), read('a.ts', lines(20, 2)), 'a.ts'],
    [
      'a range within a wider one',
      read('a.ts', lines(40, 1, 11), { offset: 11, limit: 40 }),
      read('a.ts', lines(60, 2), { offset: 1, limit: 60 }),
      'a.ts lines 1-60',
    ],
    [
      'a range that begins where the wider one does',
      read('a.ts', lines(30), { offset: 1, limit: 30 }),
      read('a.ts', lines(60, 2), { offset: 1, limit: 60 }),
      'a.ts lines 1-60',
    ],
    [
      'a range that ends where the wider one does',
      read('a.ts', lines(30, 1, 31), { offset: 31, limit: 30 }),
      read('a.ts', lines(60, 2), { offset: 1, limit: 60 }),
      'a.ts lines 1-60',
    ],
    [
      'a range within the whole file',
      read('a.ts', lines(40, 1, 11), { offset: 11, limit: 40 }),
      read('a.ts', lines(60, 2)),
      'a.ts',
    ],
    [
      'another way to write the path',
      read('./a.ts', lines(60), { start_line: 1, end_line: 60 }),
      read('a.ts', lines(60, 2), { start_line: 1, end_line: 60 }),
      'a.ts lines 1-60',
    ],
  ])('%s', (_, older, later, named) => {
    expect(firstOf(older, later)).toBe(again(named));
    expect(firstOf(older, edit('a.ts'), later)).toBe(again(`${named}, changed since`));
    expect(firstOf(older, edit('b.ts'), later)).toBe(again(named));
    expect(firstOf(older, later, edit('a.ts'))).toBe(again(named));
  });

  it.each<[string, Call, Call]>([
    [
      'a range that reaches one line further',
      read('a.ts', lines(31, 1, 31), { offset: 31, limit: 31 }),
      read('a.ts', lines(60, 2)),
    ],
    [
      'a page of a tool with its own way to page, before lines of the file',
      read('a.ts', lines(60, 1, 61), { page: 2 }),
      read('a.ts', lines(100, 2), { offset: 1, limit: 100 }),
    ],
    ['another file', read('a.ts', lines(60)), read('b.ts', lines(60, 2))],
    [
      'a range that only overlaps',
      read('a.ts', lines(60, 1), { offset: 1, limit: 60 }),
      read('a.ts', lines(60, 2, 30), { offset: 30, limit: 60 }),
    ],
    ['a wider range before a narrower', read('a.ts', lines(60)), read('a.ts', lines(10, 2), { offset: 1, limit: 10 })],
    [
      'lines beyond the end of what the later one shows',
      read('a.ts', lines(60, 1, 3000), { offset: 3000, limit: 60 }),
      read('a.ts', lines(2000, 2)),
    ],
    [
      'a page of a tool with its own way to page',
      read('a.ts', lines(60, 1, 61), { page: 2 }),
      read('a.ts', lines(60, 2), { page: 1 }),
    ],
    [
      'a later read that failed',
      read('a.ts', lines(60)),
      read('a.ts', { content: [{ type: 'text', text: 'no such file' }], isError: true }),
    ],
    [
      'a later read that was cut on entry',
      read('a.ts', lines(60)),
      read('a.ts', {
        content: [{ type: 'text', text: `${lines(30, 2)}\n[truncated]` }],
        outputRef: { id: 'o_0123456789abcdef' },
      }),
    ],
    [
      'a result with a picture',
      read('a.png', { content: [{ type: 'text', text: lines(60) }, PICTURE] }),
      read('a.png', lines(60, 2)),
    ],
    ['too little to be worth it', read('a.ts', 'a\nb'), read('a.ts', 'a\nc')],
  ])('not: %s', (_, older, later) => {
    const before = threadOf(typed('go'), round(older), round(later));
    expect(firstOf(older, later)).toBe(shown(before, 3)[0]);
  });

  it('says that the file was changed when any edit of it stands between', () => {
    const calls = [edit('a.ts'), read('a.ts', lines(60)), edit('a.ts'), read('a.ts', lines(60, 2)), edit('a.ts')];
    const thread = threadOf(typed('go'), ...calls.map((call) => round(call)));
    expect(shown(expectEdited(thread, planDeduplication(thread)), 5)).toEqual([
      '[read again later: read_file a.ts, changed since; this one: ref=e5.0]',
    ]);
  });

  it('case 11: of 66 reads of one file the last stays, and each stub names it and its own ref', () => {
    const thread = threadOf(typed('go'), ...Array.from({ length: 66 }, (_, i) => round(read('big.ts', lines(300, i)))));
    const after = expectEdited(thread, planDeduplication(thread));
    for (let i = 0; i < 65; i++)
      expect(shown(after, 3 + 2 * i)).toEqual([`[read again later: read_file big.ts; this one: ref=e${3 + 2 * i}.0]`]);
    expect(shown(after, 133)).toEqual([lines(300, 65)]);
    expect(planDeduplication(after)).toEqual([]);
  });
});

describe('R21 identical results', () => {
  const log = 'the same failure, line by line\n'.repeat(30);

  it('the last one stays, the others name it', () => {
    expect(firstOf(run('npm test', log), run('node --test', log))).toBe(
      '[same as the later result of bash node --test; this one: ref=e3.0]',
    );
  });

  it('names what it can of the later one: its tool alone, or that it answers no call', () => {
    expect(firstOf(run('a', log), { name: 'mystery', input: {}, result: log })).toBe(
      '[same as the later result of mystery; this one: ref=e3.0]',
    );
    const stray = {
      type: 'message',
      origin: 'tools',
      blocks: [{ type: 'tool_result', toolUseId: 'stray', content: [{ type: 'text', text: log }] }],
    } as const;
    const thread = threadOf(typed('go'), round(run('a', log)), [stray], round(run('c', '')));
    expect(planDeduplication(thread).map(({ replacement }) => JSON.stringify(replacement))).toEqual([
      expect.stringContaining('[same as the later result of a call; this one: ref=e3.0]'),
    ]);
  });

  it('leaves an edit that says when the file was read, and one of a failed edit is none', () => {
    const failed: Call = { ...edit('a.ts'), result: { content: [{ type: 'text', text: 'no' }], isError: true } };
    expect(firstOf(read('a.ts', lines(60)), failed, read('a.ts', lines(60, 2)))).toBe(again('a.ts'));
  });

  it('says how the stub came to be, and saves at least 40 tokens', () => {
    const [stub] = planDeduplication(
      threadOf(typed('go'), round(run('a', log)), round(run('b', log)), round(run('c', ''))),
    );
    expect(stub).toMatchObject({ type: 'blocks', span: { entry: 3, from: 0, to: 0 }, fate: 'trimmed' });
    const of = (words: number) => {
      const text = 'word '.repeat(words);
      const thread = threadOf(typed('go'), round(run('a', text)), round(run('b', text)), round(run('c', '')));
      const edits = planDeduplication(thread);
      return edits.length === 0 ? undefined : thread.tokens - expectEdited(thread, edits).tokens;
    };
    const saved = Array.from({ length: 120 }, (_, words) => of(words)).filter((one) => one !== undefined);
    expect(Math.min(...saved)).toBeGreaterThanOrEqual(40);
    expect(Math.min(...saved)).toBeLessThan(43);
  });

  it.each<[string, Call, Call]>([
    ['one byte more', run('a', log), run('b', `${log}.`)],
    ['one failed', run('a', log), run('b', { content: [{ type: 'text', text: log }], isError: true })],
    ['pictures', run('a', { content: [PICTURE] }), run('b', { content: [PICTURE] })],
  ])('not: %s', (_, older, later) => {
    const before = threadOf(typed('go'), round(older), round(later));
    expect(planDeduplication(before)).toEqual([]);
  });

  it('case 21: two empty results are not merged, and parallel ones of the newest round neither', () => {
    expect(planDeduplication(threadOf(typed('go'), round(run('a', ''), run('b', '')), round(run('c', ''))))).toEqual(
      [],
    );
    expect(planDeduplication(threadOf(typed('go'), round(run('a', log), run('b', log))))).toEqual([]);
  });

  it('on any thread: valid, smaller, undone exactly, at rest', () => {
    fc.assert(
      fc.property(someOperations, (operations) => {
        const thread = replay(deepFreeze(operations.reduce(perform, replay([])).entries));
        expect(planDeduplication(expectEdited(thread, planDeduplication(thread)))).toEqual([]);
      }),
      RUNS,
    );
  });
});
