/** Words and phrases of a query, and the place where they stand closest, beside a search that tries every part of a text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldCase } from '../../../src/core/lang/fold-case.ts';
import { findTerms, searchTerms } from '../../../src/core/lang/search-terms.ts';
import { runs } from '../../property/runs.ts';

describe('the terms of a query', () => {
  it.each([
    ['upload queue', ['upload', 'queue']],
    ['  Upload\tUPLOAD \n', ['upload']],
    ['"upload queue" retry', ['upload queue', 'retry']],
    ['“upload queue” „ganz genau“', ['upload queue', 'ganz genau']],
    ['«mot exact»', ['mot exact']],
    ['retry "not clo sed', ['retry', 'not clo sed']],
    ['a"b c"d', ['a', 'b c', 'd']],
    ['"" " "', []],
    ['', []],
    ['don’t', ['don’t']],
    ['アップロード キュー', ['アップロード', 'キュー']],
  ])('%s', (query, terms) => expect(searchTerms(query)).toEqual(terms));

  it('are all of the words', () =>
    expect(searchTerms(Array.from({ length: 50 }, (_, n) => `w${n}`).join(' '))).toHaveLength(50));

  it('are each there once, and none is blank, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', ' ', '"', '“', '\n', 'Σ'), maxLength: 80 }), (query) => {
        const terms = searchTerms(query);
        expect(new Set(terms).size).toBe(terms.length);
        for (const term of terms) expect(term.trim()).toBe(term);
        expect(terms).not.toContain('');
      }),
      runs(300),
    );
  });
});

describe('the place of all terms', () => {
  it.each([
    ['a phrase before the same words apart', 'queue of the upload; upload queue', 'upload queue', 'upload queue'],
    ['the order of the query where both are as long', 'queue upload, upload queue', 'upload queue', 'upload queue'],
    ['the other order where nothing else is', 'the QUEUE for uploads', 'upload queue', 'QUEUE for upload'],
    ['one word', 'one Needle', 'needle', 'Needle'],
    [
      'the end, behind many places of one word',
      `a deadlock: ${'the dog; then '.repeat(500)}the deadlock was in retry.ts`,
      'the deadlock',
      'the deadlock',
    ],
    ['a place that another of the same word overlaps', 'aaab', 'aa b', 'aab'],
  ])('%s', (_, text, query, part) => {
    const span = findTerms([text], searchTerms(query));
    expect(span && text.slice(span.from, span.to)).toBe(part);
  });

  it('is in a later text of the message, or over two of them, and nowhere where one is lacking', () => {
    expect(findTerms(['upload', 'upload queue'], ['upload', 'queue'])?.text).toBe('upload queue');
    expect(findTerms(['an upload', 'a queue'], ['upload', 'queue'])).toMatchObject({
      text: 'an upload',
      from: 3,
      to: 9,
    });
    expect(findTerms(['upload'], ['upload', 'queue'])).toBeUndefined();
    expect(findTerms(['upload'], [])).toBeUndefined();
    const many = Array.from({ length: 50 }, (_, n) => `w${n};`);
    expect(findTerms([many.join(' ')], many)).toMatchObject({ from: 0 });
    expect(findTerms([many.slice(0, -1).join(' ')], many)).toBeUndefined();
  });

  it('is the shortest part that holds them all', () => {
    const unit = fc.constantFrom('a', 'b', 'C', ' ');
    const term = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 2 });
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 24 }),
        // As often as a short word stands in a long message.
        fc.constantFrom('', 'a '.repeat(300)),
        fc.uniqueArray(term, { minLength: 1, maxLength: 3 }),
        (end, start, terms) => {
          const text = start + end;
          const span = findTerms([text], terms);
          const folded = foldCase(text);
          const shortest = lengthOfShortest(folded, terms);
          expect(span && span.to - span.from).toBe(shortest);
          if (span) for (const one of terms) expect(folded.slice(span.from, span.to)).toContain(one);
        },
      ),
      runs(500),
    );
  });
});

function lengthOfShortest(text: string, terms: readonly string[]): number | undefined {
  for (let length = 1; length <= text.length; length++)
    for (let from = 0; from + length <= text.length; from++) {
      const part = text.slice(from, from + length);
      if (terms.every((term) => part.includes(term))) return length;
    }
  return undefined;
}
