/** The map of reclaimable ranges, range by range (R16). */
import { describe, expect, it } from 'vitest';
import { describeMap, reclaimableRanges } from '../../../../src/core/compaction/replace/reclaimable-ranges.ts';
import type { Block } from '../../../../src/core/message/message.ts';
import type { Thread } from '../../../../src/core/thread/thread.ts';
import { type Call, round, run, threadOf, typed } from '../../tool-output/rounds.ts';

const LARGE = 'a line of output that says something\n'.repeat(300);
const check = (id: string): Block => ({ type: 'checkpoint', id });

function asked(id: string, text = 'go on') {
  const draft = typed(text);
  return { ...draft, blocks: [...draft.blocks, check(id)] };
}

/** A round whose results end with a checkpoint. */
function rounds(id: string, ...calls: readonly Call[]) {
  const [first, results] = round(...calls);
  if (!first || !results) throw new Error('no round');
  return [first, { ...results, blocks: [...results.blocks, check(id)] }];
}

const large = (id: string) => rounds(id, run(id, LARGE));
const small = (id: string) => rounds(id, run(id, 'ok'));
const names = (thread: Thread) =>
  reclaimableRanges(thread).map(({ from, to, toolResults }) => [from ?? '', to, toolResults]);

describe('R16 reclaimableRanges', () => {
  it.each<[string, Thread, readonly (readonly [string, string, number])[]]>([
    [
      'each large stretch between checkpoints, but for the newest message and the last round',
      threadOf(asked('a'), large('b'), large('c'), asked('d'), large('e'), large('f'), large('g')),
      [
        ['', 'b', 1],
        ['b', 'c', 1],
        ['d', 'e', 1],
        ['e', 'f', 1],
      ],
    ],
    [
      'small stretches joined to the next',
      threadOf(asked('a'), small('b'), large('c'), small('d'), small('e'), large('f'), asked('g')),
      [
        ['', 'c', 2],
        ['c', 'f', 3],
      ],
    ],
    [
      'C8 not what is left before the newest message where it is small',
      threadOf(asked('a'), large('b'), small('c'), asked('d')),
      [['', 'b', 1]],
    ],
    ['nothing before the first message', threadOf(asked('a')), []],
    ['nothing after it that is small', threadOf(asked('a'), small('b'), small('c')), []],
    ['nothing of the last round', threadOf(asked('a'), large('b')), []],
    [
      'nothing that ends without a checkpoint',
      threadOf(asked('a'), round(run('x', LARGE)), large('b'), round(run('y', LARGE)), asked('c')),
      [['', 'b', 2]],
    ],
    [
      'nothing after a newest message without a checkpoint',
      threadOf(asked('a'), large('b'), typed('on'), large('c'), large('d')),
      [['', 'b', 1]],
    ],
    [
      'a round with parallel calls as a whole',
      threadOf(asked('a'), rounds('b', run('x', LARGE), run('y', LARGE)), asked('c')),
      [['', 'b', 2]],
    ],
  ])('names %s', (_, thread, expected) => expect(names(thread)).toEqual(expected));

  it('does not end a range inside a round that is answered in two messages', () => {
    const [calls, results] = round(run('x', LARGE), run('y', LARGE));
    if (!calls || !results) throw new Error('no round');
    const [one, other] = results.blocks.map((block, i) => ({ ...results, blocks: [block, check(`b${i}`)] }));
    if (!one || !other) throw new Error('no results');
    expect(names(threadOf(asked('a'), [calls, one, other], asked('c')))).toEqual([['', 'b1', 2]]);
  });

  it('holds nothing pinned, and goes on after the next checkpoint', () => {
    const thread = threadOf(asked('a'), large('b'), large('c'), large('d'), large('e'), asked('f'));
    const pinned = (...at: readonly number[]) =>
      names({ ...thread, pins: new Set(at.flatMap((i) => thread.messages.at(i)?.id ?? [])) });
    expect(pinned(4)).toEqual([
      ['', 'b', 1],
      ['c', 'd', 1],
      ['d', 'e', 1],
    ]);
    expect(pinned(0, 8)).toEqual([
      ['a', 'b', 1],
      ['b', 'c', 1],
      ['c', 'd', 1],
    ]);
  });

  it('counts the tokens of what it covers, from 2,000 on', () => {
    const thread = threadOf(asked('a'), large('b'), asked('c'), large('d'), large('e'));
    const [first, second] = reclaimableRanges(thread);
    const sum = (from: number, to: number) => thread.items.slice(from, to).reduce((n, item) => n + item.tokens, 0);
    expect([first?.tokens, second?.tokens]).toEqual([sum(0, 3), sum(4, 6)]);
    const of = (tokens: number) => {
      const bare = threadOf(asked('a'), asked('b', ''), rounds('c', run('x', '')), small('d')).items;
      const items = bare.map((item, at) => ({ ...item, tokens: at === 3 ? tokens : 0 }));
      return reclaimableRanges({ items, pins: thread.pins }).map(({ to }) => to);
    };
    expect([of(1_999), of(2_000)]).toEqual([[], ['c']]);
  });
});

describe('R16 describeMap', () => {
  it('is empty without ranges', () => expect(describeMap([])).toBe(''));

  it('has a line for each range', () => {
    expect(
      describeMap([
        { to: 'aaaaaa', tokens: 2_049, toolResults: 1 },
        { from: 'aaaaaa', to: 'bbbbbb', tokens: 12_951, toolResults: 7 },
      ]),
    ).toBe(
      [
        'Your context fills. With the compact tool you can replace:',
        '- from the start to aaaaaa: about 2k tokens, 1 tool results',
        '- from aaaaaa to bbbbbb: about 13k tokens, 7 tool results',
      ].join('\n'),
    );
  });
});
