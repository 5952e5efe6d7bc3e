/** What a compaction keeps word for word: the fixed part, and a tail cut where it is legal (R47, R54). */
import { describe, expect, it } from 'vitest';
import {
  type Kept,
  keepTail,
  keptItems,
  mustKeep,
  removedRuns,
  type TailBudget,
} from '../../../src/core/compaction/keep.ts';
import type { Block } from '../../../src/core/message/message.ts';
import type { Thread } from '../../../src/core/thread/thread.ts';
import { legalCuts } from '../../../src/core/thread/turns.ts';
import { round, run, threadOf, typed } from '../tool-output/rounds.ts';

const answer = (text = 'Done.', ...more: readonly Block[]) => {
  return { type: 'message', origin: 'model', blocks: [...more, { type: 'text', text }] } as const;
};
const output = 'a line of output\n'.repeat(40);
const rounds = (count: number) => Array.from({ length: count }, () => round(run('ls', output)));
const tokens = ({ items }: Thread, ...at: readonly number[]) =>
  at.reduce((sum, i) => sum + (items.at(i)?.tokens ?? 0), 0);

describe('R54 mustKeep', () => {
  it.each<[string, Thread, Pick<Kept, 'newestTyped' | 'pending'>, readonly number[]]>([
    [
      'the newest typed message',
      threadOf(typed('a'), answer(), typed('b'), answer()),
      { newestTyped: 2, pending: 4 },
      [2],
    ],
    [
      'the round that the model has not read',
      threadOf(typed('a'), rounds(2)[0] ?? [], round(run('ls', output))),
      { newestTyped: 0, pending: 3 },
      [0, 3, 4],
    ],
    [
      'calls that nobody has answered',
      threadOf(typed('a'), answer(), round(run('ls', output)).slice(0, 1)),
      { newestTyped: 0, pending: 2 },
      [0, 2],
    ],
    [
      'whatever came last where nobody typed',
      threadOf(answer('one'), ...rounds(1), answer('two')),
      { newestTyped: -1, pending: 3 },
      [3],
    ],
    ['nothing of an empty thread', threadOf(), { newestTyped: -1, pending: 0 }, []],
  ])('is %s', (_, thread, kept, items) => {
    expect(mustKeep(thread.items)).toMatchObject({ ...kept, tail: kept.pending, tokens: tokens(thread, ...items) });
  });
});

describe('R47 keepTail', () => {
  const none: TailBudget = { budget: 0, turns: 0, turnBudget: 0 };
  const tail = ({ items }: Thread, wish: Partial<TailBudget>) => {
    const cuts = legalCuts(items);
    return keepTail(items, cuts, mustKeep(items, cuts), { ...none, ...wish });
  };
  const worked = threadOf(typed('a'), ...rounds(3), typed('b'), ...rounds(3), answer());

  it('grows to the budget to the token, round by round', () => {
    const last = tokens(worked, 14);
    const withRound = tokens(worked, 12, 13, 14);
    expect(tail(worked, { budget: last - 1 }).tail).toBe(15);
    expect(tail(worked, { budget: last }).tail).toBe(14);
    expect(tail(worked, { budget: withRound - 1 }).tail).toBe(14);
    expect(tail(worked, { budget: withRound })).toMatchObject({ tail: 12, tokens: tokens(worked, 7, 12, 13, 14) });
  });

  it('does not count the newest typed message twice', () => {
    const all = tokens(worked, 8, 9, 10, 11, 12, 13, 14);
    expect(tail(worked, { budget: all })).toMatchObject({ tail: 7, tokens: tokens(worked, 7) + all });
  });

  it('never begins inside a round', () => {
    for (let budget = 0; budget < 4_000; budget += 50)
      expect([0, 1, 3, 5, 7, 8, 10, 12, 14, 15]).toContain(tail(worked, { budget }).tail);
  });

  it('keeps whole turns beyond the budget, as many as are wished for and fit', () => {
    const turn = tokens(worked, 8, 9, 10, 11, 12, 13, 14);
    const both = turn + tokens(worked, 0, 1, 2, 3, 4, 5, 6);
    expect(tail(worked, { turns: 1, turnBudget: turn }).tail).toBe(7);
    expect(tail(worked, { turns: 1, turnBudget: turn - 1 }).tail).toBe(15);
    expect(tail(worked, { turns: 0, turnBudget: turn }).tail).toBe(15);
    expect(tail(worked, { turns: 1, turnBudget: both }).tail).toBe(7);
    expect(tail(worked, { turns: 2, turnBudget: both }).tail).toBe(0);
    expect(tail(worked, { turns: 2, turnBudget: both - 1 }).tail).toBe(7);
    expect(tail(worked, { turns: 9, turnBudget: both }).tail).toBe(0);
  });

  it('counts what is kept without its thinking', () => {
    const thinking = { type: 'thinking', text: 'a long thought '.repeat(50) } as const;
    const thoughtful = threadOf(
      typed('a'),
      answer('Done.', thinking),
      answer('Done.'),
      typed('b'),
      answer('Done.', thinking),
    );
    const bare = threadOf(typed('a'), answer('Done.'), answer('Done.'), typed('b'), answer('Done.'));
    expect(tail(thoughtful, { budget: tokens(bare, 2, 4) })).toMatchObject({ tail: 2, tokens: tokens(bare, 2, 3, 4) });
  });

  it('is the fixed part where there is no room at all', () => {
    expect(tail(worked, { budget: -100 })).toEqual(mustKeep(worked.items));
  });
});

