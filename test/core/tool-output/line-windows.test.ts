/** The lines of a stream are those of its text, whatever the chunks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countLines, readWindows } from '../../../src/core/tool-output/line-windows.ts';
import { hardText, inChunks, RUNS } from './samples.ts';

async function windows(chunks: readonly string[], wish: Parameters<typeof readWindows>[1]) {
  const found = [];
  for await (const line of readWindows(inChunks(chunks), wish)) found.push(line);
  return found;
}

describe('readWindows', () => {
  it('gives each line from the offset on, and of it no more than the window', async () => {
    const wishes = fc.record({
      offset: fc.integer({ min: 1, max: 6 }),
      column: fc.integer({ min: 1, max: 9 }),
      width: fc.integer({ min: 1, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(hardText, fc.integer({ min: 1, max: 30 }), wishes, async (text, size, wish) => {
        const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
          text.slice(i * size, (i + 1) * size),
        );
        const lines = text.split('\n');
        if (lines.at(-1) === '') lines.pop();
        expect(countLines(chunks)).toBe(lines.length);
        expect(await windows(chunks, wish)).toEqual(
          lines
            .map((line, i) => {
              const from = i + 1 === wish.offset ? wish.column - 1 : 0;
              return { number: i + 1, text: line.slice(from, from + wish.width), length: line.length };
            })
            .slice(wish.offset - 1),
        );
      }),
      RUNS,
    );
  });

  it.each([
    [[], 0],
    [[''], 0],
    [['\n'], 1],
    [['a', ''], 1],
    [['a\n', 'b'], 2],
    [['a\n', '\n'], 2],
  ])('%j has %i lines', (chunks, count) => {
    expect(countLines(chunks)).toBe(count);
  });
});
