/** Every kind of block is counted as it is sent, once for each object. */
import { describe, expect, test } from 'vitest';
import type { Block, ImageBlock, ToolResultBlock } from '../../../src/core/message/message.ts';
import { estimateBlock, estimateMessage, estimateText } from '../../../src/core/tokens/estimate.ts';
import { jpeg, png } from './image-samples.ts';

const image = (data: string): ImageBlock => ({ type: 'image', mediaType: 'image/png', data });
const text = 'The tests pass now, and the coverage went up by two points.';

describe('a block of', () => {
  const seal = 'A'.repeat(4000);
  const cases: readonly (readonly [string, Block, number])[] = [
    ['text', { type: 'text', text }, estimateText(text)],
    ['a reminder', { type: 'reminder', text }, estimateText(text)],
    ['a checkpoint', { type: 'checkpoint', id: 'k3f9ab' }, estimateText('<checkpoint:k3f9ab>')],
    ['thinking', { type: 'thinking', text, signature: seal }, estimateText(text)],
    ['thinking whose text is withheld', { type: 'thinking', text: '', signature: seal }, 588],
    ['thinking without text or signature', { type: 'thinking', text: '' }, 0],
    ['redacted thinking', { type: 'redacted_thinking', data: seal }, 588],
    ['redacted thinking that is only a seal', { type: 'redacted_thinking', data: 'AAAA' }, 0],
    [
      'a tool call',
      { type: 'tool_use', id: 'toolu_1', name: 'read_file', input: { path: 'src/main.ts', limit: 40 } },
      8 + estimateText('read_file') + estimateText('{"path":"src/main.ts","limit":40}'),
    ],
    [
      'a tool call without arguments',
      { type: 'tool_use', id: 'x', name: 'ls', input: {} },
      8 + estimateText('ls') + estimateText('{}'),
    ],
    ['an empty result', { type: 'tool_result', toolUseId: 'x', content: [] }, 8],
    [
      'a result with text and an image',
      { type: 'tool_result', toolUseId: 'x', content: [{ type: 'text', text }, image(png(300, 200))] },
      8 + estimateText(text) + 80,
    ],
    ['an image with its size', { ...image(''), width: 1280, height: 800 }, Math.ceil((1280 * 800) / 750)],
    ['an image whose size is in its bytes', image(png(1280, 800)), Math.ceil((1280 * 800) / 750)],
    ['a large image', image(jpeg(4000, 3000)), 1600],
    ['a tiny image', image(png(1, 1)), 1],
    ['an image of unknown size', image('no image at all'), 1600],
    ['an image that says it is 0 wide', { ...image(''), width: 0, height: 10 }, 1600],
    ['a PDF of 120 kB', { type: 'document', mediaType: 'application/pdf', data: 'A'.repeat(160_000) }, 3 * 2300],
    ['a small PDF', { type: 'document', mediaType: 'application/pdf', data: 'A'.repeat(400) }, 2300],
    ['a PDF of 20 MB', { type: 'document', mediaType: 'application/pdf', data: 'A'.repeat(27_000_000) }, 100 * 2300],
    ['a text document of 3,000 bytes', { type: 'document', mediaType: 'text/plain', data: 'A'.repeat(4000) }, 750],
  ];
  test.each(cases)('%s', (_, block, tokens) => {
    expect(estimateBlock(block)).toBe(tokens);
  });
});

test('case 31: a PNG of 2 MB is counted by its pixels, in a message and in a result', () => {
  const screenshot = image(png(1024, 768) + 'A'.repeat(2_000_000));
  const rule = (1024 * 768) / 750;
  const result: ToolResultBlock = { type: 'tool_result', toolUseId: 'x', content: [screenshot] };
  for (const tokens of [estimateBlock(screenshot), estimateBlock(result), estimateMessage([screenshot])]) {
    expect(Math.abs(tokens / rule - 1)).toBeLessThan(0.3);
  }
});

test('a message is its blocks and four', () => {
  expect(estimateMessage([])).toBe(4);
  expect(estimateMessage([{ type: 'text', text }, image(png(300, 200))])).toBe(4 + estimateText(text) + 80);
});

test('a block is counted once, however often it is asked for', () => {
  let reads = 0;
  const block: Block = {
    type: 'text',
    get text() {
      reads++;
      return text;
    },
  };
  expect(estimateBlock(block)).toBe(estimateText(text));
  const readsOfFirst = reads;
  expect(estimateMessage([block, block])).toBe(4 + 2 * estimateText(text));
  expect(reads).toBe(readsOfFirst);
});
