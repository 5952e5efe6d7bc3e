/** Text is cut between graphemes, as the runtime's own segmenter has them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundaryBefore,
  clip,
  ellipsize,
  endOf,
  endsWithHalfPair,
  oneLine,
  pairBoundaryBefore,
  startOf,
  startOfBytes,
} from '../../../src/core/lang/clip.ts';
import { endsAtGrapheme, hardText, RUNS } from '../tool-output/samples.ts';

describe('a cut', () => {
  it.each([
    ['abc', 2, 'ab'],
    ['a🚀b', 2, 'a'],
    ['a🚀b', 3, 'a🚀'],
    ['🇩🇪🇫🇷', 6, '🇩🇪'],
    ['👩‍👩‍👧!', 5, ''],
    ['e\u0301a', 1, ''],
    ['a\r\nb', 2, 'a'],
    ['日本語', 2, '日本'],
    ['abc', 9, 'abc'],
    ['abc', -1, ''],
  ])('of %j at %i is %j', (text, at, start) => {
    expect(startOf(text, at)).toBe(start);
  });

  it('is the last grapheme boundary at or before the place', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(hardText, fc.nat({ max: 300 }), (text, at) => {
        const boundaries = [...segmenter.segment(text)].map(({ index }) => index).concat(text.length);
        expect(boundaryBefore(text, at)).toBe(boundaries.findLast((boundary) => boundary <= at));
      }),
      RUNS,
    );
  });

  it.each([
    ['\u007f', 1],
    ['\u0080', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['\u{10000}', 4],
  ])('by bytes counts %j as %i', (character, bytes) => {
    expect(startOfBytes(`${character}x`, bytes)).toBe(character);
    expect(startOfBytes(`${character}x`, bytes - 1)).toBe('');
  });

  it('by bytes takes as many whole graphemes as fit', () => {
    fc.assert(
      fc.property(hardText, fc.nat({ max: 300 }), (text, bytes) => {
        const start = startOfBytes(text, bytes);
        expect(Buffer.byteLength(start)).toBeLessThanOrEqual(bytes);
        expect(endsAtGrapheme(text, start)).toBe(true);
        const [next] = new Intl.Segmenter('en').segment(text.slice(start.length));
        if (next) expect(Buffer.byteLength(start + next.segment)).toBeGreaterThan(bytes);
      }),
      RUNS,
    );
  });

  it('in a huge text of combining marks ends, and costs linear time', () => {
    const marks = `a${'\u0301'.repeat(200_000)}`;
    expect(startOf(marks, 100_000)).toBe('');
    expect(startOf(`x${marks}`, 100_000)).toBe('x');
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

describe('an end', () => {
  it.each([
    ['abc', 2, 'bc'],
    ['abc', 0, ''],
    ['abc', 9, 'abc'],
    ['a🚀b', 2, 'b'],
    ['a🚀b', 3, '🚀b'],
    ['!👩‍👩‍👧', 5, ''],
  ])('of %j, at most %i units, is %j', (text, length, end) => {
    expect(endOf(text, length)).toBe(end);
  });

  it('begins at the first grapheme boundary at or after the place', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(hardText, fc.nat({ max: 300 }), (text, length) => {
        const boundaries = [...segmenter.segment(text)].map(({ index }) => index).concat(text.length);
        const at = Math.max(0, text.length - length);
        expect(endOf(text, length)).toBe(text.slice(boundaries.find((boundary) => boundary >= at)));
      }),
      RUNS,
    );
  });
});

describe('clip and ellipsize', () => {
  it('count what is left out', () => {
    expect(clip('a🚀b', 2)).toEqual({ text: 'a', more: 3 });
    expect(clip('a🚀b', 4)).toEqual({ text: 'a🚀b', more: 0 });
    expect(clip('abc', 0)).toEqual({ text: '', more: 3 });
  });

  it('keep the ellipsis within the limit, after no blank', () => {
    expect(ellipsize('ten letters', 11)).toBe('ten letters');
    expect(ellipsize('ten letters', 5)).toBe('ten…');
    expect(ellipsize('🚀🚀🚀', 4)).toBe('🚀…');
  });
});

describe('pieces that are put together again', () => {
  it.each([
    ['a🚀b', 1, 1],
    ['a🚀b', 2, 1],
    ['a🚀b', 3, 3],
    ['e\u0301', 1, 1],
    ['\ud83d\ud83d', 1, 1],
    ['🚀', 0, 0],
    ['🚀', 9, 9],
  ])('%j before %i: %i', (text, at, expected) => {
    expect(pairBoundaryBefore(text, at)).toBe(expected);
  });

  it('wait for the second half of a pair', () => {
    expect(endsWithHalfPair('a\ud83d')).toBe(true);
    for (const text of ['', 'a', 'a🚀', '\ude80', '\ud83da']) expect(endsWithHalfPair(text)).toBe(false);
  });
});
