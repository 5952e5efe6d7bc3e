/** The queue delivers every part that can be delivered, several at a time, whatever order the answers come in. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { virtualClock } from '../src/clock.js';
import { createPart, restoreAcknowledged } from '../src/part.js';
import { createQueue } from '../src/queue.js';
import { seededRandom } from '../src/random.js';
import { memoryServer } from '../src/transport/memory.js';

/** An upload of so many parts against a server with these faults, in virtual time. */
function setUp({ count = 8, faults = [], concurrency = 4, prepare = () => {}, ...rest } = {}) {
  const clock = virtualClock();
  const random = seededRandom(7);
  const parts = Array.from({ length: count }, (_, index) => createPart({ index, offset: index * 100, size: 100 }));
  prepare(parts);
  const server = memoryServer({ clock, random, faults });
  const events = [];
  const queue = createQueue({
    parts,
    transport: server,
    clock,
    random,
    concurrency,
    onEvent: (event) => events.push(event),
    ...rest,
  });
  return { clock, parts, server, events, drain: (signal) => clock.run(queue.drain(signal)) };
}

describe('drain', () => {
  it('delivers every part once', async () => {
    const { server, drain } = setUp();
    const { counts, left } = await drain();
    assert.equal(counts.acknowledged, 8);
    assert.equal(left, 0);
    for (let index = 0; index < 8; index += 1) assert.equal(server.storedTimes(index), 1);
  });

  it('repeats a part that meets a passing fault', async () => {
    const { parts, server, drain } = setUp({ faults: [{ part: 2, status: 503, times: 2 }] });
    const { counts, attempts } = await drain();
    assert.equal(counts.acknowledged, 8);
    assert.equal(parts[2].attempts, 3);
    assert.equal(attempts, 10);
    assert.equal(server.storedTimes(2), 1);
  });

  it('repeats a part whose connection breaks', async () => {
    const { parts, drain } = setUp({ faults: [{ part: 5, times: 1 }] });
    await drain();
    assert.equal(parts[5].state, 'acknowledged');
    assert.equal(parts[5].attempts, 2);
  });

  it('gives up a part that the server refuses, and goes on with the others', async () => {
    const { parts, events, drain } = setUp({ faults: [{ part: 1, status: 422, body: 'bad checksum' }] });
    const { counts } = await drain();
    assert.equal(counts.acknowledged, 7);
    assert.equal(counts.failed, 1);
    assert.equal(parts[1].attempts, 1);
    assert.equal(parts[1].reason, 'the server answered 422: bad checksum');
    assert.equal(events.find((event) => event.type === 'failed').code, 'E_PART_REFUSED');
  });

  it('has no more parts on their way than it may', async () => {
    const clock = virtualClock();
    let underWay = 0;
    let most = 0;
    const transport = {
      async send() {
        underWay += 1;
        most = Math.max(most, underWay);
        await clock.sleep(50);
        underWay -= 1;
        return { status: 201 };
      },
    };
    const parts = Array.from({ length: 20 }, (_, index) => createPart({ index, offset: index, size: 1 }));
    await clock.run(createQueue({ parts, transport, clock, random: () => 0.5, concurrency: 3 }).drain());
    assert.equal(most, 3);
  });

  it('leaves alone what an earlier run has delivered', async () => {
    const { server, drain } = setUp({
      prepare: (parts) => [0, 1, 4].forEach((index) => restoreAcknowledged(parts[index])),
    });
    const { counts } = await drain();
    assert.equal(counts.acknowledged, 8);
    assert.deepEqual(server.storedParts(), [2, 3, 5, 6, 7]);
  });

  it('stops soon after the signal aborts, and says what is left', async () => {
    const { clock, drain } = setUp({ count: 40 });
    const stop = new AbortController();
    clock.sleep(100).then(() => stop.abort());
    const { left, counts } = await drain(stop.signal);
    assert.ok(left > 0);
    assert.equal(left + counts.acknowledged, 40);
    assert.equal(counts.sending, 0);
    assert.ok(clock.now() < 200);
  });

  it('tells the keeper of each acknowledged part', async () => {
    const told = [];
    const { drain } = setUp({
      keeper: { acknowledged: (index) => void told.push(index) },
      faults: [{ part: 3, status: 500, times: 1 }],
    });
    await drain();
    assert.deepEqual(
      [...told].sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5, 6, 7],
    );
  });

  it('reports its start, each attempt and its end', async () => {
    const { events, drain } = setUp({ count: 2, faults: [{ part: 0, status: 503, times: 1 }] });
    await drain();
    assert.deepEqual(events[0], { type: 'start', left: 2, acked: 0 });
    assert.deepEqual(events.at(-1), { type: 'end', acked: 2, left: 0 });
    assert.deepEqual(
      events
        .slice(1, -1)
        .map(({ type, part, attempt }) => `${type} ${part}.${attempt}`)
        .sort(),
      ['acked 0.2', 'acked 1.1', 'retry 0.1'],
    );
  });
});

describe('createQueue', () => {
  for (const concurrency of [0, -1, 1.5, Number.NaN]) {
    it(`refuses a concurrency of ${concurrency}`, () => {
      assert.throws(() => setUp({ concurrency }), RangeError);
    });
  }
});
