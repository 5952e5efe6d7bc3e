/** Long lines of compared documents: nothing is lost by wrapping, and a difference stays where it is. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GOES_ON, wrapLines } from '../../../src/extension/documents/wrap-lines.ts';
import { runs } from '../../property/runs.ts';

const LONGEST = 201;

it('loses and adds nothing, whatever the text is, and leaves no long line', () => {
  const part = fc.oneof(fc.string({ unit: 'binary', maxLength: 700 }), fc.lorem({ maxCount: 300 }));
  const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join('\n').replaceAll(GOES_ON, ''));
  fc.assert(
    fc.property(text, (given) => {
      const wrapped = wrapLines(given);
      expect(wrapped.replaceAll(`${GOES_ON}\n`, '')).toBe(given);
      for (const line of wrapped.split('\n')) {
        expect(line.length).toBeLessThanOrEqual(LONGEST);
        if (line.endsWith(GOES_ON)) expect(line.at(-2)).not.toMatch(/^[\ud800-\udbff]$/);
      }
    }),
    runs(100),
  );
});

it('breaks two lines that differ in one word alike, but for the lines around that word', () => {
  const words = Array.from({ length: 20_000 }, (_, n) => `word${(n * 7919) % 1_000}`);
  const lines = (all: readonly string[]) => wrapLines(all.join(' ')).split('\n');
  const before = lines(words);
  const after = new Set(lines(words.toSpliced(500, 1, 'another-and-a-longer-word')));
  expect(before.length).toBeGreaterThan(500);
  expect(before.filter((line) => !after.has(line)).length).toBeLessThan(20);
});

it('wraps a line of a million characters', () => {
  expect(wrapLines('x'.repeat(1_000_000)).split('\n')).toHaveLength(5_000);
  expect(wrapLines(`${'x'.repeat(150)} `.repeat(10_000)).split('\n')).toHaveLength(10_000);
});