describe('what is pinned', () => {
  const thread = threadOf(
    typed('a'),
    typed('b'),
    ...rounds(2),
    typed('c'),
    ...rounds(2),
    answer(),
    typed('d'),
    answer(),
  );
  const kept = (...pins: readonly number[]) =>
    mustKeep(thread.items, legalCuts(thread.items), new Set(pins.flatMap((at) => thread.messages.at(at)?.id ?? [])));
  const TYPED = 12;

  it.each<[string, readonly number[], readonly (readonly [number, number])[]]>([
    ['alone', [1], [[1, 2]]],
    ['with its whole round, be it the call', [2], [[2, 4]]],
    ['or the result', [3], [[2, 4]]],
    ['with its neighbour', [1, 3], [[1, 4]]],
    ['beside the newest typed message', [11], [[11, 13]]],
    ['also after the newest typed message', [13], [[12, 14]]],
  ])('is kept %s', (_, pins, islands) => {
    const typedToo = islands.some(([from, to]) => from <= TYPED && TYPED < to);
    const all = typedToo ? islands : [...islands, [TYPED, TYPED + 1] as const];
    const fixed = kept(...pins);
    expect(fixed.islands).toEqual(all.map(([from, to]) => ({ from, to })));
    const at = all.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
    expect(fixed.tokens).toBe(tokens(thread, ...at));
    expect(keptItems(thread.items, fixed)).toEqual(at.map((i) => thread.items.at(i)));
  });

  it('is not counted twice when the tail reaches it', () => {
    const cuts = legalCuts(thread.items);
    const wish = { budget: 1e6, turns: 0, turnBudget: 0 };
    expect(keepTail(thread.items, cuts, kept(1, 3, 7), wish)).toMatchObject({ tail: 0, tokens: thread.tokens });
  });

  it('parts what goes', () => {
    expect(removedRuns({ ...kept(1, 6), tail: 9 })).toEqual([
      { from: 0, to: 1 },
      { from: 2, to: 6 },
      { from: 7, to: 9 },
    ]);
  });
});

describe('removedRuns', () => {
  it.each<[string, Pick<Kept, 'newestTyped' | 'tail'>, readonly (readonly [number, number])[]]>([
    [
      'head and middle around the newest typed message',
      { newestTyped: 3, tail: 7 },
      [
        [0, 3],
        [4, 7],
      ],
    ],
    ['the head where the tail reaches that message', { newestTyped: 3, tail: 3 }, [[0, 3]]],
    ['the head where the tail begins right after it', { newestTyped: 3, tail: 4 }, [[0, 3]]],
    ['the head where the tail holds it', { newestTyped: 5, tail: 3 }, [[0, 3]]],
    ['the middle alone where it opens the thread', { newestTyped: 0, tail: 4 }, [[1, 4]]],
    ['all before the tail where nobody typed', { newestTyped: -1, tail: 4 }, [[0, 4]]],
    ['nothing where all is tail', { newestTyped: 2, tail: 0 }, []],
  ])('are %s', (_, kept, runs) => {
    const islands = kept.newestTyped < 0 ? [] : [{ from: kept.newestTyped, to: kept.newestTyped + 1 }];
    expect(removedRuns({ pending: 9, tokens: 0, islands, ...kept })).toEqual(runs.map(([from, to]) => ({ from, to })));
  });
});
