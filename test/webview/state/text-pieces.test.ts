/** The pieces of a long draft: what an edit has counted again, and that the counts stay those of the text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateText } from '../../../src/core/tokens/estimate.ts';
import {
  cutAgain,
  LONGEST_PIECE,
  PIECE_LENGTH,
  type TextPiece,
  tokensOf,
  uncounted,
  withCounts,
} from '../../../src/webview/state/text-pieces.ts';
import { runs } from '../../property/runs.ts';

const words = 'Give each part a retry budget, and keep the order of acknowledged parts.\n';
const long = words.repeat(Math.ceil((5.5 * PIECE_LENGTH) / words.length));

function counted(pieces: readonly TextPiece[], text: string): readonly TextPiece[] {
  return withCounts(pieces, uncounted(pieces, text).map(estimateText));
}

const lengthOf = (texts: readonly string[]) => texts.reduce((sum, { length }) => sum + length, 0);

describe('the pieces of a draft', () => {
  test('sum up to about the whole', () => {
    const pieces = counted(cutAgain([], '', long), long);
    expect(pieces).toHaveLength(6);
    expect(Math.abs((tokensOf(pieces) ?? 0) - estimateText(long))).toBeLessThanOrEqual(pieces.length);
    expect(tokensOf(cutAgain([], '', long))).toBeUndefined();
  });

  test.each([
    ['its beginning', 0],
    ['the end of a piece', PIECE_LENGTH],
    ['its middle', 2.5 * PIECE_LENGTH],
    ['its end', long.length],
  ])('a word typed at %s has one piece counted again, letter by letter', (_, at) => {
    let text = long;
    let pieces = counted(cutAgain([], '', text), text);
    for (const [i, letter] of [...'budget'].entries()) {
      const next = `${text.slice(0, at + i)}${letter}${text.slice(at + i)}`;
      pieces = cutAgain(pieces, text, next);
      text = next;
      const texts = uncounted(pieces, text);
      expect(texts).toHaveLength(1);
      expect(lengthOf(texts)).toBeLessThanOrEqual(PIECE_LENGTH + 6);
      pieces = counted(pieces, text);
    }
    expect(pieces.length).toBeLessThanOrEqual(7);
  });

  test('after any edits each has the count of its own part of the text', () => {
    const edit = fc.record({ at: fc.nat(), removed: fc.nat(40_000), length: fc.nat(40_000), fill: fc.string() });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
        let text = '';
        let pieces: readonly TextPiece[] = [];
        for (const { at, removed, length, fill } of edits) {
          const from = text.length === 0 ? 0 : at % (text.length + 1);
          const added = fill === '' ? '' : fill.repeat(Math.ceil(length / fill.length)).slice(0, length);
          const next = text.slice(0, from) + added + text.slice(from + removed);
          pieces = counted(cutAgain(pieces, text, next), next);
          text = next;
        }
        let end = 0;
        const parts = pieces.map(({ length }) => {
          end += length;
          return text.slice(end - length, end);
        });
        expect(parts.join('')).toBe(text);
        expect(pieces.map(({ tokens }) => tokens)).toEqual(parts.map(estimateText));
        for (const { length } of pieces) {
          expect(length).toBeGreaterThan(0);
          expect(length).toBeLessThanOrEqual(LONGEST_PIECE);
        }
      }),
      runs(100),
    );
  });
});
