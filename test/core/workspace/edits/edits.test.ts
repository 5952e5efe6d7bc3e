/** Exact replacements in a text, what is answered when one can't be made, and the line ends of the file. */
import { describe, expect, it } from 'vitest';
import { editAnswer } from '../../../../src/core/workspace/edits/edit-answer.ts';
import { lineEndsOf, withLineEndsOf, withPlainEnds } from '../../../../src/core/workspace/edits/line-ends.ts';
import { applyEdits, type TextEdit } from '../../../../src/core/workspace/edits/replace.ts';

const edited = (text: string, ...edits: TextEdit[]) => {
  const done = applyEdits(text, edits);
  return done.ok ? done.value : done.error;
};
const answer = (text: string, ...edits: TextEdit[]) => {
  const done = applyEdits(text, edits);
  return done.ok ? done.value : editAnswer('a.ts', done.error, edits[done.error.at]?.old ?? '');
};

describe('applyEdits', () => {
  it('takes $&, $1, $$ and $` as text', () => {
    expect(edited('a b', { old: 'b', new: "$& $1 $$ $` $'" })).toBe("a $& $1 $$ $` $'");
    expect(edited('b b', { old: 'b', new: '$&', all: true })).toBe('$& $&');
  });

  it('makes each edit on what the edits before it gave, and none when one fails', () => {
    expect(edited('a', { old: 'a', new: 'b' }, { old: 'b', new: 'c' })).toBe('c');
    expect(edited('a', { old: 'a', new: 'b' }, { old: 'x', new: 'c' })).toMatchObject({ at: 1, text: 'b' });
  });

  it.each([
    ['not found', 'abc', { old: 'x', new: 'y' }, 'not-found'],
    ['nothing to find', 'abc', { old: '', new: 'y' }, 'not-found'],
    ['no change', 'abc', { old: 'a', new: 'a' }, 'same'],
    ['found twice', 'a a', { old: 'a', new: 'b' }, 'ambiguous'],
    ['found twice, overlapping', 'aaa', { old: 'aa', new: 'b' }, 'ambiguous'],
    ['huge', 'a'.repeat(1e6), { old: 'a', new: 'b'.repeat(1000), all: true }, 'too-large'],
  ])('refuses: %s', (_, text, edit, type) => {
    expect(edited(text, edit)).toMatchObject({ at: 0, problem: { type } });
  });

  it('finds a long repeated text in a long repeated text in time', () => {
    const text = 'a'.repeat(5e6);
    expect(edited(text, { old: 'a'.repeat(2.5e6), new: 'b' })).toMatchObject({ problem: { type: 'ambiguous' } });
  });
});

describe('editAnswer', () => {
  it('names all places of a text that is found several times, within a bound', () => {
    expect(answer('x\ny\nx\n', { old: 'x', new: 'z' })).toContain('found 2 times in a.ts, at lines 1, 3.');
    expect(answer('x x', { old: 'x', new: 'z' })).toContain('at lines 1:1, 1:3.');
    expect(answer('aaaaa', { old: 'aa', new: 'z' })).toContain('found 2 times in a.ts, at lines 1:1, 1:3.');
    expect(answer('aaa', { old: 'aa', new: 'z' })).toContain('found 2 times in a.ts, at lines 1:1, 1:2.');
    const endless = answer('x'.repeat(5e7), { old: 'x', new: 'z' });
    expect(endless).toMatch(/found at least 1000000 times .* and many more\./);
    const many = answer('x\n'.repeat(100_000), { old: 'x', new: 'z' });
    expect(many).toMatch(/found 100000 times .* and 99960 more\./);
    expect(many.length).toBeLessThan(1000);
  });

  it.each([
    ['white space', 'if (a) {\n\treturn 1;\n}\n', 'if (a) {\n  return 1;\n}', 'only in white space', '2\t\treturn 1;'],
    ['a blank at the end', 'one \ntwo\n', 'one\ntwo', 'only in white space', '1\tone '],
    ['line ends', 'one\rtwo', 'one\ntwo', 'line ends', '1\tone\rtwo'],
    ['typographic quotes', 'say(“hi”) – now', 'say("hi") - now', 'typographic', 'say(“hi”)'],
  ])('says when only %s differs', (_, text, old, why, shown) => {
    const said = answer(`before\n\n\n\n${text}`.replace('before\n\n\n\n', ''), { old, new: 'x' });
    expect(said).toContain(why);
    expect(said).toContain(shown);
  });

  it('shows the nearest passage with its line numbers', () => {
    const text = Array.from({ length: 500 }, (_, n) => `const value${n} = compute(${n});`).join('\n');
    const said = answer(text, { old: 'const value321 = compute(321);\nconst value322 = compile(322);', new: '' });
    expect(said).toContain('The nearest passage');
    expect(said).toContain('321\tconst value320');
    expect(said).toContain('323\tconst value322 = compute(322);');
    expect(said.length).toBeLessThan(1500);
    expect(answer('abc', { old: 'something else entirely', new: '' })).toContain('Nothing in it is like');
    expect(answer('', { old: 'something', new: '' })).toContain('empty');
  });

  it('is short and quick for 5 MB in one line', () => {
    const words = Array.from({ length: 500_000 }, (_, n) => `w${n},`).join(' ');
    const said = answer(words, { old: 'w400000, w400001, w400002, w4oooo3, w400004,', new: '' });
    expect(said).toMatch(/1:\d{7}\t.*w400002/);
    expect(said.length).toBeLessThan(1000);
    expect(answer('a'.repeat(5e6), { old: `${'a'.repeat(100)}b`, new: '' }).length).toBeLessThan(1000);
    expect(answer(' '.repeat(5e6), { old: 'abcdefgh', new: '' }).length).toBeLessThan(1000);
  });
});

describe('line ends', () => {
  it.each([
    ['lf', 'a\nb\n', 'a\nB\nc\n', 'a\nB\nc\n'],
    ['crlf', 'a\r\nb\r\n', 'a\nB\nc', 'a\r\nB\r\nc'],
    ['mixed', 'a\r\nb\nc\r\nd\n', 'a\nb\nC\nnew\nd\n', 'a\r\nb\nC\r\nnew\r\nd\n'],
    ['mixed', 'a\r\nb\nc', 'start\na\nb\nc', 'start\r\na\r\nb\nc'],
    ['mixed', 'a\r\nb\nc', '', ''],
    ['cr', 'a\rb\r', 'a\rB\nc\r', 'a\rB\rc\r'],
    ['lf', 'a\rb\nc\n', 'a\rb\nnew\nc\n', 'a\rb\nnew\nc\n'],
  ])('of a file that is %s stay', (kind, before, after, result) => {
    expect(lineEndsOf(before)).toBe(kind);
    expect(withLineEndsOf(before, after)).toBe(result);
    expect(withLineEndsOf(before, withPlainEnds(before))).toBe(before);
  });
});
