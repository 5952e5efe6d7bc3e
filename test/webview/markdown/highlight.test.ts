/** Colours for code: the kinds, and that no character is lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { languageName } from '../../../src/webview/markdown/code-language.ts';
import { colour } from '../../../src/webview/markdown/highlight.ts';

describe('a code block', () => {
  test('gets the kinds that the editor has colours for', () => {
    expect(colour('const a = "x"; // why', 'ts')).toEqual([
      { text: 'const', kind: 'keyword' },
      { text: ' a = ' },
      { text: '"x"', kind: 'string' },
      { text: '; ' },
      { text: '// why', kind: 'comment' },
    ]);
    expect(colour('-old\n+new', 'diff')?.map((run) => run.kind)).toEqual(['removed', undefined, 'added']);
  });

  test.each([
    ['ts title="a.ts"', 'TypeScript'],
    ['py', 'Python'],
    ['unheard-of', 'unheard-of'],
    ['', ''],
  ])('of %j is called %j', (fence, name) => {
    expect(languageName(fence)).toBe(name);
  });

  test.each(['javascript', 'js', 'jsx', 'mjs', 'cjs'])('of %s has the kinds of a TypeScript block', (language) => {
    const text = 'async function* f() { return <b x={1}>"y"</b>; }';
    expect(colour(text, language)).toEqual(colour(text, 'ts'));
    expect(colour(text, language)).toContainEqual({ text: 'async', kind: 'keyword' });
  });

  test('stays plain when its language is unknown or it is long', () => {
    expect(colour('x', 'unheard-of')).toBeUndefined();
    expect(colour('x'.repeat(20_001), 'ts')).toBeUndefined();
  });

  test('keeps every character', () => {
    const text = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        "'",
        '&amp;',
        '</span>',
        '<span class="x">',
        'a',
        '{',
        '}',
        '\n',
        '/*',
        '`',
        '${',
        '\u0000',
      ),
    });
    fc.assert(
      fc.property(text, fc.constantFrom('ts', 'xml', 'py', 'sh', 'json', 'yaml', 'diff'), (code, language) => {
        const runs = colour(code, language);
        return runs === undefined || runs.map((run) => run.text).join('') === code;
      }),
    );
    expect(
      colour('a < b && c > "d"', 'ts')
        ?.map((run) => run.text)
        .join(''),
    ).toBe('a < b && c > "d"');
  });
});
