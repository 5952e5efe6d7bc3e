/** What in a text is a name, and which words of it are known. */
import { describe, expect, it } from 'vitest';
import { addNames, WordTable } from '../../../../src/core/compaction/extract/scan.ts';

function namesIn(text: string): readonly string[] {
  const names = new Set<string>();
  addNames(text, names);
  return [...names];
}

describe('addNames', () => {
  it.each<[string, readonly string[]]>([
    ['look at src/scan/local-day.ts:12:7, then', ['src/scan/local-day.ts']],
    ['(./a/b.ts) ../c/d.ts', ['/a/b.ts', '/c/d.ts']],
    ['~/notes.md $HOME/notes', ['~/notes.md', '$HOME/notes']],
    ['@scope/package @@@', ['scope/package']],
    ['camelCase and PascalCase and snake_case', ['camelCase', 'PascalCase', 'snake_case']],
    ['plain words, Capitals and a Stop.', []],
    ['SCREAMING-CASE ABCDE ABCD', ['SCREAMING-CASE', 'ABCDE']],
    ['TypeError TS2345 E404', ['TypeError', 'TS2345']],
    ['at port 4711, not 471', ['4711']],
    ['10:30 and 12345', ['12345']],
    ['zone.offset ends. Next', ['zone.offset']],
    ['http://example.org:8080/path', ['http://example.org:8080/path']],
    ['well-known kebab-case', []],
    ['a:b +++ --- ::: ....', []],
    ['--dry-run2', ['dry-run2']],
    ['v1.2.3 x86 12ab', ['v1.2.3']],
    ['fooBar fooBar fooBar', ['fooBar']],
    ['日本語fooBar日本語', ['fooBar']],
    ['trailing/ trailing:', []],
    [`${'x1'.repeat(100)} ${'x1'.repeat(101)}`, ['x1'.repeat(100)]],
    ['', []],
    ['fooBar', ['fooBar']],
  ])('in %j', (text, names) => expect(namesIn(text)).toEqual(names));

  it('adds to what is there', () => {
    const names = new Set(['old_name']);
    addNames('new_name', names);
    addNames('new_name', names);
    expect([...names]).toEqual(['old_name', 'new_name']);
  });
});

describe('WordTable', () => {
  const table = new WordTable();
  table.add('const offset = zone_of(depot); // 日本');

  it.each([
    ['offset zone_of depot const', 1],
    ['offset of nothing', 1 / 2],
    ['offset Offset', 1 / 2],
    ['nothing known here', 0],
    ['日', 1],
    ['日木', 1 / 2],
    ['a b = (); of', 0],
    ['', 0],
    ['depot', 1],
  ])('knows of %j %d', (text, share) => expect(table.shareKnown(text)).toBe(share));

  it('knows the words of its base, and of many texts', () => {
    const added = new WordTable(table);
    added.add('parcel');
    expect(added.shareKnown('depot parcel nothing')).toBe(2 / 3);
    expect(table.shareKnown('parcel')).toBe(0);
    for (let n = 0; n < 3_000; n++) added.add(Array.from({ length: 10 }, (_, i) => `word${n}x${i}`).join(' '));
    expect(added.shareKnown('word0x0 word2999x9 depot parcel')).toBe(1);
  });
});
