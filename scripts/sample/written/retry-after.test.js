/** A server's wish to wait is read as docs/retries.md says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseRetryAfter } from '../src/retry-after.js';

const now = Date.UTC(2026, 3, 12, 8, 0, 0);

describe('parseRetryAfter', () => {
  it('reads whole seconds', () => {
    assert.equal(parseRetryAfter('7', now), 7_000);
    assert.equal(parseRetryAfter(' 30 ', now), 30_000);
    assert.equal(parseRetryAfter('0', now), 0);
  });

  it('reads a date', () => {
    assert.equal(parseRetryAfter('Sun, 12 Apr 2026 08:00:07 GMT', now), 7_000);
  });

  it('takes a date in the past for now', () => {
    assert.equal(parseRetryAfter('Sun, 12 Apr 2026 07:59:00 GMT', now), 0);
  });

  it('cuts what is longer than two minutes', () => {
    assert.equal(parseRetryAfter('86400', now), 120_000);
    assert.equal(parseRetryAfter('Mon, 13 Apr 2026 08:00:00 GMT', now), 120_000);
  });

  it('has nothing to say when there is no header', () => {
    for (const value of [undefined, null, '']) assert.equal(parseRetryAfter(value, now), undefined);
  });

  for (const value of ['soon', '-3', '7.5', '7 s', '2026-04-12', 'Infinity']) {
    it(`ignores ${JSON.stringify(value)}`, () => {
      assert.equal(parseRetryAfter(value, now), undefined);
    });
  }
});
