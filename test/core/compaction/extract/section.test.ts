/** A section of the summary takes what fits, by rank, and prints it in its order. */
import { describe, expect, it } from 'vitest';
import { code, cut, oneLine, type SectionItem, section } from '../../../../src/core/compaction/extract/section.ts';
import { estimateText } from '../../../../src/core/tokens/estimate.ts';

const items: readonly SectionItem[] = [
  { text: '- the first, which goes last', rank: -1 },
  { text: `- the second, which is very long ${'and so on '.repeat(40)}`, rank: 1 },
  { text: '- the third', rank: 3 },
  { text: '- the fourth', rank: 2 },
];
const lines = (budget: number) => section('Things', items, budget).text.split('\n').slice(2);

describe('section', () => {
  it('prints everything where there is room, under its heading', () => {
    const { text, tokens } = section('Things', items, 1_000);
    expect(text).toBe(`## Things\n\n${items.map((item) => item.text).join('\n')}`);
    expect(tokens).toBeGreaterThanOrEqual(estimateText(text));
    expect(section('Things', items, tokens).tokens).toBe(tokens);
    expect(section('Things', items, tokens - 1).text).not.toBe(text);
  });

  it('leaves out the highest rank first, passes over what does not fit, and keeps the order of the list', () => {
    const least = section('Things', items.slice(0, 1), 1_000).tokens;
    expect(lines(least)).toEqual(['- the first, which goes last']);
    expect(lines(60)).toEqual(['- the first, which goes last', '- the third', '- the fourth']);
    const two = section('Things', [...items.slice(0, 1), ...items.slice(3)], 1_000).tokens;
    expect(lines(two)).toEqual(['- the first, which goes last', '- the fourth']);
  });

  it('is nothing where not one item fits, or there is none', () => {
    expect(section('Things', items, 6)).toEqual({ text: '', tokens: 0 });
    expect(section('Things', [], 1_000)).toEqual({ text: '', tokens: 0 });
  });

  it('keeps within its budget, whatever that is', () => {
    for (let budget = 0; budget < 200; budget++) {
      const { text, tokens } = section('Things', items, budget);
      expect(estimateText(text)).toBeLessThanOrEqual(budget);
      expect(tokens).toBeLessThanOrEqual(budget);
    }
  });
});

describe('oneLine', () => {
  it.each([
    ['a line as it is', 'ten letter', 10, 'ten letter'],
    ['a longer one with dots in its place', 'ten letters', 10, 'ten lette…'],
    ['several lines as one', ' a\n\tb   c ', 10, 'a b c'],
    ['no half of a character', '😀😀😀', 4, '😀…'],
    ['not more of a huge text than is needed', `${' '.repeat(100)}x`, 10, ''],
  ])('%s', (_, text, most, expected) => expect(oneLine(text, most)).toBe(expected));
});

describe('cut', () => {
  it.each([
    ['abc', 2, 'ab'],
    ['abc', 9, 'abc'],
    ['a😀b', 2, 'a'],
    ['a😀b', 3, 'a😀'],
    ['a\ud800', 2, 'a'],
    ['a\udbff', 2, 'a'],
    ['a\udc00', 2, 'a\udc00'],
    ['a\ud7ff', 2, 'a\ud7ff'],
  ])('%j to %i', (text, length, expected) => expect(cut(text, length)).toBe(expected));
});

describe('code', () => {
  it.each([
    ['npm test', '`npm test`'],
    ['echo `pwd`', '`` echo `pwd` ``'],
    ['``` and `', '```` ``` and ` ````'],
  ])('%s', (text, expected) => expect(code(text)).toBe(expected));
});
