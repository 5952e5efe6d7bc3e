/** Reading a summarizer's reply (R43, reliability case 25). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSummaryReply } from '../../../../src/core/compaction/summarize/reply.ts';

describe('R43 parseReply', () => {
  it.each([
    ['both sections', '<retain>a\nb</retain>\n<summary>S</summary>', { retain: 'a\nb', summary: 'S' }],
    ['words around them', 'Sure.\n<retain>a</retain> and <summary>S</summary> done', { retain: 'a', summary: 'S' }],
    ['the summary first', '<summary>S</summary><retain>a</retain>', { retain: 'a', summary: 'S' }],
    ['a summary that is never closed', '<retain>a</retain><summary>S and', { retain: 'a', summary: 'S and' }],
    ['a retain section that is never closed', '<retain>a\n<summary>S</summary>', { retain: 'a', summary: 'S' }],
    [
      'a closing tag inside the text',
      '<summary>it said </summary> twice</summary>',
      { retain: '', summary: 'it said </summary> twice' },
    ],
    ['a summary nested in retain', '<retain>a <summary>S</summary></retain>', { retain: 'a', summary: 'S' }],
    ['no tag at all', '  just text ', { retain: '', summary: 'just text' }],
    ['a retain section that is never closed, and nothing else', 'Sure. <retain>a', { retain: 'a', summary: '' }],
    ['a retain section after the summary’s text', 'S <retain>a</retain>', { retain: 'a', summary: 'S' }],
    ['a summary that is closed at once', '<summary></summary> S', { retain: '', summary: '' }],
    ['only a retain section', '<retain>a</retain>\nrest', { retain: 'a', summary: 'rest' }],
    ['nothing', '', { retain: '', summary: '' }],
    ['blanks', '<summary> \n </summary>', { retain: '', summary: '' }],
    [
      'hostile text',
      '<summary>$& {{x}} <checkpoint:abcdef></summary>',
      { retain: '', summary: '$& {{x}} <checkpoint:abcdef>' },
    ],
  ])('reads %s', (_, text, expected) => expect(parseSummaryReply(text)).toEqual(expected));

  it('never throws, and gives nothing that the reply did not say', () => {
    const piece = fc.oneof(
      fc.constantFrom('<retain>', '</retain>', '<summary>', '</summary>', 'a\n', ' '),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const { retain, summary } = parseSummaryReply(text);
        expect(text).toContain(retain);
        if (!text.includes('<retain>')) expect(text).toContain(summary);
      }),
    );
  });
});
