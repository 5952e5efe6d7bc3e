/** Terminal output becomes the lines that a person would see, however it is cut into chunks. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputFolder } from '../../../../src/core/workspace/commands/fold-output.ts';
import { runs } from '../../../property/runs.ts';

function folded(...chunks: readonly string[]): string {
  const folder = new OutputFolder();
  return chunks.map((chunk) => folder.write(chunk)).join('') + folder.end();
}

describe('OutputFolder', () => {
  it.each([
    ['plain lines', 'a\nb\n\nc', 'a\nb\n\nc'],
    ['Windows line ends', 'a\r\nb\r\n', 'a\nb\n'],
    ['several \\r before a line end', 'a\r\r\nb', 'a\nb'],
    ['a progress line', ' 10 %\r 50 %\r100 %\ndone\n', '100 %\ndone\n'],
    ['a shorter text over a longer one', 'downloading\rdone\n', 'doneloading\n'],
    ['a line erased to its end', 'downloading\r\x1b[Kdone\n', 'done\n'],
    ['a whole line erased', 'downloading\x1b[2K\rdone\n', 'done\n'],
    ['a line that Node erases', 'downloading\x1b[2K\x1b[1Gdone\n', 'done\n'],
    ['backspaces', 'abc\b\bX\n', 'aXc\n'],
    ['backspaces beyond the start', '\b\b\babc\b\b\b\b\bX\n', 'Xbc\n'],
    ['a spinner', '|\b/\b-\b\\\b ok\n', ' ok\n'],
    ['underlining as man writes it', '_\bN_\bA\n', 'NA\n'],
    ['a surrogate pair overwritten', '😀b\r🙂\n', '🙂b\n'],
    ['moves to the right', 'ok\x1b[20Gdone\n', 'ok                 done\n'],
    ['moves back', 'abc\x1b[2DX\n', 'aXc\n'],
    ['colours', '\x1b[1;31mred\x1b[0m and \x1b[38;5;12mblue\x1b[m\n', 'red and blue\n'],
    ['a colon in the parameters', '\x1b[4:3mwavy\x1b[0m\n', 'wavy\n'],
    ['a title that BEL ends', '\x1b]0;title\x07text\n', 'text\n'],
    ['a link that ST ends', '\x1b]8;;https://example.org\x1b\\link\x1b]8;;\x1b\\\n', 'link\n'],
    ['DCS, SOS, PM and APC', '\x1bPq#0;1\x1b\\a\x1bXsos\x1b\\b\x1b^pm\x1b\\c\x1b_apc\x1b\\d\n', 'abcd\n'],
    ['a string in a string', '\x1bPtmux;\x1b\x1b]1337;File=:QUJD\x07\x1b\\text\n', 'text\n'],
    ['C1 characters', '\x9b31mred\x9b0m \x9d0;title\x9ctext\x85\n', 'red text\n'],
    ['a character set, keypad and reset', '\x1b(Ba\x1b=b\x1b>c\x1bcd\x1b#8e\n', 'abcde\n'],
    ['private modes', '\x1b[?25lhidden\x1b[?1049h\x1b[?25h\n', 'hidden\n'],
    ['other control characters', 'a\0b\x07c\x0bd\x0ce\x7ff\tg\n', 'abcdef\tg\n'],
    ['an incomplete sequence at the end', 'text\x1b[31', 'text'],
    ['a line end in an incomplete sequence', 'a\x1b[31\nb\n', 'a\nb\n'],
    ['a sequence that CAN breaks off', 'a\x1b[31\x18b\n', 'ab\n'],
    ['ESC twice', 'a\x1b\x1b[31mb\n', 'ab\n'],
    ['a string that never ends hides one line', 'a\x1b]0;title\nb\nc\n', 'a\nb\nc\n'],
    ['a move that is far beyond the line', 'a\x1b[999999999Cb\n', `a${' '.repeat(255)}b\n`],
    ['parameters that are no number', 'a\x1b[<3;1Mb\x1b[1;2Kc\x1b[99999999999999Gd\n', 'abcd\n'],
  ])('%s', (_, raw, seen) => {
    expect(folded(raw)).toBe(seen);
  });

  const hard = fc
    .array(
      fc.oneof(
        fc.constantFrom('\r', '\b', '\n', '\r\n', '\t', '\x1b', '\x1b[', '\x1b]', '\x1bP', '\x9b', '\x9d', '\x07'),
        fc.constantFrom('\x1b[K', '\x1b[2K', '\x1b[1G', '\x1b[7G', '\x1b[3D', '\x1b[2C', '\x1b[0m', '\x1b\\', '\x18'),
        fc.constantFrom('😀', '\ud83d', '\ude00', 'é', '日本', '12;', 'K', 'x'.repeat(16_383), 'y'.repeat(20_000)),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  it('gives the same text wherever it is cut', () => {
    fc.assert(
      fc.property(hard, fc.array(fc.nat({ max: 60_000 }), { maxLength: 12 }), (text, cuts) => {
        const at = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
        const chunks = at.slice(1).map((to, n) => text.slice(at[n], to));
        expect(folded(...chunks)).toBe(folded(text));
      }),
      runs(150),
    );
  });

  it('gives the same text in single characters', () => {
    fc.assert(
      fc.property(hard, (text) => {
        expect(folded(...text.split(''))).toBe(folded(text));
      }),
      runs(60),
    );
  });

  it('holds no control characters but tab and line end, and every line of text without them', () => {
    fc.assert(
      fc.property(hard, (text) => {
        expect(folded(text)).not.toMatch(/[^\P{Cc}\t\n]/u);
      }),
      runs(100),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => !/[^\P{Cc}\t\n]/u.test(text)),
        (text) => {
          expect(folded(text)).toBe(text);
        },
      ),
      runs(100),
    );
  });

  it.each([
    ['a long line that is overwritten again and again', `${'a'.repeat(16_000)}${'\rb'.repeat(20_000)}`],
    ['a long line erased again and again', `${'a'.repeat(16_000)}${'\x1b[2Kb'.repeat(10_000)}`],
    ['far moves and erasures', '\x1b[16000Gx\x1b[2K'.repeat(10_000)],
    ['far moves in many lines', '\x1b[255Gx\n'.repeat(5_000)],
    ['a string without end', `\x1b]${'a'.repeat(500_000)}`],
    ['parameters without end', `\x1b[${'1'.repeat(500_000)}`],
    ['one line', 'a'.repeat(1_000_000)],
    ['backspaces', 'a\b'.repeat(50_000)],
  ])('is linear: %s', (_, text) => {
    const folder = new OutputFolder();
    let length = 0;
    for (let at = 0; at < text.length; at += 1000) length += folder.write(text.slice(at, at + 1000)).length;
    expect(length + folder.end().length).toBeLessThanOrEqual(text.length * 40);
  });

  it('holds little of a line without end, and gives all of it', () => {
    const folder = new OutputFolder();
    let given = 0;
    for (let n = 1; n <= 1000; n++) {
      given += folder.write('x'.repeat(10_000)).length;
      expect(n * 10_000 - given).toBeLessThan(16_384);
    }
    expect(given + folder.end().length).toBe(10_000_000);
  });

  it('a flushed line is settled, and a sequence that it was cut in is still one', () => {
    const folder = new OutputFolder();
    expect(folder.write('Continue? [y/N] \x1b[3')).toBe('');
    expect(folder.flush()).toBe('Continue? [y/N] ');
    expect(folder.write('1mred\n') + folder.end()).toBe('red\n');
  });
});
