/** Plays an upload against a sick server in virtual time and writes its log: node tools/record-log.mjs --seed 412 --out logs/upload-0412.log */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { virtualClock } from '../src/clock.js';
import { lineWriter } from '../src/events.js';
import { planParts } from '../src/plan-parts.js';
import { createQueue } from '../src/queue.js';
import { between, seededRandom } from '../src/random.js';
import { memoryServer } from '../src/transport/memory.js';

function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? fallback : process.argv[at + 1];
}

const seed = Number(option('seed', '412'));
const out = option('out', 'logs/upload.log');
const minutes = Number(option('minutes', '66'));
const count = Number(option('parts', '120'));

const random = seededRandom(seed);
const clock = virtualClock();
const stop = new AbortController();
const partSize = 4 * 1024 * 1024;

/** What went wrong on staging on 12 April: three parts hit a broken shard, one is throttled, a dozen meet a passing fault. */
const faults = [
  { part: 17, status: 503, body: 'shard 3 is read-only' },
  { part: 44, status: 503, body: 'shard 3 is read-only' },
  { part: 71, status: 503, body: 'shard 3 is read-only' },
  { part: 40, status: 503, headers: { 'retry-after': '7' }, untilMs: 11_000 },
  { part: 58, status: 422, body: 'checksum of part 58 does not match\nx-part-crc32 was 00000000' },
];
for (let n = 0; n < 14; n += 1) {
  const status = [500, 502, 504, undefined][between(random, 0, 3)];
  faults.push({ part: between(random, 0, count - 1), status, times: between(random, 1, 3) });
}

const lines = [];
const queue = createQueue({
  parts: planParts({ size: count * partSize - 1_234_567, partSize }),
  transport: memoryServer({ clock, random, latencyMs: { from: 180, to: 950 }, faults }),
  clock,
  random,
  concurrency: 4,
  onEvent: lineWriter((line) => lines.push(line), 0, clock),
});

clock.sleep(minutes * 60_000).then(() => stop.abort());
const result = await clock.run(queue.drain(stop.signal));
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, lines.join(''));
console.log(
  `${out}: ${lines.length} lines, ${result.counts.acknowledged} of ${count} parts acknowledged, ${result.left} left after ${Math.round(clock.now() / 1000)} s`,
);
