/** The verbatim part: which lines are worth more than others, which are left out, and how the chosen ones are set. */
import { describe, expect, it } from 'vitest';
import { keptText } from '../../../../src/core/compaction/extract/kept-text.ts';
import type { PlainTail } from '../../../../src/core/compaction/extract/kind-floors.ts';
import { type LineKind, passageOf } from '../../../../src/core/compaction/extract/lines.ts';
import { isFromModel, ownText } from '../../../../src/core/compaction/extract/model-text.ts';
import type { PassageSource } from '../../../../src/core/compaction/extract/passage-sources.ts';
import { choosePassages } from '../../../../src/core/compaction/extract/passages.ts';
import { type ScoredLine, scoreLines } from '../../../../src/core/compaction/extract/score.ts';
import type { CallKind } from '../../../../src/core/thread/tool-kind.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';

const NONE: ReadonlySet<string> = new Set();
const NO_KEPT = keptText([]);
const keptOf = (kind: LineKind, text: string) => {
  const passage = passageOf(kind, text);
  return { lines: new Set(passage.lines.map(({ key }) => key)), own: ownText([{ passage, at: 0 }]) };
};
const NO_TAIL: PlainTail = { from: Number.POSITIVE_INFINITY, share: 0 };
const source = (kind: LineKind, at: number, text: string, call?: CallKind): PassageSource => {
  return { passage: passageOf(kind, text), at, call };
};
const keys = (lines: readonly ScoredLine[]) => lines.map(({ line }) => line.key);

/** The score of each line of more than a few characters. */
function scores(...sources: readonly PassageSource[]): Readonly<Record<string, number>> {
  return Object.fromEntries(scoreLines(sources, NO_KEPT, NONE).map(({ line, score }) => [line.key, score]));
}

