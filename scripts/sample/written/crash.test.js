/** Whenever the power fails: what ferry has called acknowledged is on disk. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { virtualClock } from '../src/clock.js';
import { countAcknowledged, createKeeper, isAcknowledged, parseManifest } from '../src/manifest.js';
import { memoryStore } from '../src/manifest-store.js';
import { createQueue } from '../src/queue.js';
import { between, seededRandom } from '../src/random.js';
import { planUpload } from '../src/resume.js';
import { memoryServer } from '../src/transport/memory.js';

const K64 = 64 * 1024;
const PARTS = 24;
const file = { file: 'big.iso', size: PARTS * K64, partSize: K64 };

/** Looks at the disk in every millisecond of an upload, and says in which of them an acknowledged part was not there. */
async function watchUpload(seed) {
  const clock = virtualClock();
  const random = seededRandom(seed);
  const store = memoryStore({ clock, latency: () => between(random, 1, 90) });
  const plan = planUpload(file);
  const faults = [{ part: 3, status: 503, times: 2 }, { part: 17, status: 503 }, { part: 20, times: 1 }];
  const server = memoryServer({ clock, random, faults });
  const keeper = createKeeper({ manifest: plan.manifest, store });
  const called = [];
  const onEvent = (event) => event.type === 'acked' && called.push(event.part);
  const queue = createQueue({ parts: plan.parts, transport: server, clock, random, keeper, concurrency: 4, onEvent });

  const missing = [];
  let ended = false;
  async function watch() {
    while (!ended) {
      const disk = store.onDisk();
      const manifest = disk === undefined ? undefined : parseManifest(disk);
      const lost = called.filter((part) => manifest === undefined || !isAcknowledged(manifest, part));
      if (lost.length > 0) missing.push(`at ${clock.now()} ms part ${lost.join(', ')}`);
      await clock.sleep(1);
    }
  }
  const upload = queue.drain().then(async (result) => {
    await keeper.close();
    ended = true;
    return result;
  });
  const [result] = await clock.run(Promise.all([upload, watch()]));
  return { result, missing, store, tookMs: clock.now() };
}

describe('a power failure', () => {
  for (const seed of [1, 2, 3]) {
    it(`never costs a part that was called acknowledged (seed ${seed})`, async () => {
      const { missing, result } = await watchUpload(seed);
      assert.equal(result.counts.acknowledged, PARTS - 1);
      assert.deepEqual(missing.slice(0, 3), [], `${missing.length} milliseconds in which a crash would have lost something`);
    });
  }

  it('leaves a manifest that the next run can go on from', async () => {
    const { store } = await watchUpload(21);
    const manifest = await store.load();
    assert.equal(countAcknowledged(manifest), PARTS - 1);
    const plan = planUpload({ ...file, manifest });
    assert.deepEqual(plan.parts.filter((part) => part.state === 'pending').map((part) => part.index), [17]);
  });
});
