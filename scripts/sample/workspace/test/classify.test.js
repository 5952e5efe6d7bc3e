/** Which answers are worth another attempt. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { classifyAnswer, classifyError } from '../src/classify.js';

describe('classifyAnswer', () => {
  for (const status of [200, 201, 204]) {
    it(`takes ${status} as delivered`, () => {
      assert.deepEqual(classifyAnswer({ status }), { kind: 'acknowledged', status });
    });
  }

  for (const status of [408, 425, 429, 500, 502, 503, 504]) {
    it(`tries again after ${status}`, () => {
      const outcome = classifyAnswer({ status });
      assert.equal(outcome.kind, 'retry');
      assert.equal(outcome.status, status);
      assert.equal(outcome.retryAfterMs, undefined);
    });
  }

  for (const status of [400, 401, 403, 404, 413, 422]) {
    it(`gives up after ${status}`, () => {
      assert.equal(classifyAnswer({ status }).kind, 'refused');
    });
  }

  it('quotes the first line of what a refusing server says', () => {
    const outcome = classifyAnswer({ status: 422, body: 'checksum of part 3 does not match\ntrace 81f' });
    assert.equal(outcome.reason, 'the server answered 422: checksum of part 3 does not match');
  });

  it('shortens what goes on for too long', () => {
    const outcome = classifyAnswer({ status: 400, body: 'x'.repeat(5000) });
    assert.ok(outcome.reason.length < 200);
  });

  it('takes part in the wait that the server asks for', () => {
    assert.notEqual(classifyAnswer({ status: 429, headers: { 'retry-after': '3' } }).retryAfterMs, undefined);
  });
});

describe('classifyError', () => {
  for (const code of ['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']) {
    it(`tries again after ${code}`, () => {
      assert.equal(classifyError(Object.assign(new Error('x'), { code })).kind, 'retry');
    });
  }

  it('looks into the cause that fetch wraps', () => {
    const error = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) });
    assert.equal(classifyError(error).kind, 'retry');
  });

  it('tries again after a timeout of our own', () => {
    assert.equal(classifyError(new DOMException('too slow', 'TimeoutError')).reason, 'no answer in time');
  });

  it('gives up when the request can not be made at all', () => {
    const outcome = classifyError(new Error('big.iso became shorter'));
    assert.equal(outcome.kind, 'refused');
    assert.match(outcome.reason, /became shorter/);
  });
});
