/** The checksum is the CRC-32 that everybody means. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { crc32, formatCrc, parseCrc, updateCrc } from '../src/checksum.js';

describe('crc32', () => {
  for (const [text, expected] of [
    ['', '00000000'],
    ['123456789', 'cbf43926'],
    ['The quick brown fox jumps over the lazy dog', '414fa339'],
  ]) {
    it(`of ${JSON.stringify(text)} is ${expected}`, () => {
      assert.equal(formatCrc(crc32(Buffer.from(text))), expected);
    });
  }

  it('is the same piece by piece', () => {
    const bytes = Buffer.from('carried across in parts');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      assert.equal(updateCrc(updateCrc(0, bytes.subarray(0, cut)), bytes.subarray(cut)), crc32(bytes));
    }
  });
});

describe('parseCrc', () => {
  it('reads what formatCrc wrote', () => {
    assert.equal(parseCrc(formatCrc(0xdeadbeef)), 0xdeadbeef);
  });
  for (const text of ['', 'cbf4392', 'cbf439266', 'xbf43926', undefined]) {
    it(`does not read ${text}`, () => {
      assert.equal(parseCrc(text), undefined);
    });
  }
});