describe('scoreLines', () => {
  it('scores the last copy of a line only, in the order in which they stood', () => {
    const lines = scoreLines(
      [source('said', 0, 'the first line\nthe second line'), source('said', 1, 'the third line\nthe first line')],
      NO_KEPT,
      NONE,
    );
    expect(keys(lines)).toEqual(['the first line', 'the second line', 'the third line', 'the first line']);
    expect(lines.map(({ score }) => score > 0)).toEqual([false, true, true, true]);
    expect(lines.map(({ index, source: { at } }) => [at, index])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });

  it('gives no score to what stays in the context or is told elsewhere, nor to the glue between lines', () => {
    const lines = scoreLines(
      [source('result', 0, 'the first line\n});\nthe second line\n});\nthe third line')],
      keptOf('said', 'the first line\n});'),
      new Set(['the second line']),
    );
    expect(keys(lines)).toEqual(['the first line', '});', 'the second line', '});', 'the third line']);
    expect(lines.map(({ score }) => score > 0)).toEqual([false, false, false, false, true]);
  });

  it('takes eight characters for a line and seven for glue', () => {
    expect(scoreLines([source('said', 0, '12345678\n1234567')], NO_KEPT, NONE).map(({ score }) => score > 0)).toEqual([
      true,
      false,
    ]);
  });

  it('is empty without sources', () => expect(scoreLines([], NO_KEPT, NONE)).toEqual([]));

  it.each<[string, readonly PassageSource[]]>([
    ['newer than the other', [source('said', 0, 'worse, an old line'), source('said', 1, 'better, a new line')]],
    [
      'written by the model twice',
      [source('said', 0, 'better, this line'), source('said', 1, 'better, this line\nworse, this line')],
    ],
    [
      'of a result that the model wrote itself before',
      [source('written', 0, 'better, this line'), source('result', 1, 'better, this line\nworse, this line', 'read')],
    ],
    [
      'of a result with words that the model uses',
      [
        source('result', 1, 'worse: zebra crossing\nbetter: parcel offset', 'read'),
        source('said', 0, 'better: the offset of a parcel'),
      ],
    ],
    [
      'typed, beside what the program said',
      [source('typed', 0, 'better, this line'), source('program', 0, 'worse, this line')],
    ],
    [
      'given to any call but a to-do list, which is told elsewhere',
      [source('argument', 0, 'better, this line', 'run'), source('argument', 0, 'worse, this line', 'todo')],
    ],
    [
      'near an edit',
      [
        source('result', 0, 'const a = edited();\nbetter, line', 'read'),
        source('result', 0, 'worse, line', 'read'),
        source('anchor', 0, 'const a = edited();'),
      ],
    ],
    [
      'old and of a file, beside an output',
      [
        source('result', 0, 'better, this line', 'read'),
        source('result', 0, 'worse, this line', 'run'),
        source('said', 9, 'the end'),
      ],
    ],
    [
      'of a file, beside a list of files',
      [source('result', 0, 'better, this line', 'read'), source('result', 0, 'worse, this line', 'search')],
    ],
  ])('is more for a line that is %s', (_, sources) => {
    const all = Object.entries(scores(...sources));
    const of = (start: string) => all.find(([key]) => key.startsWith(start))?.[1] ?? Number.NaN;
    expect(of('better')).toBeGreaterThan(of('worse'));
  });

  it('is not more for two copies in one message', () => {
    const once = scores(source('said', 0, 'one line of it'), source('said', 1, 'another line'));
    const twice = scores(source('said', 0, 'one line of it\none line of it'), source('said', 1, 'another line'));
    expect(twice['one line of it']).toBe(once['one line of it']);
  });

  it('counts what the model says in the part that stays', () => {
    const [line] = scoreLines([source('result', 0, 'the offset of a parcel')], keptOf('said', 'offset parcel'), NONE);
    const [other] = scoreLines(
      [source('result', 0, 'the offset of a parcel')],
      keptOf('result', 'offset parcel'),
      NONE,
    );
    expect(line?.score).toBeGreaterThan(other?.score ?? Number.NaN);
  });

  it.each<[LineKind, boolean]>([
    ['said', true],
    ['thought', true],
    ['command', true],
    ['written', true],
    ['anchor', true],
    ['argument', true],
    ['result', false],
    ['typed', false],
    ['program', false],
    ['summary', false],
  ])('%s is the model’s own: %s', (kind, own) => expect(isFromModel(kind)).toBe(own));
});

describe('choosePassages', () => {
  const scored = (...sources: readonly PassageSource[]) => scoreLines(sources, NO_KEPT, NONE);
  const all = (...sources: readonly PassageSource[]) => choosePassages(scored(...sources), 10_000, NO_TAIL).split('\n');

  it('sets in by a blank what followed directly, within one passage', () => {
    expect(all(source('said', 0, 'the first line\nthe second line'), source('said', 0, 'the third line'))).toEqual([
      'the first line',
      ' the second line',
      'the third line',
    ]);
  });

  it('sets sentences that stood on one line on one line', () => {
    const one = 'The offset is that of today, not that of the scan.';
    const two = 'So each scan asks for the offset at its own instant.';
    expect(all(source('said', 0, `${one} ${two}\nthe second line`))).toEqual([`${one} ${two}`, ' the second line']);
    expect(all(source('said', 0, `${one} ${two}`), source('said', 1, one))).toEqual([two, one]);
  });

  it('takes a copy along between two chosen lines, so that their text is whole, and not at an end', () => {
    expect(
      all(source('said', 0, 'the first line\nthe copied line\nthe third line'), source('said', 1, 'the copied line')),
    ).toEqual(['the first line', ' the copied line', ' the third line', 'the copied line']);
    expect(
      all(source('said', 0, 'the copied line\nthe first line'), source('said', 1, 'the copied line\nthe third line')),
    ).toEqual(['the first line', 'the copied line', ' the third line']);
  });

  it.each<[string, string, readonly string[]]>([
    [
      'between two lines comes along',
      'the first line\n});\nthe second line',
      ['the first line', ' });', ' the second line'],
    ],
    [
      'of three lines too',
      'the first line\n}\n}\n}\nthe second line',
      ['the first line', ' }', ' }', ' }', ' the second line'],
    ],
    [
      'of four lines too',
      'the first line\n}\n}\n}\n}\nthe second line',
      ['the first line', ' }', ' }', ' }', ' }', ' the second line'],
    ],
    [
      'of five lines is left out',
      'the first line\n}\n}\n}\n}\n}\nthe second line',
      ['the first line', 'the second line'],
    ],
    ['at an end is left out', '{\nthe first line\nthe second line\n}', ['the first line', ' the second line']],
  ])('glue %s', (_, text, expected) => expect(all(source('said', 0, text))).toEqual(expected));

  it('glue at the joint of two passages is left out', () => {
    expect(all(source('said', 0, 'the first line\n}'), source('said', 0, 'the second line'))).toEqual([
      'the first line',
      'the second line',
    ]);
    expect(all(source('said', 0, 'the first line'), source('said', 0, '}\nthe second line'))).toEqual([
      'the first line',
      'the second line',
    ]);
  });

  it('takes the best that fit, in their order, and nothing where nothing fits', () => {
    const lines = scored(
      ...Array.from({ length: 50 }, (_, i) => source('said', i, `this is line number ${i} of the text`)),
    );
    const text = choosePassages(lines, 100, NO_TAIL);
    expect(estimateText(text)).toBeLessThanOrEqual(100);
    const numbers = [...text.matchAll(/\d+/g)].map(Number);
    expect(numbers.length).toBeGreaterThan(5);
    expect(numbers).toEqual(numbers.map((_, i) => 50 - numbers.length + i));
    expect(choosePassages(lines, 0, NO_TAIL)).toBe('');
    expect(choosePassages(lines, 5, NO_TAIL)).toBe('');
    expect(choosePassages([], 100, NO_TAIL)).toBe('');
  });

  it('prefers a line that stands among good ones', () => {
    const good = (n: number) =>
      Array.from({ length: n }, (_, i) => `a parcel with offset ${'abcdefghij'[i]} that counts`);
    const alone = source(
      'result',
      1,
      'the one line about a zebra\nnothing that anybody knew one\nnothing that anybody knew two',
    );
    const among = source('result', 1, [...good(3), 'the one line about a camel', ...good(6).slice(3)].join('\n'));
    const lines = scored(alone, among, source('said', 0, 'every parcel with an offset that counts'));
    const room = [...good(6), 'every parcel with an offset that counts', 'the one line about a camel'].join('\n');
    const one = choosePassages(lines, estimateText(room) + 4, NO_TAIL);
    expect(one).toContain('camel');
    expect(one).not.toContain('zebra');
  });
});
