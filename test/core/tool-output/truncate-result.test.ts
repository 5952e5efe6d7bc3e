/** R17: one tool result cut to a number of tokens, with these exact numbers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResultContent } from '../../../src/core/message/message.ts';
import { compressToolResult } from '../../../src/core/tool-output/truncate-result.ts';
import { deepFreeze } from '../arbitrary/deep-freeze.ts';
import { endsAtGrapheme, hardText, PICTURE, RUNS, resultOf, textsOf } from './samples.ts';

const NOTE = '\n[truncated]';

describe('R17 compressToolResult', () => {
  it.each([
    // length, tokens, what is left
    [400, 100, 400],
    [403, 100, 403],
    [404, 100, 404], // 101 tokens, but with the note it would be 412
    [412, 100, 412], // as long as the input
    [413, 100, 412],
    [4000, 100, 412],
    [17, 1, 16],
    [16, 1, 16],
    [0, 1, 0],
  ])('%i characters at most %i tokens leave %i', (length, maxToolResultTokens, left) => {
    const block = resultOf('x'.repeat(length));
    const cut = compressToolResult(block, { maxToolResultTokens });
    expect(textsOf(cut).join('').length).toBe(left);
    if (left === length) expect(cut).toBe(block);
    else expect(textsOf(cut)).toEqual([`${'x'.repeat(maxToolResultTokens * 4)}${NOTE}`]);
  });

  it('gives the same block back when unset', () => {
    const block = resultOf('x'.repeat(100_000));
    expect(compressToolResult(block, {})).toBe(block);
    expect(compressToolResult(block, { maxToolResultTokens: null })).toBe(block);
  });

  it('keeps ids, error mark, ref, pictures and order, and never changes its input', () => {
    const block = deepFreeze({
      ...resultOf('a'.repeat(30), PICTURE, 'b'.repeat(30), PICTURE, 'c'),
      isError: true,
      outputRef: { id: 'o_0123456789abcdef', byteSize: 61, lineCount: 1 },
    });
    expect(compressToolResult(block, { maxToolResultTokens: 10 })).toEqual({
      ...block,
      content: [
        { type: 'text', text: 'a'.repeat(30) },
        PICTURE,
        { type: 'text', text: `${'b'.repeat(10)}${NOTE}` },
        PICTURE,
      ],
    });
  });

  it('counts texts of several blocks together, and cuts behind one that just fits', () => {
    const block = resultOf('a'.repeat(20), 'b'.repeat(20), 'c'.repeat(20));
    expect(textsOf(compressToolResult(block, { maxToolResultTokens: 10 }))).toEqual([
      'a'.repeat(20),
      `${'b'.repeat(20)}${NOTE}`,
    ]);
    expect(compressToolResult(block, { maxToolResultTokens: 15 })).toBe(block);
  });

  it('cuts a little earlier where it would part a pair or a grapheme', () => {
    expect(textsOf(compressToolResult(resultOf(`abc${'🚀'.repeat(20)}`), { maxToolResultTokens: 1 }))).toEqual([
      `abc${NOTE}`,
    ]);
  });

  it('never grows, never parts a grapheme, and comes to rest', () => {
    const parts = fc.array(fc.oneof(hardText, fc.constant<ResultContent>(PICTURE)), { maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 60 }), (content, maxToolResultTokens) => {
        const block = deepFreeze(resultOf(...content));
        const before = textsOf(block).join('');
        const cut = compressToolResult(block, { maxToolResultTokens });
        const after = textsOf(cut).join('');
        expect(cut.content.filter(({ type }) => type === 'image')).toEqual(
          block.content.filter(({ type }) => type === 'image'),
        );
        if (cut === block) return;
        expect(after.length).toBeLessThan(before.length);
        expect(after.endsWith(NOTE)).toBe(true);
        const kept = after.slice(0, -NOTE.length);
        expect(kept.length).toBeLessThanOrEqual(maxToolResultTokens * 4);
        const lastText = textsOf(block)[textsOf(cut).length - 1] ?? '';
        expect(endsAtGrapheme(lastText, textsOf(cut).at(-1)?.slice(0, -NOTE.length) ?? '?')).toBe(true);
        expect(before.startsWith(kept)).toBe(true);
      }),
      RUNS,
    );
  });
});
