/** Markdown as a tree: structure, hostile input, nothing lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMarkdown } from '../../../src/webview/markdown/markdown.ts';
import { type Node, plainText } from '../../../src/webview/markdown/markdown-nodes.ts';

function all(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...('children' in node ? all(node.children) : [])]);
}

const kinds = (text: string) => new Set(all(parseMarkdown(text)).map((node) => node.type));

describe('Markdown', () => {
  test('becomes a tree of what it says', () => {
    const tree = parseMarkdown(
      '# Head\n\nA **bold** `code` [file](src/a.ts:3).\n\n1. one\n2. two\n\n> said\n\n```ts\nlet a = 1;\n```\n',
    );
    expect(tree).toEqual([
      { type: 'heading', level: 1, children: [{ type: 'text', text: 'Head' }] },
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'A ' },
          { type: 'strong', children: [{ type: 'text', text: 'bold' }] },
          { type: 'text', text: ' ' },
          { type: 'code', text: 'code' },
          { type: 'text', text: ' ' },
          {
            type: 'link',
            target: { type: 'file', path: 'src/a.ts', line: 3 },
            children: [{ type: 'text', text: 'file' }],
          },
          { type: 'text', text: '.' },
        ],
      },
      {
        type: 'list',
        start: 1,
        children: [
          { type: 'item', children: [{ type: 'text', text: 'one' }] },
          { type: 'item', children: [{ type: 'text', text: 'two' }] },
        ],
      },
      { type: 'quote', children: [{ type: 'paragraph', children: [{ type: 'text', text: 'said' }] }] },
      { type: 'fence', language: 'ts', text: 'let a = 1;' },
    ]);
  });

  test.each([
    '**bold',
    'a *b',
    '`code',
    '[text',
    '[text]',
    'a[0] and b[1]',
    '[text](',
    '[text](no end',
    '![alt',
    '![alt](no end',
    '~~gone',
    'max_tool_result_tokens, retain_last_turns',
    'a__init__ and a_b_c',
    'costs $5 or $x and $& and $1',
    '\\(a+b\\)',
    '2 * 3 * 4',
    '[x](command:a)',
    '![x](data:text/html,y)',
    '<style>*{display:none}</style>',
    'http://example.com/a',
  ])('leaves as it stands what is no mark: %s', (source) => {
    expect(plainText(parseMarkdown(source))).toBe(source);
    expect(plainText(parseMarkdown(`${source}\n\nnext`)).replaceAll('\n', '')).toBe(`${source}next`);
    expect([...kinds(source)].filter((kind) => kind !== 'paragraph' && kind !== 'text' && kind !== 'strong')).toEqual(
      [],
    );
  });

  test('ends an address at the end of its line', () => {
    expect(plainText(parseMarkdown('[a](b\n\nThe rest (stays).'))).toBe('[a](bThe rest (stays).');
  });

  test('keeps the punctuation of a sentence out of a bare address', () => {
    expect(parseMarkdown('See https://example.com/a.')).toEqual([
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'See ' },
          {
            type: 'link',
            target: { type: 'page', url: 'https://example.com/a' },
            children: [{ type: 'text', text: 'https://example.com/a' }],
          },
          { type: 'text', text: '.' },
        ],
      },
    ]);
  });

  test('keeps every letter and digit in its order, whatever marks stand between', () => {
    const parts = fc.constantFrom(
      ...[
        'a',
        'b1',
        'c',
        ' ',
        '*',
        '**',
        '_',
        '__',
        '`',
        '``',
        '~~',
        '[',
        ']',
        '![',
        '(',
        ')',
        '$',
        '$$',
        '<',
        '\n',
        '\n\n',
        '> ',
        '- ',
        '|',
      ],
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 40 }), (bits) => {
        const letters = (s: string) => s.replace(/[^a-z0-9]/g, '');
        const tree = parseMarkdown(bits.join(''));
        // Addresses and languages are no part of the text.
        const apart = all(tree).some(
          (n) => n.type === 'link' || n.type === 'image' || (n.type === 'fence' && n.language !== ''),
        );
        return apart || letters(plainText(tree)) === letters(bits.join(''));
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['<img src=x onerror=alert(1)>'],
    ['<script>alert(1)</script>'],
    ['<a href="javascript:alert(1)">x</a>'],
    ['<style>*{display:none}</style>'],
    ['text with </summary> and <checkpoint:abcdef> and {{x}} and $& and $1'],
  ])('case 41: shows HTML as the characters that it is: %s', (text) => {
    expect(plainText(parseMarkdown(text))).toBe(text);
    expect(kinds(text)).toEqual(new Set(['paragraph', 'text']));
  });

  test.each(['[x](command:a)', '[x](javascript:alert(1))', '![x](data:text/html,y)', '[x]( javascript:alert(1))'])(
    'case 41: gives no target to %s',
    (text) => {
      const links = all(parseMarkdown(text)).flatMap((node) =>
        node.type === 'link' || node.type === 'image' ? [node.target] : [],
      );
      expect(links).toEqual([]);
    },
  );

  test.each([
    ['ANSI codes', '\u001B[31mred\u001B[0m'],
    ['right-to-left marks', 'a \u202Eb\u202C c'],
    ['NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\uD800b'],
    ['a line of 100,000 columns', 'x'.repeat(100_000)],
  ])('case 40: leaves %s as they are', (_, text) => {
    expect(plainText(parseMarkdown(text))).toBe(text);
    expect(plainText(parseMarkdown(`\`\`\`\n${text}\n\`\`\``))).toBe(text);
  });

  test('keeps every character of a text without marks', () => {
    const plain = fc
      .string({ unit: fc.constantFrom(...'abcXYZ \u0000\u202E\uD800\u{1F600}é') })
      .filter((s) => s.trim() === s && !s.includes('  ') && s !== '');
    fc.assert(fc.property(plain, (text) => plainText(parseMarkdown(text)) === text));
  });

  test('never fails, and never makes a target that the policy refuses', () => {
    const parts = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '!',
      '`',
      '```',
      '*',
      '_',
      '#',
      '\n',
      '\n\n',
      '- ',
      '> ',
      '|',
      '<img>',
      'javascript:',
      'command:',
      'https://a.b/',
      'x',
      ' ',
      '$',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (bits) => {
        for (const node of all(parseMarkdown(bits.join('')))) {
          if ((node.type !== 'link' && node.type !== 'image') || !node.target) continue;
          if (node.target.type === 'page') expect(node.target.url).toMatch(/^(https:\/\/|mailto:)/i);
          else expect(node.target.path).not.toContain(':');
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each(['[', '*', '`', '> ', '|', '![](', '- ', '**a', '_'])(
    'comes to an end on 200,000 characters of %s',
    (unit) => {
      for (const line of [200_000, 4_000, 80]) {
        const one = unit.repeat(line / unit.length);
        const parsed = parseMarkdown(`${one}\n`.repeat(200_000 / line).slice(0, 200_000));
        expect(JSON.stringify(parsed).length, `lines of ${line}`).toBeGreaterThan(2);
      }
    },
    30_000,
  );
});
