/** The size of an image is found in the beginning of its base64. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findImageSize } from '../../../src/core/tokens/image-size.ts';
import { gif, jpeg, png, webpExtended, webpLossless, webpLossy } from './image-samples.ts';

test.each([
  ['PNG', png],
  ['GIF', gif],
  ['JPEG', jpeg],
  ['progressive JPEG', (width: number, height: number) => jpeg(width, height, 14, 0xc2)],
  ['JPEG behind a 60 kB preview', (width: number, height: number) => jpeg(width, height, 60_000)],
  ['lossy WebP', webpLossy],
  ['lossless WebP', webpLossless],
  ['extended WebP', webpExtended],
])('%s', (_, make) => {
  for (const [width, height] of [
    [640, 480],
    [1, 1],
    [16_383, 257],
  ] as const) {
    expect(findImageSize(make(width, height))).toEqual({ width, height });
  }
});

test.each([
  ['nothing', ''],
  ['a word', 'hello'],
  ['a data address instead of data', `data:image/png;base64,${png(4, 4)}`],
  ['a PNG that is cut off before its size', png(640, 480).slice(0, 20)],
  ['a PNG of no width', png(0, 480)],
  ['a JPEG that is cut off before its frame', jpeg(640, 480, 60_000).slice(0, 2000)],
  [
    'a JPEG with a segment of no length',
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).toString('base64'),
  ],
  ['a bitmap', Buffer.from('BM      somewhere else is its size').toString('base64')],
])('%s has no size', (_, base64) => {
  expect(findImageSize(base64)).toBeUndefined();
});

test('never throws, and a size is positive', () => {
  const beginnings = fc.constantFrom(
    '',
    png(3, 3),
    gif(3, 3),
    jpeg(3, 3),
    webpLossy(3, 3),
    webpLossless(3, 3),
    webpExtended(3, 3),
  );
  fc.assert(
    fc.property(beginnings, fc.nat(60), fc.oneof(fc.string(), fc.base64String()), (beginning, length, rest) => {
      const size = findImageSize(beginning.slice(0, length) + rest);
      return size === undefined || (size.width > 0 && size.height > 0);
    }),
  );
});
