/** Lines come out the same however the text arrives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, readLines } from '../../../src/core/lang/lines.ts';

async function lines(chunks: readonly string[], limit = 1e6): Promise<readonly Line[]> {
  async function* source() {
    yield* chunks;
  }
  const all: Line[] = [];
  for await (const line of readLines(source(), limit)) all.push(line);
  return all;
}

describe('readLines', () => {
  it.each([
    ['nothing', [''], []],
    ['one line without an end', ['a'], ['a']],
    ['a last line end starts no line', ['a\nb\n'], ['a', 'b']],
    ['CRLF, cut between CR and LF', ['a\r', '\nb\r\n'], ['a', 'b']],
    ['CR alone ends no line', ['a\rb'], ['a\rb']],
    ['U+2028 and U+0085 end no line', ['a\u2028b\u0085c\n'], ['a\u2028b\u0085c']],
    ['a byte order mark at the start only', ['\uFEFF', 'a\n\uFEFFb'], ['a', '\uFEFFb']],
    ['blank lines count', ['\n\r\n', 'a'], ['', '', 'a']],
  ])('%s', async (_, chunks, texts) => {
    const all = await lines(chunks);
    expect(all.map((line) => line.text)).toEqual(texts);
    expect(all.map((line) => line.number)).toEqual(texts.map((_text, i) => i + 1));
  });

  it('says of the last line whether it was ended', async () => {
    expect((await lines(['a\nb'])).map((line) => line.ended)).toEqual([true, false]);
    expect((await lines(['a\nb\n'])).map((line) => line.ended)).toEqual([true, true]);
  });

  it('holds no line over the limit, and goes on after it', async () => {
    const all = await lines(['aa', 'aa', 'a\nb\n'], 4);
    expect(all).toEqual([
      { number: 1, text: '', length: 5, ended: true },
      { number: 2, text: 'b', length: 1, ended: true },
    ]);
  });

  it('does not depend on where the chunks are cut', async () => {
    const piece = fc.constantFrom('\n', '\r\n', '\r', 'a', '漢', '🙂', '\u2028', '\uFEFF', '"');
    await fc.assert(
      fc.asyncProperty(fc.array(piece), fc.array(fc.nat(20)), async (pieces, cuts) => {
        const text = pieces.join('');
        const at = [0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length].sort((a, b) => a - b);
        const chunks = at.slice(1).map((end, i) => text.slice(at[i], end));
        expect(await lines(chunks)).toEqual(await lines([text]));
      }),
    );
  });
});
