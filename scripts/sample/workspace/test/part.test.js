/** A part moves only along the arrows of the figure in src/part.js. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  acknowledge,
  countStates,
  createPart,
  FINAL_STATES,
  fail,
  restoreAcknowledged,
  returnToPending,
  startAttempt,
} from '../src/part.js';

const make = () => createPart({ index: 3, offset: 300, size: 100 });

describe('a part', () => {
  it('counts its attempts, also those without an answer', () => {
    const part = make();
    startAttempt(part);
    returnToPending(part, undefined);
    startAttempt(part);
    returnToPending(part, 503);
    startAttempt(part);
    assert.equal(part.attempts, 3);
  });

  it('forgets the status of the attempt before when a new one starts', () => {
    const part = make();
    startAttempt(part);
    returnToPending(part, 503);
    startAttempt(part);
    assert.equal(part.lastStatus, undefined);
  });

  it('stays acknowledged', () => {
    const part = make();
    startAttempt(part);
    acknowledge(part, 201);
    for (const change of [() => startAttempt(part), () => returnToPending(part, 503), () => fail(part, 400, 'no')]) {
      assert.throws(change, { code: 'E_PART_STATE', message: /part 3 can't go from acknowledged/ });
    }
    assert.equal(part.state, 'acknowledged');
  });

  it('can be restored as acknowledged without an attempt of this run', () => {
    const part = make();
    restoreAcknowledged(part);
    assert.equal(part.state, 'acknowledged');
    assert.equal(part.attempts, 0);
  });

  it('keeps the reason when it fails', () => {
    const part = make();
    startAttempt(part);
    fail(part, 422, 'the server answered 422: bad checksum');
    assert.equal(part.state, 'failed');
    assert.equal(part.reason, 'the server answered 422: bad checksum');
  });

  it('can not be acknowledged before it was sent', () => {
    assert.throws(() => acknowledge(make(), 201), { code: 'E_PART_STATE' });
  });
});

describe('countStates', () => {
  it('lists every state, also the empty ones', () => {
    const parts = [make(), make()];
    restoreAcknowledged(parts[0]);
    const counts = countStates(parts);
    assert.equal(counts.acknowledged, 1);
    assert.equal(counts.pending, 1);
    assert.equal(counts.failed, 0);
  });

  it('knows which states are final', () => {
    assert.ok(FINAL_STATES.includes('acknowledged'));
    assert.ok(FINAL_STATES.includes('failed'));
    assert.ok(!FINAL_STATES.includes('pending'));
  });
});
