/** A second run goes on where the first one stopped. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { virtualClock } from '../src/clock.js';
import { createKeeper } from '../src/manifest.js';
import { memoryStore } from '../src/manifest-store.js';
import { createQueue } from '../src/queue.js';
import { planUpload } from '../src/resume.js';
import { memoryServer } from '../src/transport/memory.js';

const K64 = 64 * 1024;
const file = { file: 'big.iso', size: 12 * K64 - 1, partSize: K64 };

async function runOnce({ store, faults = [], stopAtMs }) {
  const clock = virtualClock();
  const plan = planUpload({ ...file, manifest: await store.load() });
  const server = memoryServer({ clock, faults });
  const keeper = createKeeper({ manifest: plan.manifest, store });
  const queue = createQueue({ parts: plan.parts, transport: server, clock, random: () => 0.5, keeper, concurrency: 1 });
  const stop = new AbortController();
  if (stopAtMs !== undefined) clock.sleep(stopAtMs).then(() => stop.abort());
  const result = await clock.run(queue.drain(stop.signal));
  await keeper.close();
  return { ...result, resumed: plan.resumed, server };
}

describe('planUpload', () => {
  it('starts from the first byte when there is no manifest', () => {
    const plan = planUpload(file);
    assert.equal(plan.resumed, false);
    assert.equal(plan.parts.length, 12);
    assert.ok(plan.parts.every((part) => part.state === 'pending'));
  });

  it('is complete when all was delivered before', async () => {
    const store = memoryStore();
    await runOnce({ store });
    const plan = planUpload({ ...file, manifest: await store.load() });
    assert.equal(plan.resumed, true);
    assert.ok(plan.parts.every((part) => part.state === 'acknowledged'));
  });
});

describe('two runs', () => {
  it('send together what one would have sent', async () => {
    const store = memoryStore();
    const first = await runOnce({ store, stopAtMs: 90 });
    assert.ok(first.left > 0);
    const second = await runOnce({ store });
    assert.equal(second.resumed, true);
    assert.equal(second.left, 0);
    assert.deepEqual(
      [...first.server.storedParts(), ...second.server.storedParts()],
      Array.from({ length: 12 }, (_, n) => n),
    );
  });
});
