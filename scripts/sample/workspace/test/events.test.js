/** A line of the log says the same as the event that it was made of. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { virtualClock } from '../src/clock.js';
import { formatEvent, lineWriter, parseEvent } from '../src/events.js';

const events = [
  { type: 'start', atMs: 0, acked: 0, left: 120 },
  { type: 'acked', atMs: 1_234, part: 7, attempt: 1, status: 201, tookMs: 41, bytes: 4_194_304 },
  { type: 'retry', atMs: 12_345, part: 17, attempt: 3, status: 503, tookMs: 41, waitMs: 873 },
  { type: 'retry', atMs: 12_400, part: 18, attempt: 1, tookMs: 30_000, waitMs: 250 },
  {
    type: 'failed',
    atMs: 99_999,
    part: 58,
    attempt: 1,
    status: 422,
    tookMs: 12,
    code: 'E_PART_REFUSED',
    reason: 'the server answered 422: "x" is \\ not y',
  },
  { type: 'aborted', atMs: 3_600_000, acked: 116, left: 3 },
];

describe('formatEvent', () => {
  it('writes the time to the millisecond and the fields in their order', () => {
    assert.equal(formatEvent(events[2]), '+0012.345s retry part=017 try=3 status=503 took=41ms wait=873ms');
  });

  it('leaves out what is not known', () => {
    assert.equal(formatEvent(events[3]), '+0012.400s retry part=018 try=1 took=30000ms wait=250ms');
  });
});

describe('parseEvent', () => {
  for (const event of events) {
    it(`reads back ${event.type} at ${event.atMs}`, () => {
      assert.deepEqual(parseEvent(formatEvent(event)), event);
    });
  }

  for (const line of ['', 'hello', '12.345s retry', '+12s retry part=1', '+0001.000s ']) {
    it(`does not take ${JSON.stringify(line)} for one of ours`, () => {
      assert.equal(parseEvent(line), undefined);
    });
  }

  it('skips fields that it does not know', () => {
    assert.deepEqual(parseEvent('+0001.000s retry part=001 shard=3'), { type: 'retry', atMs: 1000, part: 1 });
  });
});

describe('lineWriter', () => {
  it('counts the time from the start', async () => {
    const clock = virtualClock(5_000);
    const lines = [];
    const write = lineWriter((line) => lines.push(line), 5_000, clock);
    await clock.run(clock.sleep(250));
    write({ type: 'end', acked: 1, left: 0 });
    assert.deepEqual(lines, ['+0000.250s end acked=1 left=0\n']);
  });
});
