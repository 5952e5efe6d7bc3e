/** Cuts fall where a person sees the end of a character, as the runtime's own segmenter has it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryBefore, startOf, startOfBytes } from '../../../src/core/lang/grapheme.ts';
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
