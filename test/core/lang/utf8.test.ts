/** The length in UTF-8 is what the runtime's own encoder gives. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utf8Length } from '../../../src/core/lang/utf8.ts';

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 2],
  ['あ', 3],
  ['🚀', 4],
  ['\ud83d', 3],
  ['\ude80\ud83d', 6],
  ['\ud83d\ud83d\ude80', 7],
])('%j takes %d bytes', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes);
});

test('agrees with the encoder on any text, lone surrogates too', () => {
  const units = fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
  const surrogates = fc.array(fc.integer({ min: 0xd7ff, max: 0xe000 })).map((codes) => String.fromCharCode(...codes));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), units, surrogates), (text) => {
      expect(utf8Length(text)).toBe(Buffer.byteLength(text));
    }),
  );
});
