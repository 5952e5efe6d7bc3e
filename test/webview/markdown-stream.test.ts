/** Markdown that comes in pieces: the same tree in the end, and what is over is never made anew. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MarkdownStream, parseMarkdown } from '../../src/webview/markdown/markdown.ts';
import { plainText } from '../../src/webview/markdown/markdown-nodes.ts';

// Without tables: of one that follows another, or text, the parser itself makes more than one thing.
const bits = fc.constantFrom(
  ...['a', 'b1 ', ' ', '*', '**', '_', '`', '```', '```ts\n', '~~', '[', '](', ')', '![', '$', '\\', '#', '# ', '&'],
  ...['\n', '\n\n', '> ', '- ', '1. ', 'https://a.b/c', '\u{e000}', '\u{1F600}', '<b>', '    '],
);
const source = fc.array(bits, { maxLength: 40 }).map((all) => all.join(''));

function pieces(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

describe('Markdown in pieces', () => {
  test('comes to the tree of the whole, wherever it was cut', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 1, max: 12 }), (text, size) => {
        const stream = new MarkdownStream();
        for (const piece of pieces(text, size)) {
          stream.write(piece);
          stream.soFar();
        }
        expect(stream.end()).toEqual(parseMarkdown(text));
      }),
      {
        numRuns: 2_000,
        examples: [
          ['```ts\n\u{1F600}```', 1],
          ['a\ud83d', 1],
        ],
      },
    );
  });

  test('keeps each block that is over as the very object that it was', () => {
    fc.assert(
      fc.property(source, (text) => {
        const stream = new MarkdownStream();
        let before: readonly unknown[] = [];
        for (const piece of pieces(text, 3)) {
          stream.write(piece);
          const now = stream.soFar();
          // The last two may still become one, or another.
          for (const [i, node] of before.slice(0, -2).entries()) expect(now[i]).toBe(node);
          before = now;
        }
      }),
      { numRuns: 500 },
    );
  });

  test('shows words as soon as they are there, and marks once it is clear what they begin', () => {
    const stream = new MarkdownStream();
    const seen = ['Two **bo', 'ld** words\n\n``', '`ts\nlet a', ' = 1;\n```\n', '| a'].map((piece) => {
      stream.write(piece);
      return plainText(stream.soFar());
    });
    expect(seen).toEqual([
      'Two **bo',
      'Two bold words',
      'Two bold wordslet a',
      'Two bold wordslet a = 1;',
      'Two bold wordslet a = 1; a',
    ]);
    expect(stream.soFar()[1]).toEqual({ type: 'fence', language: 'ts', text: 'let a = 1;' });
  });

  test('says of a code block that more of it is to come', () => {
    const stream = new MarkdownStream();
    stream.write('```ts\nlet a');
    expect(stream.soFar()).toEqual([{ type: 'fence', language: 'ts', text: 'let a', unfinished: true }]);
  });

  test('draws a table row by row', () => {
    const stream = new MarkdownStream();
    const rows = pieces('| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n', 5).map((piece) => {
      stream.write(piece);
      const [table] = stream.soFar();
      return table?.type === 'table' ? table.children.length : 0;
    });
    expect(rows).toEqual([...rows].sort());
    expect(stream.end()).toEqual(parseMarkdown('| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n'));
  });

  test('reads a line no further than the length at which it is text and nothing else', () => {
    const stream = new MarkdownStream();
    for (let i = 0; i < 100; i += 1) stream.write('[a '.repeat(400));
    expect(plainText(stream.end())).toBe('[a '.repeat(40_000));
  });
});
