/** What is attached to a message that alone is larger than the window is cut; the words of the person are not. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trimAttachments } from '../../../../src/core/compaction/outputs/trim-attachments.ts';
import type { AttachmentBlock, Block } from '../../../../src/core/message/message.ts';
import { estimateMessage } from '../../../../src/core/tokens/estimate.ts';

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1} of the file`).join('\n');
const file = (name: string, count: number): AttachmentBlock => ({
  type: 'attachment',
  kind: 'file',
  name,
  text: lines(count),
});
const typed: Block = { type: 'text', text: 'Why does the queue drop a part? '.repeat(20) };
const trim = (blocks: readonly Block[], room: number) =>
  trimAttachments(blocks, { tokens: estimateMessage(blocks), room });

describe('a message that is larger than the window', () => {
  it('keeps its words and small attachments, and the start and the end of the largest one', () => {
    const small = file('src/small.ts', 10);
    const found = trim([file('src/large.ts', 5_000), small, typed], 4_000);
    const [large, ...rest] = found?.blocks ?? [];
    expect(rest).toEqual([small, typed]);
    expect(found?.trimmed.map(({ name }) => name)).toEqual(['src/large.ts']);
    const text = large?.type === 'attachment' ? large.text : '';
    expect(text).toMatch(/^line 1 of/);
    expect(text).toMatch(/line 5000 of the file$/);
    const [, from = ''] = /the rest is in src\/large\.ts from line (\d+)\]/.exec(text) ?? [];
    expect(text).toContain(`line ${Number(from) - 1} of the file\n[`);
  });

  it('names the line of the file where lines of it are attached, and no file where there is none', () => {
    const part = { ...file('a.ts', 5_000), lines: { from: 101, to: 5_100 } };
    const [cut] = trim([part, typed], 3_000)?.blocks ?? [];
    const text = cut?.type === 'attachment' ? cut.text : '';
    const [, last = '', from = ''] = /line (\d+) of the file\n\[.* from line (\d+)\]/.exec(text) ?? [];
    expect(Number(from)).toBe(Number(last) + 101);
    const [pasted] = trim([{ type: 'attachment', kind: 'pasted', text: lines(5_000) }], 3_000)?.blocks ?? [];
    expect(pasted).toMatchObject({ text: expect.stringContaining('left out to fit the context window]') });
  });

  it.each<[string, readonly Block[], number]>([
    ['has no attachment', [{ type: 'text', text: lines(5_000) }], 3_000],
    ['is too large by its words', [{ type: 'text', text: lines(5_000) }, file('a.ts', 500)], 3_000],
    ['has an image beside the window', [{ type: 'image', mediaType: 'image/png', data: 'UE5H' }], 10],
    ['has too many attachments', Array.from({ length: 20 }, (_, n) => file(`${n}.ts`, 300)), 3_000],
  ])('is not trimmed where it %s', (_, blocks, room) => {
    expect(trim(blocks, room)).toBeUndefined();
  });

  it('fits once it is trimmed, whatever is attached', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.lorem(),
      fc.constant('あ'),
      fc.constant('\n'),
    );
    const attachment = fc
      .record({ piece: text, times: fc.nat({ max: 3_000 }) })
      .map(({ piece, times }): AttachmentBlock => ({ type: 'attachment', kind: 'pasted', text: piece.repeat(times) }));
    fc.assert(
      fc.property(fc.array(attachment, { maxLength: 5 }), fc.integer({ min: 1, max: 20_000 }), (list, room) => {
        const found = trim([...list, typed], room);
        if (!found) return;
        expect(found.blocks.at(-1)).toBe(typed);
        expect(estimateMessage(found.blocks)).toBeLessThanOrEqual(room);
      }),
    );
  });
});
