/** A section of the summary takes what fits, by rank, and prints it in its order. */
import { describe, expect, it } from 'vitest';
import { code, type SectionItem, section } from '../../../../src/core/compaction/extract/section.ts';
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

describe('code', () => {
  it.each([
    ['npm test', '`npm test`'],
    ['echo `pwd`', '`` echo `pwd` ``'],
    ['``` and `', '```` ``` and ` ````'],
  ])('%s', (text, expected) => expect(code(text)).toBe(expected));
});
