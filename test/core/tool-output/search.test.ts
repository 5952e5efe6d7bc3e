/** R36: searching a text as it streams gives what searching it line by line would give. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Finder, literalFinder } from '../../../src/core/tool-output/finder.ts';
import { regexHits, STRETCH } from '../../../src/core/tool-output/hits.ts';
import { searchText } from '../../../src/core/tool-output/search.ts';
import { inChunks, RUNS } from './samples.ts';

const ALL = { start: { line: 1, column: 1 }, most: 1_000_000 };

function regexFinder(pattern: RegExp): Finder {
  return { overlap: 50, close: () => undefined, find: async (text, wish) => regexHits(text, pattern, wish) };
}

function chunked(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

const shortLines = fc
  .array(fc.array(fc.constantFrom('ab', 'a', 'b', 'A', '.', '日', '🚀', ' '), { maxLength: 20 }), { maxLength: 40 })
  .map((lines) => lines.map((line) => line.join('')).join('\n'));

describe('R36 searchText', () => {
  it('finds the first match of each line, as a plain search of the lines does', async () => {
    await fc.assert(
      fc.asyncProperty(
        shortLines,
        fc.constantFrom('ab', 'a', '.', '日', 'aba', 'B', '🚀a'),
        fc.boolean(),
        fc.integer({ min: 1, max: 90 }),
        async (text, pattern, ignoreCase, size) => {
          const found = await searchText(inChunks(chunked(text, size)), literalFinder(pattern, ignoreCase), ALL);
          const fold = (one: string) => (ignoreCase ? one.toLowerCase() : one);
          const expected = text.split('\n').flatMap((line, i) => {
            const at = fold(line).indexOf(fold(pattern));
            return at < 0 ? [] : [{ line: i + 1, column: at + 1, text: line, isWholeLine: true }];
          });
          expect(found.matches).toEqual(expected);
          expect(found.next).toBeUndefined();
        },
      ),
      RUNS,
    );
  });

  it('a regular expression sees each line for itself', async () => {
    await fc.assert(
      fc.asyncProperty(shortLines, fc.constantFrom('^a', 'b$', '^$', 'a+b', '[^x]*', '\\s'), async (text, source) => {
        const found = await searchText([text], regexFinder(new RegExp(source, 'g')), ALL);
        const expected = text
          .split('\n')
          .slice(0, text.endsWith('\n') || text === '' ? -1 : undefined)
          .flatMap((line, i) => (new RegExp(source).test(line) ? [i + 1] : []));
        expect(found.matches.map(({ line }) => line)).toEqual(expected);
      }),
      RUNS,
    );
  });

  it('goes on from where a page ended, and all pages together are the whole search', async () => {
    await fc.assert(
      fc.asyncProperty(shortLines, fc.integer({ min: 1, max: 5 }), async (text, most) => {
        const whole = await searchText([text], literalFinder('a', false), ALL);
        const pages = [];
        let start: { line: number; column: number } | undefined = ALL.start;
        while (start) {
          const page: Awaited<ReturnType<typeof searchText>> = await searchText([text], literalFinder('a', false), {
            start,
            most,
          });
          pages.push(...page.matches);
          start = page.next;
        }
        expect(pages).toEqual(whole.matches);
      }),
      RUNS,
    );
  });

  it('keeps line numbers over many parts, and starts at a line far on', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `line ${i + 1}${(i + 1) % 20_000 === 0 ? ' needle' : ''}`);
    const text = lines.join('\n');
    const found = await searchText(inChunks(chunked(text, 10_007)), literalFinder('needle', false), ALL);
    expect(found.matches.map(({ line }) => line)).toEqual([20_000, 40_000, 60_000]);
    expect(found.lines).toBe(60_000);
    const later = await searchText([text], literalFinder('needle', false), {
      start: { line: 40_001, column: 1 },
      most: 9,
    });
    expect(later.matches.map(({ line }) => line)).toEqual([60_000]);
    const none = await searchText([text], literalFinder('needle', false), {
      start: { line: 70_000, column: 1 },
      most: 9,
    });
    expect(none).toMatchObject({ matches: [], next: undefined, lines: 60_000 });
  });

  it.each([false, true])(
    'of a huge line shows the stretch around each match (ignoring case: %s)',
    async (ignoreCase) => {
      const places = [5, 65_000, 65_533, 65_600, 131_070, 200_000, 262_140, 700_000];
      let text = '-'.repeat(800_000);
      for (const at of places) text = `${text.slice(0, at)}needle${text.slice(at + 6)}`;
      const finder = literalFinder('needle', ignoreCase);
      const found = await searchText(inChunks(chunked(`head\n${text}\ntail needle`, 65_536)), finder, ALL);
      const columns = found.matches.filter(({ line }) => line === 2).map(({ column }) => column - 1);
      expect(columns).toEqual([5, 65_000, 65_533, 131_070, 200_000, 262_140, 700_000]);
      for (const match of found.matches.slice(0, -1)) {
        expect(match.text).toContain('needle');
        expect(match.text.length).toBe(STRETCH);
      }
      expect(found.matches.at(-1)).toEqual({ line: 3, column: 6, text: 'tail needle', isWholeLine: true });
    },
  );

  it('says where it stopped when the time is over, with what it has', async () => {
    const text = 'a needle\n'.repeat(100_000);
    let calls = 0;
    const slow: Finder = {
      ...literalFinder('needle', false),
      find: (part, wish) => (++calls > 1 ? undefined : literalFinder('needle', false).find(part, wish)),
    };
    const found = await searchText(inChunks(chunked(text, 300_000)), slow, ALL);
    expect(found.isOutOfTime).toBe(true);
    expect(found.matches.length).toBeGreaterThan(0);
    expect(found.next).toEqual({ line: found.matches.length + 1, column: 1 });
  });

  it('finds an empty line where it was told to begin', async () => {
    const wish = { start: { line: 2, column: 1 }, most: 1 };
    const { matches, next } = await searchText(['a\n\n\nb'], regexFinder(/^$/g), wish);
    expect([matches.map(({ line }) => line), next]).toEqual([[2], { line: 3, column: 1 }]);
  });

  it.each(['x'.repeat(99).concat('\n'), 'x'.repeat(100)])(
    'holds no more than a part of the text, of lines %#',
    async (unit) => {
      let held = 0;
      const watching: Finder = {
        ...literalFinder('needle', false),
        find: (text) => {
          held = Math.max(held, text.length);
          return [];
        },
      };
      function* chunks() {
        for (let i = 0; i < 300; i++) yield unit.repeat(100);
      }
      await searchText(chunks(), watching, ALL);
      expect(held).toBeLessThan(100_000);
    },
  );

  it('of an empty text finds nothing', async () => {
    const nothing = { matches: [], next: undefined, isOutOfTime: false, lines: 0 };
    expect(await searchText([], literalFinder('x', false), ALL)).toEqual(nothing);
    expect(await searchText([''], literalFinder('x', false), ALL)).toEqual(nothing);
  });
});
