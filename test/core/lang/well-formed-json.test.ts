/** What JSON is left with once halves of pairs are out of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wellFormed } from '../../../src/core/lang/well-formed-json.ts';

describe('wellFormed', () => {
  it('replaces each half of a pair, in keys too, and keeps whole pairs', () => {
    expect(wellFormed(['a\ud83d', '\ude00b', '😀', { 'k\ud83d': { deep: ['\udc00\ud800'] } }])).toEqual([
      'a\ufffd',
      '\ufffdb',
      '😀',
      { 'k\ufffd': { deep: ['\ufffd\ufffd'] } },
    ]);
  });

  it('changes nothing that is well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer(), (text, n) => {
        const value = { text, list: [text, n, null, true], [text]: text };
        expect(wellFormed(value)).toEqual(value);
      }),
      { numRuns: 100 },
    );
  });
});
