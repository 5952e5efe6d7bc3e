/** A plan covers the file without gap or overlap, within the limits of the store. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choosePartSize, DEFAULT_PART_SIZE, MAX_PARTS, MIN_PART_SIZE, planParts } from '../src/plan-parts.js';

const K64 = 64 * 1024;

function assertCovers(parts, size) {
  let next = 0;
  for (const part of parts) {
    assert.equal(part.offset, next, `part ${part.index} starts where the one before it ends`);
    assert.ok(part.size > 0, `part ${part.index} is not empty`);
    next += part.size;
  }
  assert.equal(next, size);
}

describe('planParts', () => {
  it('gives a small file one part', () => {
    const parts = planParts({ size: 10 });
    assert.deepEqual(
      parts.map(({ index, offset, size }) => ({ index, offset, size })),
      [{ index: 0, offset: 0, size: 10 }],
    );
  });

  it('makes the last part as long as what is left', () => {
    const parts = planParts({ size: 3 * K64 + 5, partSize: K64 });
    assert.deepEqual(
      parts.map((part) => part.size),
      [K64, K64, K64, 5],
    );
  });

  it('covers a file whose size is an exact multiple of the part size', () => {
    assertCovers(planParts({ size: 4 * K64, partSize: K64 }), 4 * K64);
  });

  it('covers files of many sizes', () => {
    for (const size of [1, K64 - 1, K64 + 1, 7 * K64 + 123, 100 * K64 + 1])
      assertCovers(planParts({ size, partSize: K64 }), size);
  });

  it('starts every part as pending, with no attempts', () => {
    for (const part of planParts({ size: 2 * K64 + 1, partSize: K64 })) {
      assert.equal(part.state, 'pending');
      assert.equal(part.attempts, 0);
    }
  });

  it('refuses an empty file', () => {
    assert.throws(() => planParts({ size: 0 }), { code: 'E_USAGE', message: /0 bytes/ });
  });
});

describe('choosePartSize', () => {
  it('keeps the wanted size while the parts are few enough', () => {
    assert.equal(choosePartSize(DEFAULT_PART_SIZE * MAX_PARTS), DEFAULT_PART_SIZE);
  });

  it('grows in whole kilobytes when they are not', () => {
    const size = DEFAULT_PART_SIZE * MAX_PARTS + 1;
    const chosen = choosePartSize(size);
    assert.equal(chosen, DEFAULT_PART_SIZE + 1024);
    assert.ok(planParts({ size: K64 * 20_000, partSize: K64 }).length <= MAX_PARTS + 1);
  });

  it('refuses a size that the store would refuse', () => {
    assert.throws(() => choosePartSize(1, MIN_PART_SIZE - 1), { code: 'E_USAGE', message: /65535/ });
    assert.throws(() => choosePartSize(1, 1.5 * MIN_PART_SIZE + 0.5), { code: 'E_USAGE' });
  });
});
