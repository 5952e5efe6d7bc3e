/** Titles are short, and never half a character. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { titleFrom } from '../../../src/core/thread/title.ts';

describe('titleFrom', () => {
  it.each([
    ['', undefined],
    [' \n\t', undefined],
    ['\n\n  Fix it \nplease', 'Fix it'],
    ['\n  Fix   the\tqueue \nand more', 'Fix the queue'],
    ['a'.repeat(80), 'a'.repeat(80)],
    ['a'.repeat(81), `${'a'.repeat(79)}…`],
    [`${'a'.repeat(78)}👩‍👩‍👧 b`, `${'a'.repeat(78)}…`],
  ])('of %j', (text, title) => {
    expect(titleFrom(text)).toBe(title);
  });

  it('is at most 80 characters on one line, without half a pair', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 60, maxLength: 200 }), (text) => {
        const title = titleFrom(text) ?? '';
        expect(title.length).toBeLessThanOrEqual(80);
        expect(title).not.toMatch(/\n/);
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });
});
